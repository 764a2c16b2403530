package import Pictures
package import Report
import RetryLanguage

extension Scenario {
  /// A run of it as a chapter of a page.
  package struct Report {
    package let chapter: ReportPage.Chapter
    package let outcome: Outcome
  }

  /// Runs the scenario to its end, also after a failed expectation, and reports it.
  package func report(
    size: SVGSize = .normal, threads: Int? = nil, terminal: TerminalHooks = TerminalHooks()
  ) -> Report {
    var renderer = PageRenderer(size, isInterrupted: terminal.isInterrupted)
    let outcome = perform(judgingAll: true, threads: threads, terminal: terminal) {
      renderer.add($0)
    }
    let met = outcome.judged.count { $0.expectation.judgement == .met }
    let expectations =
      outcome.judged.isEmpty ? [] : [("expectations met", "\(met) of \(outcome.judged.count)")]
    let results = Digest.of([Recording(outcome).text])
    var chapter = ReportPage.Chapter(
      title: path, facts: expectations + [("digest of the results", results)],
      entries: renderer.entries)
    chapter.again = (text, "retrylab \(path)")
    return Report(chapter: chapter, outcome: outcome)
  }
}

extension ReportPage {
  /// Creates the page of some scenarios: two stand side by side, below what differs between them.
  package init(_ reports: [Scenario.Report]) {
    self.init(
      title: reports.map(\.chapter.title).joined(separator: reports.count == 2 ? " and " : ", "),
      facts: [("made by", Version.maker)], chapters: reports.map(\.chapter))
    guard reports.count == 2 else { return }
    isSideBySide = true
    let replay = Replay(reports[1].outcome, against: Recording(reports[0].outcome))
    summary = FigureChanges(replay.changes)
      .blocks(from: chapters[0].title, to: chapters[1].title).map(Part.block)
  }
}
