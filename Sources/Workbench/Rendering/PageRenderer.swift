import Measurement
import Pictures
import Report
import RetryLanguage
import Simulation
import TextLayout

/// Converts the events of a session to the entries of a page.
struct PageRenderer {
  /// The most images of a chapter, so that no page grows without end.
  private static let mostImages = 500

  private(set) var entries: [ReportPage.Entry] = []
  private let size: SVGSize
  private let interruption: InterruptionCheck
  private var renderer: TextRenderer
  private var images = 0

  init(_ size: SVGSize, isInterrupted: (@Sendable () -> Bool)? = nil) {
    self.size = size
    interruption = InterruptionCheck(isInterrupted)
    renderer = TextRenderer(.page, isInterrupted: isInterrupted)
  }

  /// Returns the entries so far, and forgets them.
  mutating func taken() -> [ReportPage.Entry] {
    defer { entries = [] }
    return entries
  }

  mutating func add(_ event: Event) {
    switch event {
    case .narrated(let line): narrate(line)
    // It separates paragraphs.
    case .note(""): if case .narration? = entries.last?.kind { narrate("") }
    case .typed(let text, let commands):
      entries.append(ReportPage.Entry(.typed(SyntaxColours.pieces(of: text, commands))))
    default: for part in parts(of: event) { append(part) }
    }
  }

  private mutating func narrate(_ line: String) {
    if case .narration(let lines)? = entries.last?.kind, entries.last?.parts.isEmpty == true {
      entries[entries.count - 1] = ReportPage.Entry(.narration(lines + [line]))
    } else {
      entries.append(ReportPage.Entry(.narration([line])))
    }
  }

  private mutating func append(_ part: ReportPage.Part) {
    let isAfterWords = if case .narration? = entries.last?.kind { part.isMistake } else { false }
    if entries.isEmpty || isAfterWords {
      entries.append(ReportPage.Entry(.heading(Self.heading(of: part))))
    }
    entries[entries.count - 1].parts.append(part)
  }
}

// MARK: - Parts

extension PageRenderer {
  /// What stands above a part that follows no statement.
  private static func heading(of part: ReportPage.Part) -> String {
    switch part {
    case .mistake: "What stopped it"
    case .verdict: "An expectation"
    case .lines, .table, .image, .note: "Before the first statement"
    }
  }

  private mutating func parts(of event: Event) -> [ReportPage.Part] {
    switch event {
    case .ran(let record):
      let report = TraceReport(
        trace: record.trace, subject: record.subject,
        attemptLimit: Plan(of: record.source).attempts, style: .page, source: record.source,
        interruption: interruption)
      return image(record.image) + [.table(report.table)]
        + warnings(on: [record.source])
    case .ranSeries(let series):
      let summary = RunSummary(series.results, style: .page, interruption: interruption)
      return image(series.image)
        + (summary.table.map { [.table($0), .lines([summary.total])] } ?? [])
        + warnings(on: [series.source])
    case .played(let played, _):
      let results = played.animation(.page, interruption).results.map(\.text)
      return image(played.image) + [.lines(results)]
        + warnings(on: played.sources)
    case .measured(let record, _, _): return parts(of: record) + warnings(on: record.sources)
    case .explained(let explanation):
      let text = ExplanationText(explanation, .page)
      return [.lines(text.lines)] + image { size, _ in explanation.image(size) }
        + text.warnings.map(ReportPage.Part.note)
    case .reasoned(let reasons):
      return [.lines([ReasonsText(reasons).text])]
        + image(reasons.image)
    case .expected(let expectation):
      return [
        .verdict(ExpectationText.text(expectation), isMet: expectation.judgement == .met)
      ]
    // These differ from run to run.
    case .took, .tookWays: return []
    default: return text(of: event)
    }
  }

  /// A measurement: its heading, its image, and the rest with tables in the place of pictures.
  private mutating func parts(of record: MeasuredRecord) -> [ReportPage.Part] {
    guard let report = record.report else {
      return text(of: .measured(record, sessionSeed: record.seed))
        + image(record.image)
    }
    let sections = report.wholeSections.map { section in
      section.blocks.compactMap { block -> ReportPage.Part? in
        switch block {
        case .lines(let lines): .lines(lines)
        case .table(let table): .table(table)
        case .picture: nil
        }
      }
    }
    return (sections.first ?? []) + image(record.image)
      + sections.dropFirst().joined()
  }

  /// An image, which is not drawn if there are too many.
  private mutating func image(
    _ draw: (SVGSize, InterruptionCheck) -> SVGPicture?
  ) -> [ReportPage.Part] {
    guard images < Self.mostImages else {
      defer { images += 1 }
      return images > Self.mostImages
        ? [] : [.note("only the first \(Self.mostImages) images are drawn")]
    }
    guard let drawn = draw(size, interruption) else { return [] }
    images += 1
    return [.image(drawn)]
  }

  private func warnings(on sources: [Source]) -> [ReportPage.Part] {
    renderer.warnings(on: sources).map(\.part)
  }

  /// What a terminal prints.
  private mutating func text(of event: Event) -> [ReportPage.Part] {
    renderer.outputs(of: event).map(\.part)
  }
}

extension Output {
  fileprivate var part: ReportPage.Part {
    switch self {
    case .result(let text): .lines([text])
    case .message(let text): .note(text)
    case .mistake(let text): .mistake(text)
    }
  }
}
