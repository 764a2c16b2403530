import Measurement
import Report
import RetryLanguage
import Simulation
import TextLayout

extension Command {
  static let compare = Command(
    "compare", .expressions, of: .runnable, options: [.calls, .seed, .over, .runs],
    gives: .table, role: .result,
    "runs several strategies on the same faults, or several loads with the same seeds, and shows how each differs from the first; results such as _1 are measured again, with the first one's seed and calls",
    example:
      "let f = op(fails: 30%, latency: exponential(100ms))\ncompare f, f.retry(2), f.retry(3) calls 5000"
  ) { (workspace: inout Workspace, call) throws(Diagnostic) in
    guard call.subjects.count >= 2 else {
      throw Diagnostic(.missingArgument, "'compare' needs at least two strategies", at: call.range)
    }
    let loads = call.subjects.compactMap(\.item.load)
    guard loads.isEmpty else { return try workspace.compare(loads, call) }
    let sources = call.subjects.compactMap(\.item.source)
    for source in sources.prefix(1) { try call.check(.calls(source)) }
    try workspace.settings.limits.checkRows(
      sources.count, "a comparison", "strategies", each: Limits.rowsPerComparedStrategy,
      at: call.range)
    let trials = try workspace.runner.trials(call)
    if call.measured != nil {
      let calls = trials.calls.count
      workspace.emit(
        .note(
          "measured again on the same faults: \(calls) calls, \(trials.seed.seedPhrase)\(trials.spread.overPhrase)"
        ))
    }
    let plans = sources.map(trials.inspectingPlan)
    workspace.reportPaths(plans.map(\.path))
    let subjects = zip(sources, call.subjects).map { ComparedSubject($0, $1.subject) }
    workspace.conclude(.comparison(.strategies(trials.compare(plans)), of: subjects), call, trials)
    return .ready
  }
}

extension Workspace {
  /// Runs loads with the same seeds.
  fileprivate mutating func compare(
    _ loads: [Load], _ call: CommandCall
  ) throws(Diagnostic) -> Status {
    guard loads.count == call.subjects.count else {
      throw Diagnostic(
        .wrongType, "'compare' takes operations or loads, but not both", at: call.range)
    }
    try settings.limits.checkRows(
      loads.count, "a comparison", "loads", each: Limits.rowsPerComparedStrategy, at: call.range)
    let (measured, seed) = try self.samples(of: loads, call)
    let samples = runner.isInterrupted ? measured.onCommonSeeds : measured
    guard samples.count == loads.count else {
      runner.endProgress()
      emit(.note("stopped by Ctrl-C before each load had a run: nothing was compared"))
      return .ready
    }
    let subjects = call.subjects.map { ComparedSubject(nil, $0.subject) }
    conclude(
      .comparison(.loads(samples), of: subjects), of: nil, subject: call.subjectText, seed: seed,
      calls: UInt64(samples.first?.planned ?? 0))
    return .ready
  }
}
