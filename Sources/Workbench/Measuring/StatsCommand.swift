import Measurement
import Report
import RetryLanguage
import Simulation
import TextLayout

extension Command {
  /// Runs many calls and tells what they came to.
  static let stats = Command(
    "stats", .expression, of: .runnable,
    options: [("calls", .int), ("seed", .int), ("runs", .int)], gives: .stats, saving: .result,
    "runs many calls: success with its interval, attempts, latency percentiles, waits, errors, load; of a load, with 'runs' under as many seeds",
    example: "stats op(fails: 30%).retry(3) calls 20_000"
  ) { (session, call) throws(Diagnostic) in
    if let load = call.load { return try session.measure(load, call) }
    guard call.options["runs"] == nil else {
      throw Diagnostic(
        .extraArgument, "'runs' counts runs of a load, and this is none; 'calls' counts calls",
        at: call.range(of: "runs"))
    }
    let source = try call.source()
    let trials = try session.trials(call)
    let measured = trials.measure(source)
    session.tellWays([trials.way(of: source)])
    let result = StatsResult(
      measured: measured, subject: call.subjectText, seed: trials.seed, exact: ClosedForm(source),
      source: source)
    session.conclude(result, call, trials)
    return .ready
  }
}

/// What many calls of one strategy came to.
private struct StatsResult: MeasuredResult {
  let measured: Measurement
  let subject: String
  let seed: UInt64
  let exact: ClosedForm?
  let source: Source

  var type: Type { .stats }
  var last: LastResult? { .stats(measured, of: source) }
  var bytes: Int { measured.bytes }
  var json: [JSONValue] { [MeasurementJSON(measured, subject: subject, seed: seed).json] }
  var csv: MeasurementCSV? {
    MeasurementCSV([.init(measured, subject: subject, seed: seed)])
  }

  func text(_ style: Style) -> String {
    StatsReport(measured, subject: subject, seed: seed, exact: exact, style: style).text
  }

  func item(_ name: String) -> Item? {
    name == "seed" ? .value(.int(Int(clamping: seed))) : measured.item(name)
  }
}
