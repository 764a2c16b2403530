import Measurement
import RetryLanguage

extension Session {
  /// The number of calls where none is given: that of the result that is measured again, if one is.
  private func measured(_ call: CommandCall) -> Int {
    call.measured.map { Int(clamping: $0.calls) } ?? 10_000
  }

  /// The calls that a command requests, with progress and cancellation.
  func trials(_ call: CommandCall) throws(Diagnostic) -> Trials {
    let calls = try call.count(.calls) ?? measured(call)
    return trials(calls: calls, seed: try call.seedAndCall(settings).seed)
  }

  /// A number of calls, with progress and cancellation.
  func trials(calls: Int, seed: UInt64) -> Trials {
    var trials = Trials(calls: 0..<UInt64(calls), seed: seed)
    trials.limits = settings.limits
    trials.threads = settings.threads
    trials.path = settings.usesEngineOnly ? .engine : nil
    trials.watch.isInterrupted = terminal.isInterrupted
    if let progress = terminal.progress {
      trials.watch.progress = { progress(Double($0) / Double(calls)) }
    }
    return trials
  }

  /// Reports how calls were run, if timing is on.
  func tellWays(_ ways: [MeasurementWay]) {
    guard settings.isTimed else { return }
    emit(.tookWays(ways))
  }
}
