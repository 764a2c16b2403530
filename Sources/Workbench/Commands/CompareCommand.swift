import Measurement
import Report
import RetryLanguage
import Simulation
import TextLayout

extension Command {
  /// Runs several strategies on the same faults.
  static let compare = Command(
    "compare", .expressions, of: .source(.any), options: [.calls, .seed, .over],
    gives: .table, saving: .result,
    "runs several strategies on the same faults, and shows how each differs from the first; results such as _1 are measured again, with the first one's seed and calls",
    example:
      "let f = op(fails: 30%, latency: exponential(100ms))\ncompare f, f.retry(2), f.retry(3) calls 5000"
  ) { (session, call) throws(Diagnostic) in
    let sources = call.subjects.compactMap(\.item.source)
    guard sources.count >= 2 else {
      throw Diagnostic(.missingArgument, "'compare' needs at least two strategies", at: call.range)
    }
    try session.settings.limits.checkRows(
      sources.count, "a comparison", "strategies", each: Limits.rowsPerComparedStrategy,
      at: call.range)
    let trials = try session.runner.trials(call)
    if call.measured != nil {
      let calls = trials.calls.count
      session.emit(
        .note(
          "measured again on the same faults: \(calls) calls, seed \(trials.seed)\(trials.spread.overWords)"
        ))
    }
    session.tellWays(sources.map(trials.singleWay))
    let subjects = zip(sources, call.subjects).map { ComparedSubject($0, $1.subject) }
    session.conclude(.comparison(trials.compare(sources), of: subjects), call, trials)
    return .ready
  }
}
