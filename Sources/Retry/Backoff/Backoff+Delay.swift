public import RetryNumerics

extension Backoff {
  /// Returns the delay before a retry, counted from zero.
  ///
  /// The previous delay is the last one this backoff returned, after all steps. The number of
  /// random draws depends only on the schedule and the steps, never on their values.
  @inlinable
  package func delay(
    retry: Int, previous: Nanoseconds?, using generator: inout some RandomNumberGenerator
  ) -> Nanoseconds {
    var delay = schedule.delay(retry: max(retry, 0), previous: previous, using: &generator)
    for index in steps.indices {
      delay = steps[index].shape(delay, using: &generator)
    }
    return delay
  }

  /// Returns the range of possible delays before a retry, given the range of the previous delay.
  package func range(retry: Int, previous: ClosedRange<Nanoseconds>?) -> ClosedRange<Nanoseconds> {
    steps.reduce(schedule.range(retry: max(retry, 0), previous: previous)) { $1.range(of: $0) }
  }
}
