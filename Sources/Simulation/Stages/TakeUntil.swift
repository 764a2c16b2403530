extension Source {
  /// Returns the values of the source until another source sends its first value.
  ///
  /// An error of the other source fails the sequence; its completion has no effect. If the other source sends a
  /// value immediately, the source is not subscribed; RxSwift subscribes it and immediately cancels it.
  package func takeUntil(_ other: Source) -> Source {
    Source(.takeUntil, on: [self, other])
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
