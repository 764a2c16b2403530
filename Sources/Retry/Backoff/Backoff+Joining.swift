import RetryNumerics

/// Backoffs that end, and backoffs one after another.
extension Backoff {
  /// Returns a backoff that ends after a number of delays; a negative number counts as zero.
  ///
  /// ```swift
  /// let backoff = Backoff.constant(.seconds(1)).take(2)  // 1 s, 1 s, and no further attempt
  /// ```
  public func take(_ count: Int) -> Backoff {
    let most = min(max(count, 0), self.count ?? .max)
    return Backoff(.joined([Part(schedule: schedule, steps: steps, count: most)]))
  }

  /// Returns a backoff that ends once the sum of its delays reaches a time, or after a million delays.
  ///
  /// The sum is that of the longest possible delays, so that the number of delays is known in advance. The time that
  /// attempts take does not count; that is what a deadline is for.
  ///
  /// ```swift
  /// let second = Duration.seconds(1)
  /// let backoff = Backoff.linear(increment: second, initial: second)
  ///   .takeUntil(.seconds(9))  // 1 s, 2 s, 3 s, 4 s
  /// ```
  public func takeUntil(_ total: Duration) -> Backoff {
    let total = Nanoseconds(delay: total)
    var (count, sum) = (0, Nanoseconds.zero)
    var previous: ClosedRange<Nanoseconds>?
    while sum < total, count < 1_000_000, let next = range(retry: count, previous: previous) {
      sum += next.upperBound
      count += 1
      previous = next
    }
    return take(count)
  }

  /// Returns a backoff that continues with another one when it ends; one that never ends never continues.
  ///
  /// The next one starts with its own first delay.
  ///
  /// ```swift
  /// let backoff = Backoff.constant(.seconds(1)).take(2)
  ///   .then(.exponential(initial: .seconds(2)))  // 1 s, 1 s, 2 s, 4 s …
  /// ```
  public func then(_ next: Backoff) -> Backoff {
    Backoff(.joined(parts + next.parts))
  }

  /// Returns a backoff whose first retry follows at once; its own first delay comes before the second.
  ///
  /// ```swift
  /// let backoff = Backoff.exponential(initial: .seconds(1)).firstAtOnce()  // 0 s, 1 s, 2 s …
  /// ```
  public func firstAtOnce() -> Backoff {
    Backoff.none.take(1).then(self)
  }

  private var parts: [Part] {
    if steps.isEmpty, case .joined(let parts) = schedule { return parts }
    return [Part(schedule: schedule, steps: steps, count: count ?? .max)]
  }
}
