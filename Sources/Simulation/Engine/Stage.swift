import RetryNumerics
import VirtualTime

/// The running form of one operator or source.
///
/// A stage is built once and subscribed many times. Its life is: `subscribe`, any number of `emit`, then either
/// one `finish` by itself or one `cancel` from its listener. It releases its inputs before it reports its end,
/// because the listener may resubscribe immediately. So `finish` is always the last call in a method, and a method
/// that continues after `emit` checks `isLive(since:)` first.
///
/// A stage belongs to one machine and so to one thread. Accesses to its state never overlap, which debug builds check;
/// in release, the checks would cost a seventh of the time of a retry.
package class Stage {
  private var listener: Link?
  private var port: Int32 = 0

  /// The slot of the one timer that a stage may have pending.
  final var timer = Timers.none

  /// The client whose call the stage belongs to.
  final var client: Int32 = 0

  /// How late its timers fire, as those of the client's program.
  final var lateness = Nanoseconds.zero
  /// Whether the stage is subscribed and has not ended.
  final private(set) var isLive = false

  /// The plan that a dynamic stage was built from, used to find it again.
  final var origin: Blueprint?

  /// The number of subscriptions so far, by which a method detects a newer subscription.
  final private(set) var epoch: UInt32 = 0

  // MARK: Overridden by each kind of stage

  /// Starts to load what the stage needs when its timer fires.
  func prefetch(_ run: borrowing Run) { run.prefetch(client) }

  /// Starts a subscription and resets all state.
  func start(_ run: inout Run) {}

  func receive(_ signal: Signal, from port: Int, _ run: inout Run) {}

  func fire(_ run: inout Run) {}

  /// Releases what the subscription holds; called once when it ends or is cancelled.
  func release(_ run: inout Run) {}

  /// The input stages, for inspection.
  var inputs: [Stage] { [] }

  /// The inputs that a live stage waits for.
  var blockers: [Stage] { inputs }

  var title: String { "\(type(of: self))".withoutStage }

  /// What the live stage is doing, as text.
  func activity(from zero: Instant) -> String { isTimed ? "waiting" : "listening" }

  /// What permanently blocks the stage, regardless of its inputs.
  var deadlock: Wait? { nil }

  /// Why the awaited signal will never arrive, if known.
  var reasons: [Wait] { [] }

  /// What a live stage without live blockers waits for.
  var wait: Wait { isTimed ? .endOfTime : .silence }
}

extension Stage {
  final func attach(to listener: Stage, port: Int = 0) {
    self.listener = Link(listener)
    self.port = Int32(port)
  }

  final func subscribe(_ run: inout Run) {
    assert(!isLive, "'\(title)' is subscribed while it is live")
    isLive = true
    epoch &+= 1
    client = run.client
    guard run.countEvent() else { return }
    start(&run)
  }

  /// Cancels the subscription; the listener receives nothing more.
  final func cancel(_ run: inout Run) {
    guard isLive else { return }
    isLive = false
    stopTimer(&run)
    release(&run)
  }

  @inline(__always)
  final func emit(_ value: Value, _ run: inout Run) {
    listener?.send(.value(value), to: Int(port), &run)
  }

  /// Ends the subscription and passes the end to the listener.
  final func finish(_ signal: Signal, _ run: inout Run) {
    guard isLive else { return }
    isLive = false
    stopTimer(&run)
    release(&run)
    listener?.send(signal, to: Int(port), &run)
  }

  /// Passes a signal on: a value is sent, an end ends this stage too.
  final func forward(_ signal: Signal, _ run: inout Run) {
    if signal.isEnd {
      finish(signal, &run)
    } else {
      listener?.send(signal, to: Int(port), &run)
    }
  }

  /// Returns whether the subscription of an epoch is still live.
  final func isLive(since epoch: UInt32) -> Bool {
    isLive && self.epoch == epoch
  }
}

extension Stage {
  final var isTimed: Bool { timer != Timers.none }

  /// Sets the timer, replacing a pending one.
  final func startTimer(after delay: Nanoseconds, _ run: inout Run) {
    stopTimer(&run)
    // What does not wait cannot be late.
    timer = run.timers.start(
      Link(self), after: lateness == .zero || delay <= .zero ? delay : delay + lateness)
  }

  final func stopTimer(_ run: inout Run) {
    guard isTimed else { return }
    run.timers.stop(timer, of: Link(self))
    timer = Timers.none
  }

  final var deadlocks: [Wait] { (deadlock.map { [$0] } ?? []) + inputs.flatMap(\.deadlocks) }

  /// Collects what a live stage and its inputs wait for.
  final func collectWaits(into waits: inout [Wait]) {
    if let deadlock { waits.append(deadlock) }
    let live = blockers.filter(\.isLive)
    if live.isEmpty {
      waits.append(wait)
      waits += reasons
    } else {
      for input in live { input.collectWaits(into: &waits) }
    }
  }
}

extension String {
  /// The type name of a stage as the name of its operator.
  fileprivate var withoutStage: String {
    let name = hasSuffix("Stage") ? dropLast(5) : self[...]
    return name.prefix(1).lowercased() + name.dropFirst()
  }
}

/// A stage with one input, which it subscribes and cancels.
class UnaryStage: Stage {
  let upstream: Stage

  /// Creates a stage that listens to another on port 0.
  init(_ upstream: Stage) {
    self.upstream = upstream
    super.init()
    upstream.attach(to: self)
  }

  override func start(_ run: inout Run) {
    upstream.subscribe(&run)
  }

  override func release(_ run: inout Run) {
    upstream.cancel(&run)
  }

  override var inputs: [Stage] { [upstream] }
}
