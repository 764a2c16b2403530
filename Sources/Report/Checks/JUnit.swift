import TextLayout

/// Checks in the form that build servers read: the XML of JUnit.
package struct JUnit {
  private let checks: [Check]

  /// Writes down checks.
  package init(_ checks: [Check]) {
    self.checks = checks
  }

  /// The document.
  package var text: String {
    let failures = checks.count { $0.verdict.isFailure }
    let errors = checks.count { $0.verdict != .passed && !$0.verdict.isFailure }
    let counts = "tests=\"\(checks.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
    let lines =
      [
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
        "<testsuites name=\"retrylab\" \(counts)>",
        "  <testsuite name=\"scenarios\" \(counts)>",
      ] + checks.flatMap(Self.lines) + ["  </testsuite>", "</testsuites>"]
    return lines.map { $0 + "\n" }.joined()
  }

  private static func lines(_ check: Check) -> [String] {
    let folder = check.path.split(separator: "/").dropLast().joined(separator: ".")
    let name = check.path.split(separator: "/").suffix(1).joined()
    let start =
      "    <testcase classname=\"\(folder.xml)\" name=\"\(name.xml)\" file=\"\(check.path.xml)\""
    guard check.verdict != .passed else { return [start + "/>"] }
    let line = check.line.map { " line=\"\($0)\"" } ?? ""
    let element = check.verdict.isFailure ? "failure" : "error"
    let first = String(check.message.prefix { $0 != "\n" })
    return [
      start + line + ">",
      "      <\(element) type=\"\(check.verdict.rawValue)\" message=\"\(first.xml)\">\(check.message.xml)</\(element)>",
      "    </testcase>",
    ]
  }
}

extension Check.Verdict {
  /// Whether something was asked and answered in the negative.
  fileprivate var isFailure: Bool { self == .expectation || self == .difference }
}
