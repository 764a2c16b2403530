import Measurement
import RetryLanguage
import RetryNumerics
import Simulation

extension Workspace {
  /// Runs an operation, or shows any other value.
  mutating func show(_ definition: Definition) {
    switch definition.item {
    case .source(let source):
      let record = record(
        of: source, definition.text, CallOrigin(seed: settings.runSeed))
      environment.keep(record)
      emit(.ran(record))
    case .run(let record): emit(.ran(record))
    case .load(let load): run(load, subject: definition.text, seed: settings.runSeed)
    case .measured(let record):
      emit(.measured(record, sessionSeed: settings.runSeed, isNew: false))
    default:
      // A result that is only looked at stays where it is.
      if !definition.text.hasPrefix("_") { environment.keep(definition) }
      emit(.shown(definition))
    }
  }

  /// Stores a measurement and reports it.
  mutating func conclude(
    _ result: MeasuredResult, of source: Source?, in load: Load? = nil, subject: String,
    seed: UInt64,
    spread: Nanoseconds? = nil, calls: UInt64
  ) {
    runner.endProgress()
    let record = MeasuredRecord(
      source: result.type == .table ? nil : source, load: load, subject: subject, seed: seed,
      spread: spread, calls: calls, result: result)
    environment.keep(record, checking: LastResult(result, of: source))
    emit(.measured(record, sessionSeed: settings.runSeed))
  }

  /// Stores the measurement of a command and reports it.
  mutating func conclude(_ result: MeasuredResult, _ call: CommandCall, _ trials: Trials) {
    conclude(
      result, of: call.subjects.first?.item.source, in: call.subjects.first?.item.load,
      subject: call.subjectText, seed: trials.seed,
      spread: trials.spread, calls: UInt64(trials.calls.count))
  }

  /// Stores the result of a load and reports it.
  mutating func conclude(_ sample: LoadSample, subject: String, seed: UInt64) {
    conclude(
      .load(sample), of: nil, in: sample.load, subject: subject, seed: seed,
      calls: sample.calls.calls)
  }

  mutating func run(_ load: Load, subject: String, seed: UInt64) {
    let (sample, way) = runner.run(load, seed: seed)
    reportPaths([way])
    conclude(sample, subject: subject, seed: seed)
  }

  /// Reports which engines ran, if timing is on.
  func reportPaths(_ ways: @autoclosure () -> [ExecutionPath]) {
    if settings.isTimed { emit(.tookWays(ways())) }
  }
}

extension LastResult {
  /// Creates what `expect` checks of a result; for a comparison or a sweep, its last row.
  init?(_ result: MeasuredResult, of source: Source?) {
    guard let row = result.rows.last else { return nil }
    self = .many(row.calls, of: row.source ?? source)
  }
}
