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

/// A delay before a retry with those that the plan could have had.
struct ReadDelay {
  let call: UInt64
  /// When the failure was told, which the delay counts from.
  let failure: Nanoseconds
  let delay: Nanoseconds
  let planned: PlannedRetry
  let range: ClosedRange<Nanoseconds>

  /// Whether chance decides how long it is, beyond what cannot be told apart.
  func isSpread(beyond tolerance: Tolerance) -> Bool {
    !planned.followsHint && range.upperBound - range.lowerBound > tolerance.usual * 2
  }
}
