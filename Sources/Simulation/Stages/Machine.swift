package import RetryNumerics
import VirtualTime

/// A runnable call: the compiled stages of its source and their shared state.
///
/// A machine is built once and runs any number of calls. A call is a pure function of the seed and the call number:
/// the machine keeps no memory of earlier calls.
///
///     let machine = Machine(fetch.retry(), seed: 42)
///     let result = machine.run(call: 4711)
package final class Machine {
  package let seed: UInt64
  /// The time over which the starts of calls are spread; `nil` means that all start with the run.
  package let spread: Nanoseconds?
  private let arrivals: Spread
  let root: RootStage
  /// The resources that calls share, which are idle at the start of each call.
  private let shared: SharedResources
  var run: Run
  /// Those of the run, here since each use through the run would count a reference.
  private let functionCalls: FunctionCalls

  /// Compiles a source without running it.
  ///
  /// A call regularly asks `isInterrupted` whether to stop, and reports the used share of its event limit to
  /// `progress`. The answers in `scripts` override the operations with these names.
  package init(
    _ source: Source, seed: UInt64, spread: Nanoseconds? = nil, limits: Limits = Limits(),
    scripts: [String: [ScriptedAnswer]] = [:],
    isInterrupted: (@Sendable () -> Bool)? = nil, progress: (@Sendable (Double) -> Void)? = nil
  ) {
    self.seed = seed
    self.spread = spread
    arrivals = Spread(over: spread, seed: seed)
    var builder = Builder(actors: ActorTable(seed: seed), site: Site(limits: limits))
    builder.site.scripts = scripts
    root = RootStage(builder.plan(for: source))
    builder.actors.close()
    shared = builder.site.shared
    run = Run(limits: limits, isInterrupted: isInterrupted, progress: progress)
    functionCalls = run.functionCalls
    run.enter(run.addClient(builder.actors))
  }
}

extension Machine {
  /// The answers of the user at the prompt, in order; `nil` if there is no user.
  ///
  /// A call stops at the first question without an answer. With one more answer it continues from there, because
  /// everything before happens again in the same way.
  package var answers: [PersonAnswer]? {
    get { run.answers }
    set { run.answers = newValue }
  }

  package func run(call number: UInt64 = 0) -> CallResult {
    counting { runCounted(call: number) }
  }

  /// Runs work in which many calls are counted, since what counts them is found through the thread at a price.
  package func counting<Result>(_ work: () -> Result) -> Result {
    functionCalls.counting(work)
  }

  /// Runs a call from start to end, within `counting`.
  package func runCounted(call number: UInt64) -> CallResult {
    restart(call: number)
    return run.conduct(root, call: number, into: nil)
  }

  package func trace(call number: UInt64 = 0) -> Trace {
    restart(call: number)
    let result = functionCalls.counting {
      run.conduct(root, call: number, into: Recorder(run.limits))
    }
    let recorder = run.takeRecorder()
    return Trace(
      seed: seed, spread: spread, result: result, events: recorder?.events ?? [],
      isCut: recorder?.isFull ?? false,
      disruptions: shared.disruptions(until: Instant(result.duration)))
  }

  /// Runs a call up to a moment and takes a snapshot.
  ///
  /// A moment is a point of the call with an event in the trace; the start is the first moment. The call is rerun
  /// each time, so stepping back is as exact as stepping forward.
  package func snapshot(call number: UInt64, after moments: Int) -> Snapshot {
    restart(call: number)
    return functionCalls.counting {
      run.pause(root, call: number, after: moments, shared.strategies)
    }
  }

  private func restart(call number: UInt64) {
    restart(call: number, weather: number, arrival: arrivals.arrival(of: number))
  }

  /// Makes everything ready for a call, which meets the outages and bursts of the call of another number.
  func restart(call number: UInt64, weather: UInt64, arrival: Nanoseconds) {
    if run.hasServices { shared.cancelServices(&run) }
    // Calls of functions since the last call belong to neither.
    _ = (functionCalls.take(), functionCalls.takeInterruption())
    let idle = run.timers.restart()
    run.arrival = arrival
    shared.restart(call: weather, arrival: arrival, idle)
  }

  /// The number of pending events; after a call, only those of services still in progress.
  package var pendingCount: Int { run.pendingCount }

  /// The number of actors, including those that closures recently added.
  package var nameCount: Int { run.actors.count }
}
