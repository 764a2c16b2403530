import Measurement
import RetryLanguage
import Simulation
import TextLayout

extension CommandCall {
  /// The load that the command is about, if it is about one.
  var load: Load? {
    if case .load(let load)? = subjects.first?.item { load } else { nil }
  }

  /// Refuses keys that have no meaning for a load.
  fileprivate func refuse(_ refused: [CommandOption], _ advice: String) throws(Diagnostic) {
    for option in refused where options[option] != nil {
      throw Diagnostic(
        .extraArgument, "'\(option.key)' does not apply to a load: \(advice)",
        at: range(of: option))
    }
  }
}

extension Session {
  /// The runs that are made of a load where no number is given.
  private static let usualRuns = 10

  /// Runs a load once, or shows one of its calls.
  mutating func runLoad(_ load: Load, _ call: CommandCall) throws(Diagnostic) -> Status {
    try call.refuse(
      [.times, .percentile, .worst, .calls],
      "'call' shows one of its calls")
    let seed = try call.seedAndCall(settings).seed
    if let number = try call.count(.call) {
      return try runCall(UInt64(number), of: load, seed: seed, call)
    }
    runLoad(load, subject: call.subjectText, seed: seed)
    return .ready
  }

  /// Runs a load once, and shows what happened.
  mutating func runLoad(_ load: Load, subject: String, seed: UInt64) {
    let trials = trials(calls: 1, seed: seed)
    let run = LoadMeasurement(
      load, seed: seed, limits: settings.limits, path: trials.way(of: load).path,
      isInterrupted: terminal.isInterrupted, progress: terminal.progress)
    endProgress()
    tellWays([trials.way(of: load)])
    conclude(LoadSample(load, [run], planned: 1), subject: subject, seed: seed)
  }

  /// Runs a load under several seeds.
  mutating func measure(_ load: Load, _ call: CommandCall) throws(Diagnostic) -> Status {
    try call.refuse([.calls], "'runs' sets the number of runs")
    let runs = try call.count(.runs) ?? Self.usualRuns
    let seed = try call.seedAndCall(settings).seed
    let trials = trials(calls: runs, seed: seed)
    let sample = trials.measure(load, progress: terminal.progress)
    endProgress()
    tellWays([trials.way(of: load)])
    conclude(sample, subject: call.subjectText, seed: seed)
    return .ready
  }

  private mutating func conclude(_ sample: LoadSample, subject: String, seed: UInt64) {
    conclude(
      .load(sample), of: nil, subject: subject, seed: seed, calls: sample.calls.calls)
  }

  /// Runs a load, and shows what happened in one of its calls.
  private mutating func runCall(
    _ number: UInt64, of load: Load, seed: UInt64, _ call: CommandCall
  ) throws(Diagnostic) -> Status {
    let crowd = Crowd(
      load, seed: seed, limits: settings.limits, isInterrupted: terminal.isInterrupted,
      progress: terminal.progress)
    let trace = crowd.trace(call: number)
    endProgress()
    guard let trace else {
      if isInterrupted {
        emit(.note("stopped by Ctrl-C before the call was found"))
        return .ready
      }
      emit(.note("call \(number) does not end within the load"))
      return .ready
    }
    let record = RunRecord(source: load.source, subject: call.subjectText, trace: trace)
    emit(.ran(record))
    return .ready
  }
}
