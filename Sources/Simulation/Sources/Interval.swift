package import RetryNumerics

extension Source {
  /// Returns a source that sends 0, 1, 2 and so on, one each period, for ever.
  ///
  /// A period below one nanosecond counts as one, so that time moves.
  package static func interval(_ period: Nanoseconds) -> Source {
    Source("interval") { _ in IntervalStage(max(period, Nanoseconds(1))) }
  }
}

private final class IntervalStage: Stage {
  private let period: Nanoseconds
  private var next = 0

  init(_ period: Nanoseconds) {
    self.period = period
  }

  override func start(_ machine: Machine) {
    next = 0
    startTimer(after: period, machine)
  }

  override func fire(_ machine: Machine) {
    startTimer(after: period, machine)
    next += 1
    emit(.int(next - 1), machine)
  }
}
