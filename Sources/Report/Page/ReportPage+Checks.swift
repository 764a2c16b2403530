import TextLayout

extension ReportPage {
  /// Creates the page of checked scenarios: a row for each, and what failed with what changed.
  package init(_ checks: [Check], madeBy maker: String) {
    let failed = checks.filter { $0.verdict != .passed }
    self.init(
      title: ChecksReport(checks).summary, facts: [("made by", maker)],
      chapters: failed.isEmpty
        ? [] : [Chapter(title: "What failed", entries: failed.map { Entry($0) })])
    summary = [.block(.table(Self.table(of: checks)))]
  }

  private static func table(of checks: [Check]) -> Table {
    var table = Table(
      [.left, .left, .right, .left], head: ["scenario", "verdict", "expectations met", "note"])
    for check in checks {
      let expectations = check.expectations
      let met = expectations.count { $0.verdict == .passed }
      let isPassed = check.verdict == .passed
      table.add([
        .init(check.path), .init(check.verdict.phrase, isPassed ? .success : .failure),
        .init(expectations.isEmpty ? "" : "\(met) of \(expectations.count)"),
        .init(check.notes.joined(separator: "; ")),
      ])
    }
    return table
  }
}

extension ReportPage.Entry {
  /// A scenario that failed.
  fileprivate init(_ check: Check) {
    let cases = check.failures.map { failure -> ReportPage.Part in
      // What changed is drawn below.
      let message = failure.verdict == .difference ? failure.message.firstLine : failure.message
      return .mistake("\(check.place(of: failure)): \(message)")
    }
    let met = check.expectations.filter { $0.verdict == .passed }
    self.init(
      .heading("\(check.path) \(check.verdict.phrase)"),
      parts: cases + met.map { .verdict($0.name, isMet: true) }
        + (check.changes.isEmpty
          ? []
          : FigureChanges(check.changes).blocks(from: "recorded", to: "found")
            .dropFirst().map(ReportPage.Part.block)))
  }
}

extension Check {
  /// The expectations among its cases.
  fileprivate var expectations: [Case] { cases.filter { $0.name != whole.name } }
}

extension String {
  fileprivate var firstLine: String { String(prefix { $0 != "\n" }) }
}
