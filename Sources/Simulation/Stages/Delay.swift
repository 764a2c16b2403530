package import RetryNumerics
import VirtualTime

extension Source {
  /// Returns the source with its values and completion delayed, but not its errors.
  package func delay(_ delay: Nanoseconds) -> Source {
    Source(.signals(.delay(max(delay, .zero))), on: [self])
  }

  /// Returns a source that subscribes to this one only after a delay.
  package func delaySubscription(_ delay: Nanoseconds) -> Source {
    Source(.signals(.delaySubscription(max(delay, .zero))), on: [self])
  }
}

final class DelayStage: UnaryStage {
  /// A signal and the time to send it.
  private struct Held {
    let signal: Signal
    let due: Instant
  }

  private let delay: Nanoseconds
  private var held = RingBuffer<Held>()

  init(_ upstream: Stage, _ delay: Nanoseconds) {
    self.delay = delay
    super.init(upstream)
  }

  override func start(_ run: inout Run) {
    held.removeAll()
    upstream.subscribe(&run)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    if case .failed = signal { return finish(signal, &run) }
    held.append(Held(signal: signal, due: run.now.advanced(by: delay)))
    if !isTimed { startTimer(after: delay, &run) }
  }

  override func fire(_ run: inout Run) {
    let epoch = epoch
    while isLive(since: epoch), let first = held.first {
      guard first.due <= run.now else {
        return startTimer(after: first.due.nanoseconds(since: run.now), &run)
      }
      _ = held.popFirst()
      forward(first.signal, &run)
    }
  }
}

final class DelaySubscriptionStage: UnaryStage {
  private let delay: Nanoseconds

  init(_ upstream: Stage, _ delay: Nanoseconds) {
    self.delay = delay
    super.init(upstream)
  }

  override func start(_ run: inout Run) {
    startTimer(after: delay, &run)
  }

  override func fire(_ run: inout Run) {
    upstream.subscribe(&run)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    forward(signal, &run)
  }
}
