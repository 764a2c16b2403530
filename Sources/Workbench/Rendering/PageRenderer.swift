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
    if entries.isEmpty { entries.append(ReportPage.Entry(.narration([]))) }
    if case .image = part {
      images += 1
      guard images <= Self.mostImages else { return }
    }
    entries[entries.count - 1].parts.append(part)
    if case .image = part, images == Self.mostImages {
      append(.note("only the first \(Self.mostImages) images are drawn"))
    }
  }
}

// MARK: - Parts

extension PageRenderer {
  private mutating func parts(of event: Event) -> [ReportPage.Part] {
    switch event {
    case .ran(let record):
      let report = TraceReport(
        trace: record.trace, subject: record.subject,
        attemptLimit: Plan(of: record.source).attempts, style: .page, source: record.source,
        interruption: interruption)
      return [.image(record.image(size, interruption)), .block(.table(report.table))]
        + warnings(on: [record.source])
    case .ranSeries(let series):
      let summary = RunSummary(series.results, style: .page, interruption: interruption)
      return image(series.image(size, interruption))
        + (summary.table.map { [.block(.table($0)), .block(.lines([summary.total]))] } ?? [])
        + warnings(on: [series.source])
    case .played(let played, _):
      let results = played.animation(.page, interruption).results.map(\.text)
      return image(played.image(size, interruption)) + [.block(.lines(results))]
        + warnings(on: played.sources)
    case .measured(let record, _, _): return parts(of: record) + warnings(on: record.sources)
    case .explained(let explanation):
      let text = ExplanationText(explanation, .page)
      return [.block(.lines(text.lines))] + image(explanation.image(size))
        + text.warnings.map(ReportPage.Part.note)
    case .reasoned(let reasons):
      return [.block(.lines([ReasonsText(reasons).text]))]
        + image(reasons.image(size, interruption))
    case .expected(let expectation):
      return [
        .verdict(ExpectationText.text(expectation), isMet: expectation.judgement == .met)
      ]
    default: return text(of: event)
    }
  }

  /// A measurement: its heading, its image, and the rest with tables in the place of pictures.
  private mutating func parts(of record: MeasuredRecord) -> [ReportPage.Part] {
    guard let report = record.report else {
      return text(of: .measured(record, sessionSeed: record.seed)) + image(record.image(size))
    }
    let blocks = report.sections.flatMap(\.blocks).filter { block in
      if case .picture = block { false } else { true }
    }
    let parts = blocks.map(ReportPage.Part.block)
    return parts.prefix(1) + image(record.image(size)) + parts.dropFirst()
  }

  private func image(_ image: SVGPicture?) -> [ReportPage.Part] {
    image.map { [.image($0)] } ?? []
  }

  private func warnings(on sources: [Source?]) -> [ReportPage.Part] {
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
    case .result(let text): .block(.lines([text]))
    case .message(let text): .note(text)
    case .mistake(let text): .mistake(text)
    }
  }
}
