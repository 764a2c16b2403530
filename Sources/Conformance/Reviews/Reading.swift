package import RetryNumerics

/// What one attempt or call says about a subject.
package struct Reading: Sendable {
  package enum Finding: Hashable, Sendable {
    case asPlanned
    /// Not as planned, with the reason.
    case otherwise(String)
    /// Later than planned by no more than a busy machine explains.
    case late(Nanoseconds)
    /// Nothing can be said, with the reason.
    case unknown(String)
  }

  package let subject: Subject
  package let call: UInt64
  /// The attempt that it is about, counted from one.
  package let attempt: Int
  package let finding: Finding
}

/// A delay before a retry beside those that the plan could have had.
struct ReadDelay {
  let call: UInt64
  /// When the failure was told, which the delay counts from.
  let failure: Nanoseconds
  let delay: Nanoseconds
  let range: ClosedRange<Nanoseconds>
  let followsHint: Bool
  /// The mean of the planned delays, in nanoseconds.
  let mean: Double
  /// Some of the planned delays, which lie evenly among them.
  let some: [Nanoseconds]
  /// The share of the planned delays that are shorter: as it was seen, and less what a client needs besides.
  let (share, leastShare): (Double, Double)

  private static let count = 32

  init(
    call: UInt64, failure: Nanoseconds, delay: Nanoseconds, _ planned: PlannedRetry,
    _ range: ClosedRange<Nanoseconds>, _ tolerance: Tolerance
  ) {
    (self.call, self.failure, self.delay, self.range) = (call, failure, delay, range)
    (followsHint, mean) = (planned.followsHint, planned.mean)
    share = planned.share(below: delay)
    leastShare = planned.share(below: delay - tolerance.usual)
    let all = planned.choices
    some = (0..<Self.count).map { all[(2 * $0 + 1) * all.count / (2 * Self.count)].delay }
  }

  /// Whether chance decides how long it is, beyond what cannot be told apart.
  func isSpread(beyond tolerance: Tolerance) -> Bool {
    !followsHint && range.upperBound - range.lowerBound > tolerance.usual * 2
  }
}
