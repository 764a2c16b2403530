import Pictures
import TextLayout

extension ReportPage {
  /// Creates the page of checked scenarios: a row for each, and what failed with what changed.
  package init(_ checks: [Check], madeBy maker: String) {
    let failed = checks.filter { $0.verdict != .passed }
    self.init(
      title: ChecksReport(checks).summary, facts: [("made by", maker)],
      chapters: failed.isEmpty
        ? [] : [Chapter(title: "What failed", entries: failed.map { Entry($0) })])
    summary = [.table(Self.table(of: checks))]
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
      // What changed is in the table below.
      let message = failure.verdict == .difference ? failure.firstLine : failure.message
      return .mistake("\(check.place(of: failure)): \(message)")
    }
    let met = check.expectations.filter { $0.verdict == .passed }
    self.init(
      .heading("\(check.path) \(check.verdict.phrase)"),
      parts: cases + met.map { .verdict($0.name, isMet: true) }
        + ReportPage.parts(of: FigureChanges(check.changes), from: "recorded", to: "found"))
  }
}

extension ReportPage {
  /// The picture and the table of differences.
  static func parts(of changes: FigureChanges, from old: String, to new: String) -> [Part] {
    (changes.picture(from: old, to: new).map { [.image(SVGPicture($0))] } ?? [])
      + (changes.table(from: old, to: new).map { [.table($0)] } ?? [])
  }

  /// Puts two chapters side by side, below what differs between them.
  package mutating func setSideBySide(_ changes: FigureChanges) {
    isSideBySide = true
    summary =
      [.lines([changes.all.isEmpty ? "no figure differs" : changes.summary])]
      + Self.parts(of: changes, from: chapters[0].title, to: chapters[1].title)
  }
}
