public import RetryNumerics

extension Backoff {
  /// Returns the delay before a retry, counted from zero.
  ///
  /// The previous delay is the last one that this backoff gave, after all steps. How many draws are
  /// made depends on the schedule and the steps alone, never on values.
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

  /// Returns the delays that can come before a retry, if the one before it was in a range.
  package func range(retry: Int, previous: ClosedRange<Nanoseconds>?) -> ClosedRange<Nanoseconds> {
    steps.reduce(schedule.range(retry: max(retry, 0), previous: previous)) { $1.range(of: $0) }
  }
}
