import Measurement
import RetryLanguage
import Simulation

extension Session {
  /// Stores a measurement and emits it.
  mutating func conclude(
    _ result: MeasuredResult, of source: Source?, subject: String, seed: UInt64, calls: UInt64
  ) {
    endProgress()
    if let last = LastResult(result, of: source) { lastResult = last }
    let record = MeasuredRecord(
      source: result.type == .table ? nil : source, subject: subject, seed: seed, calls: calls,
      result: result)
    keep(record)
    emit(.measured(record, sessionSeed: settings.seed))
  }

  /// Stores the measurement of a command and emits it.
  mutating func conclude(_ result: MeasuredResult, _ call: CommandCall, _ trials: Trials) {
    conclude(
      result, of: call.subjects.first?.item.source, subject: call.subjectText, seed: trials.seed,
      calls: UInt64(trials.calls.count))
  }
}

extension LastResult {
  /// Takes what `expect` asks about from a result: of a comparison or a sweep, its last row.
  init?(_ result: MeasuredResult, of source: Source?) {
    switch result {
    case .stats(let measured, _): self = .many(.independent(measured), of: source)
    case .comparison(let comparison, let subjects):
      guard let row = comparison.rows.last, let subject = subjects.last else { return nil }
      self = .many(.independent(row.measured), of: subject.source)
    case .sweep(let sweep):
      guard let row = sweep.rows.last else { return nil }
      self = .many(.independent(row.measured), of: row.source)
    case .findings: return nil
    case .load(let sample): self = .many(.concurrent(sample), of: sample.load.source)
    }
  }
}
