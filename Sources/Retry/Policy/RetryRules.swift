public import RetryNumerics

/// The rules of a policy that do not depend on the type of the errors.
///
/// ```swift
/// let rules = RetryRules(attempts: 5, backoff: .exponential(initial: .milliseconds(100)))
/// let network = RetryPolicy<any Error>(rules: rules)
/// ```
public struct RetryRules: Sendable {
  /// The number of attempts in all, or none where there is no limit.
  public let attempts: Int?

  /// The delays between attempts.
  public let backoff: Backoff

  /// What a wait that crosses the deadline becomes.
  public let deadlineRule: DeadlineRule

  /// When a person is asked.
  public let question: RetryQuestion?

  /// How the call ends after the last attempt.
  public let exhausted: Exhaustion

  /// The end of all attempts, counted from the start of the first one.
  @usableFromInline package let limit: Nanoseconds?

  /// The end of all attempts, counted from the start of the first one.
  public var deadline: Duration? {
    limit?.duration
  }

  /// Creates rules for a number of attempts in all.
  ///
  /// Fewer than one attempt count as one, and none for no limit. A negative deadline counts as zero.
  public init(
    attempts: Int?, backoff: Backoff = .none, deadline: Duration? = nil,
    deadlineRule: DeadlineRule = .refuse, question: RetryQuestion? = nil,
    exhausted: Exhaustion = .fail
  ) {
    self.attempts = attempts.map { max($0, 1) }
    self.backoff = backoff
    self.limit = deadline.map { Nanoseconds(delay: $0) }
    self.deadlineRule = deadlineRule
    self.question = question
    self.exhausted = exhausted
  }
}
