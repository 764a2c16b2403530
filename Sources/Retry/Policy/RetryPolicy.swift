/// When to try again, and for how long.
///
/// A policy is a value that decides and does nothing. The drivers run code under it: `retry` and
/// `run` in a task, `runBlocking` on a thread, `start` with callbacks.
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

  /// Says which errors are retried; without it, all are.
  public let filter: (@Sendable (Failure) -> Bool)?

  /// Says how long an error asks to wait; without it, the backoff decides.
  public let hint: (@Sendable (Failure) -> Duration?)?

  /// Creates a policy from rules, the errors that are retried and the wait that they ask for.
  public init(
    rules: RetryRules, on filter: (@Sendable (Failure) -> Bool)? = nil,
    hint: (@Sendable (Failure) -> Duration?)? = nil
  ) {
    self.rules = rules
    self.filter = filter
    self.hint = hint
  }

  /// Creates a policy for a number of attempts in all.
  ///
  /// Fewer than one attempt count as one, and none for no limit. What the hint says takes the place
  /// of the backoff's delay, a negative hint counting as zero.
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

  /// Creates a policy for a number of attempts after the first one.
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
