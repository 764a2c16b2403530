/// The report of checked scenarios, as text, JSON or annotations for GitHub.
package struct ChecksReport {
  private let checks: [Check]

  /// Creates the report of checks, in order.
  package init(_ checks: [Check]) {
    self.checks = checks
  }

  private var failed: [Check] { checks.filter { $0.verdict != .passed } }

  /// Whether every scenario passed.
  package var isPassed: Bool { failed.isEmpty }

  /// The failures and the totals.
  package var text: String {
    let told = checks.flatMap { check in
      check.notes.map { "\(check.path): \($0)" }
        + (check.verdict == .passed
          ? [] : check.failures.map { "\(check.place(of: $0)): \($0.message)" })
    }
    return (told + [summary]).joined(separator: "\n")
  }

  private var summary: String {
    let passed = checks.count - failed.count
    let count =
      "\(passed) of \(checks.count) \(checks.count == 1 ? "scenario" : "scenarios") passed"
    let kinds = [Check.Verdict.mistake, .expectation, .difference, .unreadable, .stopped]
    let counts = kinds.compactMap { kind -> String? in
      let number = failed.count { $0.verdict == kind }
      return number == 0 ? nil : "\(number) \(kind.words)"
    }
    return ([count] + counts).joined(separator: ", ")
  }

  /// One object per scenario, and one for the totals.
  package var json: [JSONValue] {
    checks.map { check in
      [
        "kind": "check", "path": .string(check.path), "verdict": .string(check.verdict.rawValue),
        "line": check.line.map { .int(Int64($0)) } ?? .null, "message": .string(check.message),
        "notes": .list(check.notes.map { .string($0) }),
        "cases": .list(check.cases.map(\.json)),
      ]
    } + [
      [
        "kind": "checks", "passed": .int(Int64(checks.count - failed.count)),
        "failed": .int(Int64(failed.count)),
      ]
    ]
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

extension Check.Case {
  fileprivate var json: JSONValue {
    [
      "name": .string(name), "verdict": .string(verdict.rawValue),
      "line": line.map { .int(Int64($0)) } ?? .null, "message": .string(message),
    ]
  }
}

extension Check {
  /// The cases that failed, without the whole if it tells nothing new; a scenario that was not run is one case.
  fileprivate var failures: [Case] {
    var failures = cases.filter { $0.verdict != .passed }
    if let last = failures.last,
      failures.dropLast().contains(where: { $0.message == last.message }),
      last.name == whole.name
    {
      failures.removeLast()
    }
    return failures.isEmpty ? [whole] : failures
  }

  fileprivate func place(of failure: Case) -> String {
    failure.line.map { "\(path):\($0)" } ?? path
  }
}

extension Check.Verdict {
  /// The verdict after a count.
  fileprivate var words: String {
    switch self {
    case .passed: "passed"
    case .expectation: "failed an expectation"
    case .mistake: "had errors"
    case .difference: "differed from the recording"
    case .unreadable: "could not be read"
    case .stopped: "stopped"
    }
  }
}
