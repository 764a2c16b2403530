/// When to leave the decision to a person.
///
/// ```swift
/// let question = RetryQuestion(after: 3)  // from the fourth failure on
/// ```
public struct RetryQuestion: Hashable, Sendable {
  /// The number of failures that are decided without the person.
  public let after: Int

  /// Creates a question for each failure after so many; a negative number counts as zero.
  public init(after: Int) {
    self.after = max(after, 0)
  }

  /// The number of the failure from which on a person decides, counted from 1.
  package var first: Int { after == .max ? after : after + 1 }

  /// Says whether the latest of so many failures is for a person to decide.
  @inlinable
  func isDue(failures: Int) -> Bool {
    failures > after
  }
}
