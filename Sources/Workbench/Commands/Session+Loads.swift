import Measurement
import RetryLanguage
import Simulation
import TextLayout

extension CommandCall {
  /// The load that the command runs, if any.
  var load: Load? {
    if case .load(let load)? = subjects.first?.item { load } else { nil }
  }

  /// Throws if an option is given that does not apply to loads.
  fileprivate func refuse(_ refused: [CommandOption], _ advice: String) throws(Diagnostic) {
    for option in refused where options[option] != nil {
      throw Diagnostic(
        .extraArgument, "'\(option.key)' does not apply to a load: \(advice)",
        at: range(of: option))
    }
  }
}

extension Session {
  /// The default number of runs of a load.
  private static let usualRuns = 10

  /// Runs a load once, or shows one of its calls.
  mutating func runLoad(_ load: Load, _ call: CommandCall) throws(Diagnostic) -> Status {
    try call.refuse(
      [.times, .percentile, .worst, .calls],
      "'call' shows one of its calls")
    try call.refuse([.over], "its arrivals set when calls start")
    let seed = try call.origin(settings).seed
    if let number = try call.count(.call) {
      showCall(UInt64(number), of: load, seed: seed, subject: call.subjectText)
    } else {
      run(load, subject: call.subjectText, seed: seed)
    }
    return .ready
  }

  /// Runs a load under several seeds.
  mutating func measure(_ load: Load, _ call: CommandCall) throws(Diagnostic) -> Status {
    try call.refuse([.calls], "'runs' sets the number of runs")
    try call.refuse([.over], "its arrivals set when calls start")
    let runs = try call.count(.runs) ?? Self.usualRuns
    let seed = try call.origin(settings).seed
    let (sample, way) = runner.measure(load, runs: runs, seed: seed)
    tellWays([way])
    conclude(sample, subject: call.subjectText, seed: seed)
    return .ready
  }

  /// Runs a load, and shows one of its calls.
  private func showCall(_ number: UInt64, of load: Load, seed: UInt64, subject: String) {
    if let trace = runner.trace(of: number, in: load, seed: seed) {
      emit(
        .ran(
          RunRecord(
            source: load.populations[load.population(of: number)].source, subject: subject,
            trace: trace)))
    } else if runner.isInterrupted {
      emit(.note("stopped by Ctrl-C before the call was found"))
    } else {
      emit(.note("call \(number) does not end within the load"))
    }
  }
}
