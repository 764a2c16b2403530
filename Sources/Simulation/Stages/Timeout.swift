package import RetryNumerics

extension Source {
  /// Returns the source; it fails with `timeout` if no signal arrives in time.
  ///
  /// The time is counted from the subscription and restarts with each value, as in RxSwift: events that a listener
  /// schedules in response to a value come before a timeout at the same instant.
  package func timeout(_ limit: Nanoseconds, error: Fault = .timeout) -> Source {
    Source(.timeout(max(limit, .zero), error: error), on: [self])
  }
}

final class TimeoutStage: UnaryStage {
  private let limit: Nanoseconds
  private let error: Fault

  init(_ upstream: Stage, _ limit: Nanoseconds, _ error: Fault) {
    self.limit = limit
    self.error = error
    super.init(upstream)
  }

  override func start(_ run: inout Run) {
    startTimer(after: limit, &run)
    upstream.subscribe(&run)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    let epoch = epoch
    forward(signal, &run)
    if isLive(since: epoch) { startTimer(after: limit, &run) }
  }

  override func fire(_ run: inout Run) {
    finish(.failed(error), &run)
  }
}
