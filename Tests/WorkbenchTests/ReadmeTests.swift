import Foundation
import Report
import RetryLanguage
import Testing
import Workbench

@Suite("The README and the manual")
struct ReadmeTests {
  private static let language = ManualText.article("Language")
  private static let measuring = ManualText.article("Measuring")

  @Test("print the output that their sessions show", arguments: ManualText.withSessions)
  func sessions(document: ManualText) {
    for shown in document.sessions {
      var printed: [String] = []
      var session = Session.printing { output in
        switch output {
        case .result(let text), .message(let text), .mistake(let text): printed.append(text)
        }
      }
      for line in shown.split(separator: "\n") where line.hasPrefix("retry> ") {
        printed.append(String(line))
        session.run(String(line.dropFirst("retry> ".count)))
      }
      // The trace at the end may be left out.
      #expect(printed.joined(separator: "\n").hasPrefix(shown), "\(document)")
    }
  }

  @Test("have no block that is not tried")
  func complete() {
    #expect(ManualText.articles.count == 22)
    #expect(ManualText.readme.sessions.count >= 1)
    #expect(ManualText.laboratory.sessions.count >= 2)
    #expect(ManualText.all.flatMap(\.sessions).count >= 12)
    #expect(ManualText.all.flatMap(\.examples).count >= 28)
    #expect(ManualText.all.flatMap(\.scenarios).count == 2)
    // One block shows an error, one the lines of a manifest, and the others of this form are sessions. The tests of
    // notebooks run the two of Python.
    let others = ManualText.all.flatMap { $0.blocks("```") }.filter { !$0.hasPrefix("retry> ") }
    // Those of other programs: of a manifest, of a shell, of editors.
    #expect(
      others.map { $0.prefix(7) }.sorted() == [
        "(define", ".packag", "<?xml v", "Sources", "Sources", "[langua", "error: ", "import ",
        "pip ins", "vim.fil", "vim.fil", "{ \"mcpS", "{ \"serv",
      ])
    // The compiler reads one in the README, and another test runs that of the engine.
    let compiled = ManualText.all.flatMap { $0.blocks("```swift") }
      .filter { $0.hasPrefix("import ") }
    #expect(compiled.count == 2)
    for document in ManualText.all {
      let fences = document.text.split(separator: "\n").filter { $0.hasPrefix("```") }
      #expect(Set(fences).isSubset(of: ["```", "```swift", "```sh"]), "\(document)")
    }
  }

  /// The configuration that an example imports.
  private static let configuration = """
    {"methodConfig": [{"name": [{"service": "mesh"}], "retryPolicy": {"maxAttempts": 4, \
    "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, \
    "retryableStatusCodes": ["UNAVAILABLE"]}}]}
    """

  @Test("have examples of the language that run", arguments: ManualText.withExamples)
  func examples(document: ManualText) {
    let host = ScriptHost(
      file: { $0 == "service-config.json" ? Self.configuration : nil }, json: { _ in nil })
    var hooks = TerminalHooks()
    hooks.save = { _, _, _ in .saved }
    var mistakes: [String] = []
    var session = Session.printing(host: host, terminal: hooks) { output in
      if case .mistake(let text) = output { mistakes.append(text) }
    }
    for example in document.examples {
      #expect(session.run(example) == .ready, "\(document): \(example)")
    }
    #expect(mistakes == [], "\(document)")
  }

  @Test("have scenarios that pass", arguments: ManualText.withScenarios)
  func scenarios(document: ManualText) {
    for text in document.scenarios {
      let check = Scenario(path: "mine.retry", text: text, host: .test).check(
        recording: Recording.Kept())
      #expect(check.verdict == .passed, "\(document): \(check)")
    }
  }

  @Test("name only topics that the help has", arguments: ManualText.all)
  func topics(document: ManualText) {
    for match in document.text.matches(of: #/`help\s+([\w.]+)`/#) {
      let topic = String(match.output.1)
      #expect(Help().text(on: topic) != nil, "\(document): help \(topic)")
    }
  }

  /// Runs texts in one session; returns the errors and the results.
  private static func printed(_ texts: [String]) -> (mistakes: [String], results: [String]) {
    var (mistakes, results): ([String], [String]) = ([], [])
    var session = Session.printing { output in
      switch output {
      case .mistake(let text): mistakes.append(text)
      case .result(let text), .message(let text): results.append(text)
      }
    }
    for text in texts { session.run(text) }
    return (mistakes, results)
  }

  @Test("have measurements whose expectations hold")
  func measurements() throws {
    let examples = Self.measuring.examples
    let language = try #require(examples.first { $0.hasPrefix("let fetch = op(") })
    let measured = try #require(examples.first { $0.hasPrefix("stats ") })
    let lines = measured.split(separator: "\n").map(String.init)
    let printed = Self.printed([language] + lines)
    #expect(printed.mistakes == [])
    #expect(printed.results.last?.hasPrefix("expectation met: success >= 99%") == true)
    #expect(lines.count == 6)
  }

  @Test("have a policy in Swift that can be pasted, and means what it says")
  func pasted() throws {
    let block = try #require(
      ManualText.readme.blocks("```swift").first { $0.contains("= RetryPolicy<") })
    let parts = block.components(separatedBy: "\n\n")
    let policy = try #require(parts.first { $0.hasPrefix("let policy = RetryPolicy<") })
    let printed = Self.printed([policy, "explain policy"])
    #expect(printed.mistakes == [])
    #expect(printed.results.last?.contains("total attempts: 5") == true)
    #expect(
      printed.results.last?.contains("0s...100ms, 0s...200ms, 0s...400ms, 0s...800ms") == true)
  }

  @Test("have an example of outages and bursts that behaves as its comments say")
  func disruptions() throws {
    let example = try #require(Self.language.examples.first { $0.hasPrefix("let api") })
    let lines = example.split(separator: "\n").map(String.init)
    let printed = Self.printed(lines.prefix(3) + ["expect success >= 99.9%"] + lines.dropFirst(3))
    #expect(printed.mistakes == [])
    #expect(printed.results.contains { $0.hasPrefix("expectation met: success >= 99.9%") })
    #expect(printed.results.last?.contains("significant") == true)
  }

  @Test("have loads that stay stuck, and recover with a budget, as the text says")
  func storms() throws {
    let tour = ManualText.article("GettingStarted").examples
    let stuck = try #require(tour.first { $0.hasPrefix("let db") })
    let calm = try #require(tour.first { $0.hasPrefix("let calm") })
    let printed = Self.printed([stuck, calm])
    #expect(printed.mistakes == [])
    let reports = printed.results.filter { $0.contains("ended at 15s") }
    #expect(reports.count == 2)
    #expect(reports.first?.contains("still stuck 15s after") == true)
    #expect(reports.last?.contains("recovered") == true)
    let example = try #require(ManualText.readme.examples.first { $0.hasPrefix("let db") })
    #expect(Self.printed([example]).results.contains { $0.contains("still stuck") })
  }

  @Test("show an error as it is reported")
  func mistake() throws {
    let shown = try #require(Self.language.blocks("```").first { $0.hasPrefix("error: ") })
    #expect(Self.printed(["let fetch = op()\nrun fetch.rety(3)"]).mistakes == [shown])
  }

  @Test("have a lesson whose wrong answer is rejected")
  func lesson() throws {
    let lesson = try #require(ManualText.article("Lessons").scenarios.first)
    #expect(lesson.contains("\nwrong fetch"))
    let swapped = lesson.replacing("wrong fetch", with: "wrong fetch.retry(2)")
    let other = Scenario(path: "mine.retry", text: swapped, host: .test).check(
      recording: Recording.Kept())
    #expect(other.verdict == .expectation)
  }

  /// The commands that the text says to type, in a sensible order.
  private static let told = [
    "step X", "next", "failure", "until time > 1s", "back", "state", "queue", "continue", "leave",
    "play X, Y speed 5", "set type big", "why X call 7 against Y", "_", "_1", "_1.success", "_.p99",
    "_.load", "run X call 7", "run X worst 3", "presets X number 3", "let r = _",
    "compare _1, _2", "set draws 0", "set draws 1", "set draws 0.5", "set draws random",
    "dialect combine", "retry(3)", "seed 7", "set hints off", "set timing on",
    "show", "undo", "redo", "apropos jitter", "help", "help retry", "help E012", "help error",
    "reset",
  ]

  @Test("name commands that can be typed")
  func inline() {
    let setup = "let X = op(fails: 30%).retry(3)\nlet Y = op(fails: 30%).retry(2)"
    var typed = [setup, "stats X calls 50", "stats Y calls 50"]
    for text in Self.told {
      #expect(ManualText.all.contains { $0.text.contains("`\(text)`") }, "\(text)")
      typed.append(text.hasPrefix("retry(") ? "X.\(text)" : text)
      // A speed of 5 takes its time.
      if text.hasPrefix("play") { typed[typed.count - 1] = "play X, Y speed 100000" }
      if text == "_" { typed.append("stats X calls 50") }
    }
    #expect(Self.printed(typed).mistakes == [])
  }

  @Test("have words in the article on programs that can be typed")
  func words() {
    let cells = ManualText.laboratory.text.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .compactMap { $0.components(separatedBy: " | ").first?.dropFirst(3).dropLast() }
    #expect(cells.count == 22)
    var typed = ["let other = op()"]
    for cell in cells {
      // Options go into a call, and methods behind an operation.
      let parts = cell.components(separatedBy: "`, `").map { part in
        if part.hasPrefix("exponential"), !part.hasSuffix("full") { return "backoff: \(part)" }
        return part
      }
      let text = parts.joined(separator: ", ")
      if text.hasPrefix(".") || text.hasPrefix("retry(") {
        typed.append("op().\(text.trimmingPrefix("."))")
      } else if text.hasPrefix("budget") || text.hasPrefix("breaker") {
        typed.append("let strategy = \(text)")
      } else {
        let count = text.hasPrefix("attempts") ? "" : "attempts: 3, "
        typed.append("op(fails: [.timeout: 1%, .http(503): 1%, .auth: 1%]).retry(\(count)\(text))")
      }
    }
    #expect(Self.printed(typed).mistakes == [])
  }
}
