package import RetryNumerics
import VirtualTime

extension Source {
  /// Returns at most one value per period, starting with the first.
  ///
  /// With `latest`, the last value that came too early is sent at the end of the period, and completion waits for
  /// it; otherwise, values that come too early are dropped.
  package func throttle(_ period: Nanoseconds, latest: Bool = true) -> Source {
    Source(.signals(.throttle(max(period, .zero), latest: latest)), on: [self])
  }
}

final class ThrottleStage: UnaryStage {
  private let period: Nanoseconds
  private let latest: Bool
  private var held: Value?
  private var lastSent: Instant?
  private var isCompleting = false

  init(_ upstream: Stage, _ period: Nanoseconds, latest: Bool) {
    self.period = period
    self.latest = latest
    super.init(upstream)
  }

  override func start(_ run: inout Run) {
    held = nil
    lastSent = nil
    isCompleting = false
    upstream.subscribe(&run)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    switch signal {
    case .value(let value): receive(value, &run)
    case .completed where held != nil: isCompleting = true
    default: finish(signal, &run)
    }
  }

  private func receive(_ value: Value, _ run: inout Run) {
    let rest = lastSent.map { period - run.now.nanoseconds(since: $0) } ?? .zero
    if rest <= .zero {
      stopTimer(&run)
      send(value, &run)
    } else if latest {
      held = value
      if !isTimed { startTimer(after: rest, &run) }
    }
  }

  override func fire(_ run: inout Run) {
    guard let value = held else { return }
    let isLast = isCompleting
    let epoch = epoch
    send(value, &run)
    if isLast, isLive(since: epoch) { finish(.completed, &run) }
  }

  private func send(_ value: Value, _ run: inout Run) {
    held = nil
    lastSent = run.now
    emit(value, &run)
  }
}
