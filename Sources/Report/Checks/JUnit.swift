import RetryNumerics
import TextLayout

/// Checks as JUnit XML for build servers.
package struct JUnit {
  private let checks: [Check]

  package init(_ checks: [Check]) {
    self.checks = checks
  }

  /// The document: a suite per scenario, with a case per expectation and one for the whole scenario.
  package var text: String {
    let cases = checks.flatMap(\.allCases)
    let time = checks.reduce(Nanoseconds.zero) { $0 + $1.time }
    let lines =
      [
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
        "<testsuites name=\"retrylab\" \(Self.counts(cases, time))>",
      ] + checks.flatMap(Self.suite) + ["</testsuites>"]
    return lines.map { $0 + "\n" }.joined()
  }

  private static func counts(_ cases: [Check.Case], _ time: Nanoseconds) -> String {
    let failures = cases.count { $0.verdict.element == "failure" }
    let skipped = cases.count { $0.verdict == .inconclusive }
    let errors = cases.count { $0.verdict.element == "error" }
    let words = skipped == 0 ? "" : " skipped=\"\(skipped)\""
    return
      "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\"\(words) time=\"\(seconds(time))\""
  }

  private static func seconds(_ time: Nanoseconds) -> String {
    Figures.decimal(Double(time.count) / 1e9, 3)
  }

  private static func suite(_ check: Check) -> [String] {
    let start =
      "  <testsuite name=\"\(check.path.xml)\" file=\"\(check.path.xml)\" \(counts(check.allCases, check.time))>"
    return [start] + check.allCases.flatMap { lines($0, of: check) } + ["  </testsuite>"]
  }

  private static func lines(_ one: Check.Case, of check: Check) -> [String] {
    let name = check.path.hasSuffix(".retry") ? String(check.path.dropLast(6)) : check.path
    let classname = name.split(separator: "/").joined(separator: ".")
    let line = one.line.map { " line=\"\($0)\"" } ?? ""
    let start =
      "    <testcase classname=\"\(classname.xml)\" name=\"\(one.name.xml)\" file=\"\(check.path.xml)\"\(line) time=\"\(seconds(one.time))\""
    guard let element = one.verdict.element else { return [start + "/>"] }
    return [
      start + ">",
      "      <\(element) type=\"\(one.verdict.rawValue)\" message=\"\(one.firstLine.xml)\">\(one.message.xml)</\(element)>",
      "    </testcase>",
    ]
  }
}

extension Check {
  /// The cases; a scenario that was not run is one case.
  var allCases: [Case] { cases.isEmpty ? [whole] : cases }
}

extension Check.Verdict {
  /// What a case with it contains, if it has not passed.
  fileprivate var element: String? {
    switch self {
    case .passed: nil
    case .expectation, .difference: "failure"
    case .mistake, .unreadable, .stopped: "error"
    case .inconclusive: "skipped"
    }
  }
}
