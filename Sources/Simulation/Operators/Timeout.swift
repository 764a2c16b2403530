package import RetryNumerics

extension Source {
  /// Returns the source, failed with `timeout` when no signal comes for a time.
  ///
  /// The time is counted from the subscription and again from each value, as in RxSwift.
  package func timeout(_ limit: Nanoseconds, error: Fault = .timeout) -> Source {
    Source("timeout", on: [self]) {
      TimeoutStage($0.stage(for: self), max(limit, .zero), error)
    }
  }
}

private final class TimeoutStage: UnaryStage {
  private let limit: Nanoseconds
  private let error: Fault

  init(_ upstream: Stage, _ limit: Nanoseconds, _ error: Fault) {
    self.limit = limit
    self.error = error
    super.init(upstream)
  }

  override func start(_ machine: Machine) {
    startTimer(after: limit, machine)
    upstream.subscribe(machine)
  }

  override func receive(_ signal: Signal, from port: Int, _ machine: Machine) {
    if !signal.isEnd { startTimer(after: limit, machine) }
    forward(signal, machine)
  }

  override func fire(_ machine: Machine) {
    finish(.failed(error), machine)
  }
}
