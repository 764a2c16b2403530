/// The report of checked scenarios, as text, JSON or annotations for GitHub.
package struct ChecksReport {
  private let checks: [Check]

  package init(_ checks: [Check]) {
    self.checks = checks
  }

  private var failed: [Check] { checks.filter { $0.verdict != .passed } }
  package var isPassed: Bool { failed.isEmpty }

  /// The failures and the totals.
  package var text: String {
    let texts = checks.flatMap { check in
      check.notes.map { "\(check.path): \($0)" }
        + (check.verdict == .passed
          ? [] : check.failures.map { "\(check.place(of: $0)): \($0.message)" })
    }
    return (texts + [summary]).joined(separator: "\n")
  }

  var summary: String {
    let passed = checks.count - failed.count
    let count =
      "\(passed) of \(checks.count) \(checks.count == 1 ? "scenario" : "scenarios") passed"
    let kinds = [Check.Verdict.mistake, .expectation, .difference, .unreadable, .stopped]
    let counts = kinds.compactMap { kind -> String? in
      let number = failed.count { $0.verdict == kind }
      return number == 0 ? nil : "\(number) \(kind.phrase)"
    }
    return ([count] + counts).joined(separator: ", ")
  }

  /// One object per scenario, and one for the totals.
  package var json: [JSONValue] {
    checks.map(Self.checkForm.json) + [Self.totalsForm.json(of: self)]
  }

  package static let checkForm = JSONForm<Check>(
    "check", "a scenario that 'retrylab test' or 'replay' checked"
  ) {
    JSONKey("path", "the path of the scenario") { $0.path }
    JSONKey(
      "verdict", "passed, expectation, mistake, difference, unreadable, stopped or inconclusive"
    ) { $0.verdict.rawValue }
    JSONKey("line", "the line that failed") { $0.line }
    JSONKey("message", "the reason for a failure") { $0.message }
    JSONKey("notes", "a note") { $0.notes }
    JSONKey.each("cases", { $0.cases }) {
      JSONKey("name", "an expectation, or the whole scenario") { $0.name }
      JSONKey("verdict", "its verdict") { $0.verdict.rawValue }
      JSONKey("line", "its line") { $0.line }
      JSONKey("message", "the reason for its failure") { $0.message }
    }
  }

  package static let totalsForm = JSONForm<ChecksReport>("checks", "the totals of all scenarios") {
    JSONKey("passed", "the number of scenarios that passed") { $0.checks.count - $0.failed.count }
    JSONKey("failed", "the number of scenarios that failed") { $0.failed.count }
  }

  /// The annotations of failures in the format of GitHub, each at its own line.
  package var annotations: [String] {
    failed.flatMap { check in
      check.failures.map { failure in
        let line = failure.line.map { ",line=\($0)" } ?? ""
        return
          "::error file=\(Self.property(check.path))\(line),title=\(failure.verdict.rawValue)::\(Self.escaped(failure.message))"
      }
    }
  }

  /// Returns a text in which no line is a command to a runner of GitHub, whatever a scenario has put there.
  package static func disarmed(_ text: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      line in
      line.drop(while: \.isWhitespace).hasPrefix("::") ? "\\" + line : String(line)
    }
    // The older form of commands counts anywhere in a line.
    return lines.joined(separator: "\n").replacing("##[", with: "##\\[")
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { text, character in
      switch character {
      case "%": text += "%25"
      case "\r": text += "%0D"
      case "\n", "\r\n": text += "%0A"
      default: text.append(character)
      }
    }
  }

  private static func property(_ text: String) -> String {
    escaped(text).reduce(into: "") { text, character in
      switch character {
      case ":": text += "%3A"
      case ",": text += "%2C"
      default: text.append(character)
      }
    }
  }
}

extension Check {
  /// The cases that failed, without the whole if it tells nothing new; a scenario that was not run is one case.
  var failures: [Case] {
    var failures = cases.filter { $0.verdict != .passed }
    if let last = failures.last,
      failures.dropLast().contains(where: { $0.message == last.message }),
      last.name == whole.name
    {
      failures.removeLast()
    }
    return failures.isEmpty ? [whole] : failures
  }

  func place(of failure: Case) -> String {
    failure.line.map { "\(path):\($0)" } ?? path
  }
}

extension Check.Verdict {
  var phrase: String {
    switch self {
    case .passed: "passed"
    case .expectation: "failed an expectation"
    case .mistake: "had errors"
    case .difference: "differed from the recording"
    case .unreadable: "could not be read"
    case .stopped: "stopped"
    case .inconclusive: "inconclusive"
    }
  }
}
