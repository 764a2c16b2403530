import Measurement
import RetryLanguage

extension Session {
  /// The number of calls where none is given: that of the result that is measured again, if one is.
  private func measured(_ call: CommandCall) -> Int {
    call.measured.map { Int(clamping: $0.calls) } ?? 10_000
  }

  /// The calls that a command is to run, and who looks on.
  func trials(_ call: CommandCall) throws(Diagnostic) -> Trials {
    let calls = try call.count(.calls) ?? measured(call)
    return trials(calls: calls, seed: try call.seedAndCall(settings).seed)
  }

  /// So many calls, and who looks on.
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

  /// Tells on which ways calls were run, where somebody wants to know how long things take.
  func tellWays(_ ways: [MeasurementWay]) {
    guard settings.isTimed else { return }
    emit(.tookWays(ways))
  }
}
