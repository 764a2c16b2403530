package import RetryNumerics

extension Source {
  /// Returns a source that sends 0, 1, 2 and so on, one per period, forever.
  ///
  /// A period below one nanosecond counts as one, so that time advances.
  package static func interval(_ period: Nanoseconds) -> Source {
    Source(.interval(max(period, Nanoseconds(1))))
  }
}

final class IntervalStage: Stage {
  private let period: Nanoseconds
  private var next = 0

  init(_ period: Nanoseconds) {
    self.period = period
  }

  override func start(_ run: inout Run) {
    next = 0
    startTimer(after: period, &run)
  }

  override func fire(_ run: inout Run) {
    // Started before the value is sent, because the listener may cancel the interval.
    startTimer(after: period, &run)
    next += 1
    emit(.int(next - 1), &run)
  }
}
