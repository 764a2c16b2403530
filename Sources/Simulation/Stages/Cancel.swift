package import RetryNumerics

extension Source {
  /// Returns the source in a call that is cancelled at a time, counted from the subscription.
  ///
  /// Cancelling affects the whole call, including operators around this one: nothing more is sent and nothing
  /// stays pending. A call cancelled at its start makes no attempt, like a task that is already cancelled.
  package func cancel(at time: Nanoseconds) -> Source {
    Source(.signals(.cancel(at: max(time, .zero))), on: [self])
  }
}

final class CancelStage: UnaryStage {
  private let time: Nanoseconds

  init(_ upstream: Stage, _ time: Nanoseconds) {
    self.time = time
    super.init(upstream)
  }

  override func start(_ run: inout Run) {
    guard time > .zero else { return run.cancelCall() }
    startTimer(after: time, &run)
    upstream.subscribe(&run)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    forward(signal, &run)
  }

  override func fire(_ run: inout Run) {
    run.cancelCall()
  }
}
