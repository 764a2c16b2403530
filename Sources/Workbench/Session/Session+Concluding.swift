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
    guard let row = result.rows.last else { return nil }
    self = .many(row.calls, of: row.source ?? source)
  }
}
