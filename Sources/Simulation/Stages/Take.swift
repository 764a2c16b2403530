import VirtualTime

extension Source {
  /// Returns the first values of the source and completes with the last of them.
  ///
  /// A count below 1 completes immediately without subscribing to the source.
  package func take(_ count: Int) -> Source {
    guard count > 0 else { return .empty }
    return Source(.take(count), on: [self])
  }

  /// Returns the values of the source up to the first for which the closure returns false.
  package func takeWhile(_ predicate: @escaping Predicate) -> Source {
    Source(.takeWhile(predicate), on: [self])
  }

  /// Returns the values of the source up to the first for which the closure returns false.
  package func takeWhile(
    _ predicate: @escaping @Sendable (Value) throws(Fault) -> Bool
  ) -> Source {
    takeWhile { (value, _) throws(Fault) in try predicate(value) }
  }

  /// Returns the values of the source until another source sends its first value.
  ///
  /// An error of the other source fails the sequence; its completion has no effect. If the other source sends a
  /// value immediately, the source is not subscribed; RxSwift subscribes it and immediately cancels it.
  package func takeUntil(_ other: Source) -> Source {
    Source(.takeUntil, on: [self, other])
  }
}

final class TakeStage: UnaryStage {
  private let count: Int
  private var left = 0

  init(_ upstream: Stage, _ count: Int) {
    self.count = count
    super.init(upstream)
  }

  override func start(_ run: inout Run) {
    left = count
    upstream.subscribe(&run)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    guard !signal.isEnd else { return finish(signal, &run) }
    guard left > 0 else { return }
    left -= 1
    let isLast = left == 0
    let epoch = epoch
    forward(signal, &run)
    if isLast, isLive(since: epoch) { finish(.completed, &run) }
  }

  override var activity: String { "\(count - left) of \(count) taken" }
}

final class TakeWhileStage: ClosureStage {
  private let predicate: Predicate

  init(_ upstream: Stage, actor: Int, _ predicate: @escaping Predicate) {
    self.predicate = predicate
    super.init(upstream, actor: actor)
  }

  override func receive(value: Value, _ draws: inout Draws, _ run: inout Run) throws(Fault) {
    if try predicate(value, &draws) {
      emit(value, &run)
    } else {
      finish(.completed, &run)
    }
  }
}

final class TakeUntilStage: UnaryStage {
  private let other: Stage

  init(_ upstream: Stage, until other: Stage) {
    self.other = other
    super.init(upstream)
    other.attach(to: self, port: 1)
  }

  override func start(_ run: inout Run) {
    let epoch = epoch
    other.subscribe(&run)
    if isLive(since: epoch) { upstream.subscribe(&run) }
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    guard port == 1 else { return forward(signal, &run) }
    switch signal {
    case .value: finish(.completed, &run)
    case .failed: finish(signal, &run)
    case .completed: break
    }
  }

  override func release(_ run: inout Run) {
    other.cancel(&run)
    upstream.cancel(&run)
  }

  override var inputs: [Stage] { [upstream, other] }
}
