package import Pictures
package import Report
import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout

extension Scenario {
  /// A run of it as a chapter of a page.
  package struct PageRun {
    package let chapter: ReportPage.Chapter
    package let outcome: Outcome
  }

  /// Runs the scenario to its end, also after a failed expectation, and reports it.
  package func report(
    size: SVGSize = .normal, threads: Int? = nil, terminal: TerminalHooks = TerminalHooks()
  ) -> PageRun {
    var renderer = PageRenderer(size, isInterrupted: terminal.isInterrupted)
    let outcome = perform(judgingAll: true, threads: threads, terminal: terminal) {
      renderer.add($0)
    }
    let met = outcome.judged.count { $0.expectation.judgement == .met }
    var facts: [(name: String, value: String)] = []
    if !outcome.judged.isEmpty {
      facts.append(("expectations met", "\(met) of \(outcome.judged.count)"))
    }
    facts += [("seed", "\(outcome.seed)"), ("digest of the results", outcome.digest)]
    var chapter = ReportPage.Chapter(title: path, facts: facts, entries: renderer.entries)
    chapter.rerun = (
      text.unixLines, "retrylab \(path.shellWord)",
      loadsFiles ? "It loads other files, which are not part of this page." : nil
    )
    return PageRun(chapter: chapter, outcome: outcome)
  }
}

extension Scenario.Outcome {
  /// A short text that is the same for the same results.
  var digest: String { Digest.of([Recording(self).text]) }
}

extension ReportPage {
  /// Creates the page of some scenarios: two stand side by side, below what differs between them.
  package init(_ reports: [Scenario.PageRun]) {
    self.init(
      title: reports.map(\.chapter.title).joined(separator: reports.count == 2 ? " and " : ", "),
      facts: [("made by", Version.maker)], chapters: reports.map(\.chapter))
    guard reports.count == 2 else { return }
    setSideBySide(FigureChanges(Replay.changes(from: reports[0].outcome, to: reports[1].outcome)))
  }
}

extension Scenario {
  /// Whether a statement reads another file.
  private var loadsFiles: Bool {
    Parser.read(SourceText(text), commands: commands).statements.contains { statement in
      if case .command(let command) = statement {
        ["load", "import", "replay", "lesson"].contains(command.name.text) && command.text != nil
      } else {
        false
      }
    }
  }
}

extension String {
  /// The text with the line ends of Unix, without the mark that some editors put at the start.
  fileprivate var unixLines: String {
    String(map { $0.isNewline ? "\n" : $0 }.drop { $0 == "\u{FEFF}" })
  }

  /// The text as one word of a shell.
  fileprivate var shellWord: String {
    let isPlain = allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_./+=:@%".contains($0))
    }
    return isPlain ? self : "'" + replacing(scalar: "'", with: "'\\''") + "'"
  }
}
