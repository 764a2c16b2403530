import Measurement
import Report
import RetryLanguage
import Simulation
import TextLayout

extension Command {
  /// Runs several strategies on the same faults.
  static let compare = Command(
    "compare", .expressions, of: .source(.any), options: [("calls", .int), ("seed", .int)],
    gives: .table, saving: .result,
    "runs several strategies on the same faults, and tells how each differs from the first; results are measured again, with the seed and the calls of the first of them",
    example:
      "let f = op(fails: 30%, latency: exponential(100ms))\ncompare f, f.retry(2), f.retry(3) calls 5000"
  ) { (session, call) throws(Diagnostic) in
    let sources = call.subjects.compactMap(\.item.source)
    guard sources.count >= 2 else {
      throw Diagnostic(.missingArgument, "'compare' needs two strategies at least", at: call.range)
    }
    try session.checkRows(
      sources.count, "a comparison", "strategies", each: Limits.rowsPerComparedStrategy,
      at: call.range)
    let trials = try session.trials(call)
    if call.measured != nil {
      let calls = trials.calls.count
      session.say(
        .message("measured again on the same faults: calls \(calls), seed \(trials.seed)"))
    }
    session.tellWays(sources.map(trials.singleWay))
    let result = ComparisonResult(
      comparison: trials.compare(sources), subjects: call.subjects.map(\.subject),
      seed: trials.seed, sources: sources)
    session.conclude(result, call, trials)
    return .ready
  }
}

/// What many calls of several strategies came to.
private struct ComparisonResult: MeasuredResult {
  let comparison: Comparison
  let subjects: [String]
  let seed: UInt64
  let sources: [Source]

  private var measured: [Measurement] { comparison.rows.map(\.measured) }

  var type: Type { .table }
  var last: LastResult? { zip(measured, sources).map { LastResult.stats($0, of: $1) }.last }
  var bytes: Int { comparison.bytes }
  var json: [JSONValue] { ComparisonJSON(comparison, subjects: subjects, seed: seed).rows }
  var csv: MeasurementCSV? {
    MeasurementCSV(
      zip(measured, subjects).map { .init($0, subject: $1, seed: seed) })
  }

  func text(_ style: Style) -> String {
    ComparisonReport(comparison, subjects: subjects, seed: seed, style: style).text
  }

  func item(_ name: String) -> Item? { measured.item(name) }
}
