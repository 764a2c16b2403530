import Measurement
import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout
import Tuning
import VirtualTime

/// Runs calls within the limits of the settings, with progress and cancellation.
struct Runner {
  private let settings: Settings
  private let terminal: TerminalHooks
  private let mostCalls: Int64?

  /// Creates a runner for a person at a terminal, if there is one.
  init(_ settings: Settings, _ terminal: TerminalHooks, mostCalls: Int64? = nil) {
    (self.settings, self.terminal, self.mostCalls) = (settings, terminal, mostCalls)
  }

  /// Whether the person requests cancellation.
  var isInterrupted: Bool { terminal.isInterrupted?() == true }

  /// Reports that a long run is over.
  func endProgress() { terminal.progress?(1) }
}

// MARK: - One call

extension Runner {
  func machine(_ source: Source, _ origin: CallOrigin, tellsProgress: Bool = true) -> Machine {
    Machine(
      source, seed: origin.seed, spread: origin.spread, limits: settings.limits,
      isInterrupted: terminal.isInterrupted, progress: tellsProgress ? terminal.progress : nil)
  }

  /// Runs a call up to its first question, repeating earlier answers.
  func pausedCall(
    of source: Source, _ subject: String, _ origin: CallOrigin, answers: [PersonAnswer]? = nil
  ) -> PausedCall {
    let machine = machine(source, origin)
    machine.answers = answers ?? (terminal.ask == nil ? nil : [])
    defer { endProgress() }
    return PausedCall(of: source, subject, on: machine, call: origin.call)
  }

  /// Whether there is a person at the prompt to answer questions.
  var canAsk: Bool { terminal.ask != nil }

  /// Asks the person at the prompt; returns `nil` if there is none, or if they cancel.
  func answer(to question: String) -> PersonAnswer? {
    terminal.ask?(question).map { $0 ? .retry : .cancel }
  }

  /// Runs several calls without their traces, from one on.
  func series(
    of source: Source, _ subject: String, from origin: CallOrigin, count: Int
  ) -> CallSeries {
    let machine = machine(source, origin, tellsProgress: false)
    var results: [CallResult] = []
    for call in origin.call..<origin.call + UInt64(count) {
      if isInterrupted { break }
      results.append(machine.run(call: call))
      terminal.progress?(min(0.99, Double(results.count) / Double(count)))
    }
    endProgress()
    return CallSeries(
      subject: subject, results: results, planned: count, source: source, seed: origin.seed,
      spread: origin.spread,
      origin: .alone(settings.limits, isInterrupted: terminal.isInterrupted))
  }
}

// MARK: - Many calls

extension Runner {
  /// The calls that a command requests: as many as the measured result has, if it is measured again.
  func trials(_ call: CommandCall) throws(Diagnostic) -> Trials {
    let wanted =
      try call.number(.calls) ?? call.measured.map { Int64(clamping: $0.calls) } ?? 10_000
    let calls = mostCalls.map { min($0, wanted) } ?? wanted
    let origin = try call.origin(settings)
    var trials = trials(calls: calls, seed: origin.seed)
    trials.spread = origin.spread
    return trials
  }

  func trials(calls: some BinaryInteger, seed: UInt64) -> Trials {
    var trials = Trials(calls: 0..<UInt64(calls), seed: seed)
    trials.limits = settings.limits
    trials.threads = settings.threads
    trials.path = settings.usesEngineOnly || PinnedDraw(of: seed) != nil ? .engine : nil
    trials.watch.isInterrupted = terminal.isInterrupted
    trials.division = terminal.division
    if let progress = terminal.progress {
      let all = Double(calls)
      trials.watch.progress = { progress(Double($0) / all) }
    }
    return trials
  }
}

// MARK: - Searches

extension Runner {
  /// Tells beside the progress what a search has found so far.
  func note(_ round: Round, best: String?, calls size: Int) {
    guard let best else { return }
    let calls = size > 0 ? (round.spent * size).counting("call") : round.spent.counting("run")
    terminal.progressNote?("\(calls), best so far \(best)")
  }

  /// Returns a listener to the batches of a round, if progress is shown.
  func progress(of round: Round) -> (@Sendable (UInt64) -> Void)? {
    guard let progress = terminal.progress else { return nil }
    let (spent, budget) = (Double(round.spent), Double(round.budget))
    return { done in progress(min(0.99, (spent + Double(done)) / budget)) }
  }
}

// MARK: - Loads

extension Runner {
  func run(_ load: Load, seed: UInt64) -> (sample: LoadSample, way: ExecutionPath) {
    let plan = LoadPlan(load, limits: settings.limits)
    let way = trials(calls: 1, seed: seed).way(of: plan)
    let run = LoadMeasurement(
      plan, seed: seed, limits: settings.limits, path: way.path,
      isInterrupted: terminal.isInterrupted, progress: terminal.progress)
    endProgress()
    return (LoadSample(load, [run], planned: 1), way)
  }

  /// Runs several loads, each under several seeds.
  func measure(_ loads: [Load], runs: Int, seed: UInt64) -> [LoadSample] {
    let trials = trials(calls: runs, seed: seed)
    defer { endProgress() }
    var samples: [LoadSample] = []
    for (index, load) in loads.enumerated() {
      let progress = terminal.progress.map { progress in
        { @Sendable (share: Double) in progress((Double(index) + share) / Double(loads.count)) }
      }
      samples.append(trials.measure(load, progress: progress))
      if isInterrupted { break }
    }
    return samples
  }

  /// Runs a load for the traces of several of its calls, as far as these start.
  func series(
    of load: Load, _ subject: String, from origin: CallOrigin, count: Int
  ) -> CallSeries {
    defer { endProgress() }
    var traces: [Trace] = []
    for call in origin.call..<origin.call + UInt64(count) {
      let simulation = LoadSimulation(
        load, seed: origin.seed, limits: settings.limits, isInterrupted: terminal.isInterrupted)
      guard !isInterrupted, let trace = simulation.trace(call: call) else { break }
      traces.append(trace)
      terminal.progress?(min(0.99, Double(traces.count) / Double(count)))
    }
    return CallSeries(
      // A load may have fewer calls.
      subject: subject, results: traces.map(\.result),
      planned: isInterrupted ? count : traces.count,
      source: load.populations[load.population(of: origin.call)].source, seed: origin.seed,
      spread: nil,
      origin: .load(Dictionary(uniqueKeysWithValues: traces.map { ($0.result.call, $0) })))
  }

  /// Runs a load until one of its calls ends; `nil` if the call does not end.
  func pausedCall(in load: Load, _ subject: String, _ origin: CallOrigin) -> PausedCall? {
    defer { endProgress() }
    let (limits, terminal) = (settings.limits, terminal)
    let simulation = {
      LoadSimulation(
        load, seed: origin.seed, limits: limits, isInterrupted: terminal.isInterrupted,
        progress: terminal.progress)
    }
    return PausedCall(in: load, subject, on: simulation, call: origin.call)
  }
}
