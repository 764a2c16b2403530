import RetryNumerics
import VirtualTime

/// A call as a running machine: the stages that its source was compiled to, and what they share.
///
/// It is built once and run for any number of calls. A call is a pure function of the seed and of the number
/// of the call: the machine keeps no memory of those it ran before.
///
///     let machine = Machine(fetch.retry(), seed: 42)
///     let result = machine.run(call: 4711)
package final class Machine {
  /// The seed of all chance.
  package let seed: UInt64
  private let root: RootStage
  /// What calls share, which each of them finds idle.
  private let shared: SharedResources
  private var run: Run

  /// Compiles a source; nothing runs yet.
  ///
  /// With `isInterrupted` a call asks now and then whether it is to stop, and with `progress` it tells what
  /// share of the events is used up after which it would be stopped. Operations that are named in `scripts`
  /// answer as these say, whatever they are made for.
  package init(
    _ source: Source, seed: UInt64, limits: Limits = Limits(),
    scripts: [String: [ScriptedAnswer]] = [:],
    isInterrupted: (@Sendable () -> Bool)? = nil, progress: (@Sendable (Double) -> Void)? = nil
  ) {
    self.seed = seed
    var builder = Builder(actors: ActorTable(seed: seed), site: Site(limits: limits))
    builder.site.scripts = scripts
    root = RootStage(builder.plan(for: source))
    builder.actors.close()
    shared = builder.site.shared
    run = Run(
      actors: builder.actors, limits: limits, isInterrupted: isInterrupted, progress: progress)
  }
}

extension Machine {
  /// The answers of the user at the prompt, in order; `nil` if there is no user.
  ///
  /// A call stops at the first question to which there is no answer yet. With one answer more it goes on from
  /// there, since everything before happens as it did.
  package var answers: [PersonAnswer]? {
    get { run.answers }
    set { run.answers = newValue }
  }

  /// Runs a call from the start of time to its end.
  package func run(call number: UInt64 = 0) -> CallResult {
    shared.restart(call: number)
    return run.conduct(root, call: number, into: nil)
  }

  /// Runs a call and keeps what happened.
  package func trace(call number: UInt64 = 0) -> Trace {
    shared.restart(call: number)
    let result = run.conduct(root, call: number, into: Recorder(run.limits))
    let recorder = run.takeRecorder()
    return Trace(
      seed: seed, result: result, events: recorder?.events ?? [], isCut: recorder?.isFull ?? false,
      disruptions: shared.disruptions(until: Instant(result.duration)))
  }

  /// Runs a call up to a moment and looks at it.
  ///
  /// A moment is a point of the call with an event in the trace; the start is the first moment. The call is rerun
  /// each time, so stepping back is as exact as stepping forward.
  package func snapshot(call number: UInt64, after moments: Int) -> Snapshot {
    shared.restart(call: number)
    return run.pause(root, call: number, after: moments)
  }

  /// The number of events that are pending; after a call there are none, but what servers have still to do.
  package var pendingCount: Int { run.pendingCount }

  /// The number of names under which is drawn or counted, those included that closures made lately.
  package var nameCount: Int { run.actors.count }
}
