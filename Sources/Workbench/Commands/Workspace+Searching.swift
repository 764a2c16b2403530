import Measurement
import RetryLanguage
import Simulation

extension Workspace {
  /// Runs the call at a percentile of the latency, or the slowest calls.
  mutating func runSearched(
    _ subject: Runnable, _ call: CommandCall
  ) throws(Diagnostic) -> Status {
    let trials = try runner.trials(call)
    var calls: [UInt64] = []
    if let worst = try call.count(.worst) {
      calls = trials.longestCalls(of: subject, count: worst).map(\.call)
    } else if let share = call.options[.percentile]?.item.number {
      guard (0...1).contains(share) else {
        throw Diagnostic(
          .impossibleValue, "'at' takes a percentile: p50, p99, 99.9%", at: call.range)
      }
      calls = trials.call(of: subject, at: share).map { [$0.call] } ?? []
    }
    runner.endProgress()
    // The slowest of only some calls would mislead.
    if runner.isInterrupted {
      emit(.note("stopped by Ctrl-C before the call was found"))
      return .ready
    }
    if calls.isEmpty { emit(.note("no call ends, so none has a latency")) }
    for number in calls {
      let origin = CallOrigin(seed: trials.seed, call: number, spread: trials.spread)
      guard let record = record(of: subject, call.subjectText, origin) else { break }
      environment.keep(record)
      emit(.ran(record))
    }
    return .ready
  }
}
