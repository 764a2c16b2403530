/// When to ask a person instead of deciding automatically.
///
/// ```swift
/// let question = RetryQuestion(after: 3)  // from the fourth failure on
/// ```
public struct RetryQuestion: Hashable, Sendable {
  /// The number of failures that are retried automatically.
  public let after: Int

  /// Creates a question for each failure after a number of automatic retries; a negative number
  /// counts as zero.
  public init(after: Int) {
    self.after = max(after, 0)
  }

  /// The number of the first failure that a person decides on, counted from 1.
  @inlinable package var first: Int { after == .max ? after : after + 1 }

  /// Returns whether a person decides on the latest of this many failures.
  @inlinable
  func isDue(failures: Int) -> Bool {
    failures > after
  }
}
