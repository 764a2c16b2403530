import RetryNumerics
import VirtualTime

/// A stage that may hold a call until its turn has come.
class TurnStage: UnaryStage {
  private var began: Instant?

  final var isHeld: Bool { began != nil }

  /// Starts what is inside after a wait that a strategy imposes.
  final func hold(for wait: Nanoseconds, by name: String, _ run: inout Run) {
    guard wait > .zero else { return upstream.subscribe(&run) }
    if run.isTraced { run.record(.note("\(name) makes it wait \(wait.brief)")) }
    began = run.now
    startTimer(after: wait, &run)
  }

  override func fire(_ run: inout Run) {
    endWait(&run)
    upstream.subscribe(&run)
  }

  private func endWait(_ run: inout Run) {
    if let began = began.take() { run.countWait(since: began) }
  }

  override func release(_ run: inout Run) {
    endWait(&run)
    upstream.cancel(&run)
  }
}
