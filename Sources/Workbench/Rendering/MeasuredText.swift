import Measurement
import Report
import RetryLanguage
import Simulation
import TextLayout

/// The figures of many calls as text and charts.
struct MeasuredText {
  private let record: MeasuredRecord
  private let sessionSeed: UInt64
  private let style: Style

  /// Creates the text of a measurement in a session with a default seed.
  init(_ record: MeasuredRecord, sessionSeed: UInt64, _ style: Style) {
    self.record = record
    self.sessionSeed = sessionSeed
    self.style = style
  }

  var text: String {
    if case .findings(let findings) = record.result {
      text(of: findings)
    } else {
      report?.text ?? ""
    }
  }

  /// The report; the calls that a search found have none.
  var report: RecordReport? {
    let (seed, spread) = (record.seed, record.spread)
    return switch record.result {
    case .stats(let measured, let exact):
      .stats(
        StatsReport(.independent(measured), seed: seed, spread: spread, exact: exact, style: style))
    case .comparison(let comparison, let subjects): .comparison(report(of: comparison, subjects))
    case .sweep(let sweep):
      .sweep(
        SweepReport(
          names: sweep.names, rows: rows(of: sweep), planned: sweep.planned, seed: seed,
          spread: spread, style: style))
    case .findings: nil
    case .load(let sample): .load(LoadReport(sample, seed: seed, style: style))
    case .tuned(let found):
      .tuned(TuneReport(found.tuned, TuneReport.Words(found), seed: seed, style: style))
    }
  }

  /// What loads ask of a server, if they were compared.
  var weighing: String {
    guard case .comparison(let comparison, let subjects) = record.result else { return text }
    return report(of: comparison, subjects).weighing
  }

  private func report(
    of comparison: Compared, _ subjects: [ComparedSubject]
  ) -> ComparisonReport {
    ComparisonReport(
      comparison, subjects: subjects.map(\.text), seed: record.seed, spread: record.spread,
      style: style)
  }

  private func rows(of sweep: Sweep) -> [SweepReport.Row] {
    sweep.rows.map { row in
      let texts = zip(row.values, sweep.types).map { item, type in
        Description.value(Definition(type: type, item: item, text: "…"))
      }
      return SweepReport.Row(values: texts, calls: row.calls)
    }
  }

  private func text(of findings: Findings) -> String {
    let searched = findings.searched.counting("call")
    let partial = findings.isPartial ? ", partial" : ""
    guard let share = findings.share, let call = findings.calls.first else {
      return "none of \(searched)\(partial)"
    }
    let list = findings.calls.map { "\($0)" }.joined(separator: ", ")
    let more = findings.count > findings.calls.count ? ", …" : ""
    let seed = record.seed == sessionSeed ? "" : " \(record.seed.seedOption)"
    let text = """
      \(findings.calls.count == 1 ? "call" : "calls") \(list)\(more)
      \(findings.count.grouped) of \(searched), \(Figures.shortShare(share.value))\(partial); 'run \(record.subject) call \(call)\(seed)\(record.spread.overPhrase)' shows the first
      """
    return Wrapping.prose(text, width: style.width)
  }
}

extension TuneReport.Words {
  /// Takes the words of a search from its text.
  init(_ record: TunedRecord) {
    let text = record.text
    self.init(
      parameters: text.parameters.map(\.name), goals: record.goals, worlds: record.worlds,
      policy: text.policy, value: { text.parameters[$0].text(of: $1) })
  }
}
