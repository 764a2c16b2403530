public import RetryNumerics

extension Backoff {
  /// Returns the delay before a retry, counted from zero, or `nil` if the backoff has ended.
  ///
  /// What it remembers is `nil` at first. The number of random draws depends only on the schedule, the steps, the
  /// retry and the cause of the error, never on their values.
  @inlinable
  package func delay(
    retry: Int, memory: inout Nanoseconds?, error: GivenError? = nil,
    using generator: inout some RandomNumberGenerator
  ) -> Nanoseconds? {
    Self.delay(
      schedule, steps, retry: max(retry, 0), memory: &memory, error: error, using: &generator)
  }

  /// Returns the delay of a schedule with steps.
  ///
  /// Unless the schedule has something else to remember, it is the delay after all steps.
  @inlinable
  static func delay(
    _ schedule: Schedule, _ steps: [Step], retry: Int, memory: inout Nanoseconds?,
    error: GivenError?, using generator: inout some RandomNumberGenerator
  ) -> Nanoseconds? {
    guard
      var delay = schedule.delay(
        retry: retry, memory: &memory, error: error, using: &generator)
    else { return nil }
    for index in steps.indices {
      delay = steps[index].shape(delay, using: &generator)
    }
    if !schedule.remembersSum(retry: retry) { memory = delay }
    return delay
  }

  /// Returns the delay before a retry, as the other function does, of a backoff that starts with what it remembers.
  package func delay(
    retry: Int, previous: Nanoseconds?, error: GivenError? = nil,
    using generator: inout some RandomNumberGenerator
  ) -> Nanoseconds? {
    var memory = previous
    return delay(retry: retry, memory: &memory, error: error, using: &generator)
  }

  /// Returns the range of possible delays before a retry, given the range of the previous delay, or `nil` if the
  /// backoff has ended.
  package func range(
    retry: Int, previous: ClosedRange<Nanoseconds>?
  ) -> ClosedRange<Nanoseconds>? {
    Part(schedule: schedule, steps: steps, count: .max).range(
      retry: max(retry, 0), previous: previous)
  }

  /// Returns the ranges of the first delays, until the backoff ends.
  package func ranges(_ count: Int) -> [ClosedRange<Nanoseconds>] {
    var ranges: [ClosedRange<Nanoseconds>] = []
    while ranges.count < count,
      let range = range(retry: ranges.count, previous: ranges.last)
    {
      ranges.append(range)
    }
    return ranges
  }

  /// Returns the range of possible delays before a retry, counted from zero, or `nil` if the backoff has ended.
  ///
  /// A delay that a closure computes from the error can be of any length.
  ///
  /// ```swift
  /// let backoff = Backoff.exponential(initial: .seconds(1)).equalJitter()
  /// let range = backoff.range(ofRetry: 2)  // 2 s to 4 s
  /// ```
  public func range(ofRetry retry: Int) -> ClosedRange<Duration>? {
    var known: ClosedRange<Nanoseconds>?
    // Only some backoffs depend on the delays before, and their ranges soon stop growing.
    let first = schedule.remembers ? max(retry - 100, 0) : max(retry, 0)
    for earlier in first..<max(retry, 0) {
      known = range(retry: earlier, previous: known)
    }
    return range(retry: retry, previous: known).map {
      $0.lowerBound.duration...$0.upperBound.duration
    }
  }

  /// The number of delays; `nil` if the backoff never ends.
  public var count: Int? { schedule.count }
}
