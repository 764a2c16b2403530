/// Which failures to retry, when, and for how long.
///
/// A policy is a value that only makes decisions. Drivers run code under it: `retry` and `run` in a
/// task, `runBlocking` on a thread, `start` with callbacks.
///
/// ```swift
/// enum Trouble: Error { case timeout, forbidden }
/// let policy = RetryPolicy<Trouble>(
///   attempts: 5,
///   backoff: .exponential(initial: .milliseconds(100)).maximum(.seconds(5)).fullJitter(),
///   on: { $0 == .timeout },
///   deadline: .seconds(10))
/// ```
public struct RetryPolicy<Failure: Error>: Sendable {
  /// The rules that do not depend on the error.
  public let rules: RetryRules

  /// Returns whether to retry an error; `nil` retries all errors.
  public let filter: (@Sendable (Failure) -> Bool)?

  /// Returns the delay that an error requests, such as a `Retry-After` header; `nil` uses the
  /// backoff.
  public let hint: (@Sendable (Failure) -> Duration?)?

  /// Creates a policy from rules, a filter for retryable errors and a hint for the delay.
  public init(
    rules: RetryRules, on filter: (@Sendable (Failure) -> Bool)? = nil,
    hint: (@Sendable (Failure) -> Duration?)? = nil
  ) {
    self.rules = rules
    self.filter = filter
    self.hint = hint
  }

  /// Creates a policy with a limit on the total number of attempts.
  ///
  /// At least one attempt is made; `nil` means no limit. A hint replaces the backoff's delay, and a
  /// negative hint counts as zero.
  ///
  /// ```swift
  /// let patient = RetryPolicy<any Error>(attempts: nil, backoff: .constant(.seconds(1)))
  /// ```
  public init(
    attempts: Int?, backoff: Backoff = .none, on filter: (@Sendable (Failure) -> Bool)? = nil,
    hint: (@Sendable (Failure) -> Duration?)? = nil, deadline: Duration? = nil,
    deadlineRule: DeadlineRule = .refuse, question: RetryQuestion? = nil,
    exhausted: Exhaustion = .fail
  ) {
    let rules = RetryRules(
      attempts: attempts, backoff: backoff, deadline: deadline, deadlineRule: deadlineRule,
      question: question, exhausted: exhausted)
    self.init(rules: rules, on: filter, hint: hint)
  }

  /// Creates a policy with a limit on the number of retries after the first attempt.
  ///
  /// ```swift
  /// let once = RetryPolicy<any Error>(retries: 1)  // two attempts
  /// ```
  public init(
    retries: Int, backoff: Backoff = .none, on filter: (@Sendable (Failure) -> Bool)? = nil,
    hint: (@Sendable (Failure) -> Duration?)? = nil, deadline: Duration? = nil,
    deadlineRule: DeadlineRule = .refuse, question: RetryQuestion? = nil,
    exhausted: Exhaustion = .fail
  ) {
    self.init(
      attempts: retries == .max ? .max : retries + 1, backoff: backoff, on: filter, hint: hint,
      deadline: deadline, deadlineRule: deadlineRule, question: question, exhausted: exhausted)
  }
}
