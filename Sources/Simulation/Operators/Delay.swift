package import RetryNumerics
import VirtualTime

extension Source {
  /// Returns the source with its values and its completion moved back in time; an error is not delayed.
  package func delay(_ delay: Nanoseconds) -> Source {
    Source("delay", on: [self]) { DelayStage($0.stage(for: self), max(delay, .zero)) }
  }

  /// Returns a source that subscribes to this one only after a delay.
  package func delaySubscription(_ delay: Nanoseconds) -> Source {
    Source("delaySubscription", on: [self]) {
      DelaySubscriptionStage($0.stage(for: self), max(delay, .zero))
    }
  }
}

private final class DelayStage: UnaryStage {
  /// A signal and when it is to be sent.
  private struct Held {
    let signal: Signal
    let due: Instant
  }

  private let delay: Nanoseconds
  private var held: [Held] = []

  init(_ upstream: Stage, _ delay: Nanoseconds) {
    self.delay = delay
    super.init(upstream)
  }

  override func start(_ machine: Machine) {
    held.removeAll(keepingCapacity: true)
    upstream.subscribe(machine)
  }

  override func receive(_ signal: Signal, from port: Int, _ machine: Machine) {
    if case .failed = signal { return finish(signal, machine) }
    held.append(Held(signal: signal, due: machine.now.advanced(by: delay)))
    if !isTimed { startTimer(after: delay, machine) }
  }

  override func fire(_ machine: Machine) {
    let epoch = epoch
    while isLive(since: epoch), let first = held.first {
      guard first.due <= machine.now else {
        return startTimer(after: first.due.nanoseconds(since: machine.now), machine)
      }
      held.removeFirst()
      forward(first.signal, machine)
    }
  }
}

private final class DelaySubscriptionStage: UnaryStage {
  private let delay: Nanoseconds

  init(_ upstream: Stage, _ delay: Nanoseconds) {
    self.delay = delay
    super.init(upstream)
  }

  override func start(_ machine: Machine) {
    startTimer(after: delay, machine)
  }

  override func fire(_ machine: Machine) {
    upstream.subscribe(machine)
  }

  override func receive(_ signal: Signal, from port: Int, _ machine: Machine) {
    forward(signal, machine)
  }
}
