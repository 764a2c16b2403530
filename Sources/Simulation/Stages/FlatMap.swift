package import VirtualTime

extension Source {
  /// Returns the values of all sources that the closure returns, interleaved.
  package func flatMap(_ expand: @escaping Expand.Body) -> Source { flatMap(Expand(expand)) }

  /// Does the same with a closure that may say in advance what it draws.
  package func flatMap(_ expand: Expand) -> Source {
    Source(.flatMap(expand), on: [self])
  }

  /// Returns the values of all sources that the closure returns, interleaved.
  package func flatMap(_ expand: @escaping @Sendable (Value) throws(Fault) -> Source) -> Source {
    flatMap { (value, _) throws(Fault) in try expand(value) }
  }

  /// Returns the values of the latest source that the closure returned; the previous one is cancelled.
  package func flatMapLatest(_ expand: @escaping Expand.Body) -> Source {
    flatMapLatest(Expand(expand))
  }

  /// Does the same with a closure that may say in advance what it draws.
  package func flatMapLatest(_ expand: Expand) -> Source {
    Source(.flatMapLatest(expand), on: [self])
  }

  /// Returns the values of the latest source that the closure returned; the previous one is cancelled.
  package func flatMapLatest(
    _ expand: @escaping @Sendable (Value) throws(Fault) -> Source
  ) -> Source {
    flatMapLatest { (value, _) throws(Fault) in try expand(value) }
  }
}

extension Source {
  /// Returns a source that a closure creates at each subscription, drawing under a name.
  package static func deferred(
    as name: String, _ make: @escaping @Sendable (inout Draws) throws(Fault) -> Source
  ) -> Source {
    Source(.deferred(make), subject: name)
  }
}

/// A stage that subscribes to the sources its closure returns, and merges their signals.
class FlatMapStage: ClosureStage {
  private let expand: Expand
  // Unchecked, see `Stage`: no access to it calls a listener or a closure.
  @exclusivity(unchecked) private var subscriptions: InnerSubscriptions
  private var isUpstreamDone = false

  /// Creates a stage that calls a closure with each value.
  init(_ upstream: Stage, actor: Int, _ site: Site, _ expand: Expand) {
    self.expand = expand
    subscriptions = InnerSubscriptions(site)
    super.init(upstream, actor: actor)
  }

  /// Makes room for one more inner source.
  func makeRoom(_ subscriptions: inout InnerSubscriptions, _ run: inout Run) {}

  override final func start(_ run: inout Run) {
    isUpstreamDone = false
    upstream.subscribe(&run)
  }

  override final func receive(
    value: Value, _ draws: inout Draws, _ run: inout Run
  ) throws(Fault) {
    let source = try expand(value, &draws)
    makeRoom(&subscriptions, &run)
    subscriptions.add(source, for: self, &run)?.subscribe(&run)
  }

  override final func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    switch (port, signal) {
    case (0, .completed):
      isUpstreamDone = true
      finishIfDone(&run)
    case (0, _):
      super.receive(signal, from: port, &run)
    case (_, .completed):
      subscriptions.remove(port: port, &run)
      finishIfDone(&run)
    default:
      forward(signal, &run)
    }
  }

  private func finishIfDone(_ run: inout Run) {
    if isUpstreamDone, subscriptions.count == 0 { finish(.completed, &run) }
  }

  override final func release(_ run: inout Run) {
    upstream.cancel(&run)
    subscriptions.cancelAll(&run)
  }

  override final var inputs: [Stage] { [upstream] + subscriptions.live }
}

/// A `flatMap` that listens to one inner source at a time.
final class FlatMapLatestStage: FlatMapStage {
  override func makeRoom(_ subscriptions: inout InnerSubscriptions, _ run: inout Run) {
    subscriptions.cancelAll(&run)
  }
}
