/// What is told of scenarios that were checked: to a person, to a program, to a forge.
package struct ChecksReport {
  private let checks: [Check]

  /// Tells of checks, in their order.
  package init(_ checks: [Check]) {
    self.checks = checks
  }

  private var failed: [Check] { checks.filter { $0.verdict != .passed } }

  /// Whether every scenario did what it should.
  package var isPassed: Bool { failed.isEmpty }

  /// What failed, and how many did not.
  package var text: String {
    let told = checks.flatMap { check in
      check.notes.map { "\(check.path): \($0)" }
        + (check.verdict == .passed ? [] : ["\(check.place): \(check.message)"])
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

  /// One object for each scenario, and one for all.
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

  /// The lines by which a forge shows what failed beside the file, as GitHub reads them.
  package var annotations: [String] {
    failed.map { check in
      let line = check.line.map { ",line=\($0)" } ?? ""
      return
        "::error file=\(Self.property(check.path))\(line),title=\(check.verdict.rawValue)::\(Self.escaped(check.message))"
    }
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
  /// Where it failed.
  fileprivate var place: String { line.map { "\(path):\($0)" } ?? path }
}

extension Check.Verdict {
  /// The verdict behind a number.
  fileprivate var words: String {
    switch self {
    case .passed: "passed"
    case .expectation: "not as expected"
    case .mistake: "with mistakes"
    case .difference: "not as recorded"
    case .unreadable: "not readable"
    case .stopped: "stopped"
    }
  }
}
