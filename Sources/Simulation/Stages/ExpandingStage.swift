import VirtualTime

/// A stage that subscribes to the sources its closure returns and joins their signals.
final class ExpandingStage: ClosureStage {
  private let expand: Expand
  private let joining: Joining
  private var subscriptions: InnerSubscriptions
  /// The sources that follow the current one.
  private var queue = RingBuffer<Source>()
  private var isUpstreamDone = false
  private var gate = Gate()

  init(_ upstream: Stage, actor: Int, _ site: Site, _ expand: Expand, _ joining: Joining) {
    (self.expand, self.joining) = (expand, joining)
    subscriptions = InnerSubscriptions(site)
    super.init(upstream, actor: actor)
  }

  override func start(_ run: inout Run) {
    isUpstreamDone = false
    queue.removeAll()
    upstream.subscribe(&run)
  }

  override func receive(value: Value, _ draws: inout Draws, _ run: inout Run) throws(Fault) {
    let source = try expand(value, &draws)
    switch joining {
    case .merged: break
    case .latest: subscriptions.cancelAll(&run)
    case .consecutive:
      queue.append(source)
      return goOn(&run)
    }
    subscriptions.add(source, for: self, &run)?.subscribe(&run)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    switch (port, signal) {
    case (0, .completed):
      isUpstreamDone = true
      goOn(&run)
    case (0, _):
      super.receive(signal, from: port, &run)
    case (_, .completed):
      subscriptions.remove(port: port, &run)
      goOn(&run)
    default:
      forward(signal, &run)
    }
  }

  /// Subscribes to the next source in the queue while none is subscribed, and finishes after the last.
  private func goOn(_ run: inout Run) {
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

  override var title: String { joining.rawValue }
}
