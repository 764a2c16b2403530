import Report
import RetryLanguage

@testable import Workbench

/// The JSON objects that `retrylab test` and `retrylab replay` print about scenarios.
enum CheckedLines {
  /// A call, whose outcome does not depend on chance, and a measurement, whose figures do.
  private static let text = """
    op(script: [.timeout, ok]).retry(attempts: 2)
    stats op(fails: 40%).retry(2) calls 500
    """

  private static func scenario(_ text: String, host: ScriptHost = .test) -> Scenario {
    Scenario(path: "s.retry", text: text, host: host)
  }

  private static func recording(of text: String) -> String {
    Recording(scenario(text).perform()).text
  }

  /// The texts of scenarios beside their recordings, with the verdict of a check.
  private static func scenarios() -> [(Check.Verdict, text: String, kept: FileContent)] {
    let recorded = recording(of: text)
    return [
      (.passed, text, .text(recorded)), (.passed, text + "\nexpect success > 10%", .absent),
      (.passed, text, .text(recorded.replacing("\nversion ", with: "\nversion 0."))),
      (.difference, text.replacing(".timeout, ok", with: ".auth"), .text(recorded)),
      (.difference, "seed 7\n" + text, .text(recorded)),
      (.expectation, text + "\nexpect success > 99%", .absent), (.mistake, "f.rety(3)", .absent),
      (.unreadable, text, .unreadable("it is a folder")), (.unreadable, text, .text("x")),
    ]
  }

  /// The checks of scenarios, next to the verdicts that they should have.
  static func checks() -> [(expected: Check.Verdict, check: Check)] {
    var hooks = TerminalHooks()
    hooks.isInterrupted = { true }
    let stopped = scenario(text).check(recording: Recording.Kept(), terminal: hooks)
    return scenarios().map { verdict, text, kept in
      (verdict, scenario(text).check(recording: Recording.Kept(kept)))
    } + [(.stopped, stopped)]
  }

  /// The lines of `test --json`, and those of `replay` in JSON for scenarios with a recording.
  static func all() -> [String] {
    var lines = ChecksReport(checks().map(\.check)).json.map(\.versioned.text)
    for (_, text, kept) in scenarios() where kept.text != nil {
      let files = ["s.retry": text, "s.recording": kept.text]
      let host = ScriptHost(file: { files[$0] ?? nil })
      var session = Session.printing(.json, host: host) { output in
        if case .result(let line) = output { lines.append(line) }
      }
      session.run("replay s.retry")
    }
    return lines
  }
}
