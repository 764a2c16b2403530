import VirtualTime

extension Source {
  /// Returns the values of the sources that the closure gives, one source after the other.
  package func concatMap(_ expand: @escaping Expand) -> Source {
    calling("concatMap") { upstream, actor, builder in
      ConcatMapStage(upstream, actor: actor, builder, expand)
    }
  }

  /// Returns the values of the sources that the closure gives, one source after the other.
  package func concatMap(_ expand: @escaping @Sendable (Value) throws(Fault) -> Source) -> Source {
    concatMap { (value, _) throws(Fault) in try expand(value) }
  }
}

private final class ConcatMapStage: ClosureStage {
  private let expand: Expand
  private var subscriptions: InnerSubscriptions
  private var queue: [Source] = []
  private var isUpstreamDone = false
  private var gate = Gate()

  init(_ upstream: Stage, actor: Int, _ builder: Builder, _ expand: @escaping Expand) {
    self.expand = expand
    subscriptions = InnerSubscriptions(builder)
    super.init(upstream, actor: actor)
  }

  override func start(_ machine: Machine) {
    isUpstreamDone = false
    queue.removeAll(keepingCapacity: true)
    upstream.subscribe(machine)
  }

  override func receive(value: Value, _ draws: inout Draws, _ machine: Machine) throws(Fault) {
    queue.append(try expand(value, &draws))
    advance(machine)
  }

  override func receive(_ signal: Signal, from port: Int, _ machine: Machine) {
    switch (port, signal) {
    case (0, .completed):
      isUpstreamDone = true
      advance(machine)
    case (0, _):
      super.receive(signal, from: port, machine)
    case (_, .completed):
      subscriptions.remove(port: port, machine)
      advance(machine)
    default:
      forward(signal, machine)
    }
  }

  /// Subscribes to the next source in the queue while none is subscribed.
  private func advance(_ machine: Machine) {
    guard gate.enter() else { return }
    repeat {
      guard subscriptions.count == 0 else { continue }
      if queue.isEmpty {
        gate.leave()
        if isUpstreamDone { finish(.completed, machine) }
        return
      }
      subscriptions.add(queue.removeFirst(), for: self, machine)?.subscribe(machine)
    } while gate.isCalledAgain(if: isLive && !machine.isHalted)
  }

  override func release(_ machine: Machine) {
    upstream.cancel(machine)
    subscriptions.cancelAll(machine)
    queue.removeAll(keepingCapacity: true)
  }

  override var inputs: [Stage] { [upstream] + subscriptions.live }
}
