import VirtualTime

extension Source {
  /// Returns the values of all the sources that the closure gives, one for each value, as they come.
  package func flatMap(_ expand: @escaping Expand) -> Source {
    calling("flatMap") { upstream, actor, builder in
      FlatMapStage(upstream, actor: actor, builder, expand)
    }
  }

  /// Returns the values of all the sources that the closure gives, one for each value, as they come.
  package func flatMap(_ expand: @escaping @Sendable (Value) throws(Fault) -> Source) -> Source {
    flatMap { (value, _) throws(Fault) in try expand(value) }
  }

  /// Returns the values of the source that the closure gave last; the one before is cancelled.
  package func flatMapLatest(_ expand: @escaping Expand) -> Source {
    calling("flatMapLatest") { upstream, actor, builder in
      FlatMapLatestStage(upstream, actor: actor, builder, expand)
    }
  }

  /// Returns the values of the source that the closure gave last; the one before is cancelled.
  package func flatMapLatest(
    _ expand: @escaping @Sendable (Value) throws(Fault) -> Source
  ) -> Source {
    flatMapLatest { (value, _) throws(Fault) in try expand(value) }
  }
}

/// A stage that subscribes to what its closure gives, and merges what comes.
class FlatMapStage: ClosureStage {
  private let expand: Expand
  private var subscriptions: InnerSubscriptions
  private var isUpstreamDone = false

  /// Creates a stage that calls a closure with each value.
  init(_ upstream: Stage, actor: Int, _ builder: Builder, _ expand: @escaping Expand) {
    self.expand = expand
    subscriptions = InnerSubscriptions(builder)
    super.init(upstream, actor: actor)
  }

  /// Makes room for one more inner source.
  func makeRoom(_ subscriptions: inout InnerSubscriptions, _ machine: Machine) {}

  override final func start(_ machine: Machine) {
    isUpstreamDone = false
    upstream.subscribe(machine)
  }

  override final func receive(
    value: Value, _ draws: inout Draws, _ machine: Machine
  ) throws(Fault) {
    let source = try expand(value, &draws)
    makeRoom(&subscriptions, machine)
    subscriptions.add(source, for: self, machine)?.subscribe(machine)
  }

  override final func receive(_ signal: Signal, from port: Int, _ machine: Machine) {
    switch (port, signal) {
    case (0, .completed):
      isUpstreamDone = true
      finishIfDone(machine)
    case (0, _):
      super.receive(signal, from: port, machine)
    case (_, .completed):
      subscriptions.remove(port: port, machine)
      finishIfDone(machine)
    default:
      forward(signal, machine)
    }
  }

  private func finishIfDone(_ machine: Machine) {
    if isUpstreamDone, subscriptions.count == 0 { finish(.completed, machine) }
  }

  override final func release(_ machine: Machine) {
    upstream.cancel(machine)
    subscriptions.cancelAll(machine)
  }

  override final var inputs: [Stage] { [upstream] + subscriptions.live }
}

/// A `flatMap` that listens to one inner source at a time.
private final class FlatMapLatestStage: FlatMapStage {
  override func makeRoom(_ subscriptions: inout InnerSubscriptions, _ machine: Machine) {
    subscriptions.cancelAll(machine)
  }
}
