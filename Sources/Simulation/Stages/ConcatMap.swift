import VirtualTime

extension Source {
  /// Returns the values of the sources that the closure returns, one after the other.
  package func concatMap(_ expand: @escaping Expand.Body) -> Source { concatMap(Expand(expand)) }

  /// Does the same with a closure that may say in advance what it draws.
  package func concatMap(_ expand: Expand) -> Source {
    Source(.concatMap(expand), on: [self])
  }

  /// Returns the values of the sources that the closure returns, one after the other.
  package func concatMap(_ expand: @escaping @Sendable (Value) throws(Fault) -> Source) -> Source {
    concatMap { (value, _) throws(Fault) in try expand(value) }
  }
}

final class ConcatMapStage: ClosureStage {
  private let expand: Expand
  private var subscriptions: InnerSubscriptions
  private var queue = Fifo<Source>()
  private var isUpstreamDone = false
  private var gate = Gate()

  init(_ upstream: Stage, actor: Int, _ site: Site, _ expand: Expand) {
    self.expand = expand
    subscriptions = InnerSubscriptions(site)
    super.init(upstream, actor: actor)
  }

  override func start(_ run: inout Run) {
    isUpstreamDone = false
    queue.removeAll()
    upstream.subscribe(&run)
  }

  override func receive(value: Value, _ draws: inout Draws, _ run: inout Run) throws(Fault) {
    queue.append(try expand(value, &draws))
    advance(&run)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    switch (port, signal) {
    case (0, .completed):
      isUpstreamDone = true
      advance(&run)
    case (0, _):
      super.receive(signal, from: port, &run)
    case (_, .completed):
      subscriptions.remove(port: port, &run)
      advance(&run)
    default:
      forward(signal, &run)
    }
  }

  /// Subscribes to the next source in the queue while none is subscribed.
  private func advance(_ run: inout Run) {
    guard gate.enter() else { return }
    repeat {
      guard subscriptions.count == 0 else { continue }
      guard let source = queue.popFirst() else {
        gate.leave()
        if isUpstreamDone { finish(.completed, &run) }
        return
      }
      subscriptions.add(source, for: self, &run)?.subscribe(&run)
    } while gate.isCalledAgain(if: isLive && !run.isHalted)
  }

  override func release(_ run: inout Run) {
    upstream.cancel(&run)
    subscriptions.cancelAll(&run)
    queue.removeAll()
  }

  override var inputs: [Stage] { [upstream] + subscriptions.live }
}
