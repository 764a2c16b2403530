public import RetryNumerics

/// The rules of a policy that do not depend on the error type.
///
/// ```swift
/// let rules = RetryRules(attempts: 5, backoff: .exponential(initial: .milliseconds(100)))
/// let network = RetryPolicy<any Error>(rules: rules)
/// ```
public struct RetryRules: Sendable {
  /// The total number of attempts; `nil` means no limit.
  public let attempts: Int?

  /// The delays between attempts.
  public let backoff: Backoff

  /// What happens to a delay that would cross the deadline.
  public let deadlineRule: DeadlineRule

  /// When to ask a person.
  public let question: RetryQuestion?

  /// How the call ends when the last attempt fails.
  public let exhausted: Exhaustion

  /// The time limit for all attempts, counted from the start of the first.
  @usableFromInline package let limit: Nanoseconds?

  /// The time limit for all attempts, counted from the start of the first.
  public var deadline: Duration? {
    limit?.duration
  }

  /// Creates rules with a limit on the total number of attempts.
  ///
  /// At least one attempt is made; `nil` means no limit. A negative deadline counts as zero.
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
