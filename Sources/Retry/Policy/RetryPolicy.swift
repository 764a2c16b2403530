/// Which failures to retry, when, and for how long.
///
/// A policy is a value that only makes decisions. Drivers run code under it: `retry` and `run` in a
/// task, `runBlocking` on a thread, `start` with callbacks.
///
/// ```swift
/// enum RequestError: Error { case timeout, forbidden }
/// let policy = RetryPolicy<RequestError>(
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

  /// Returns the delay that an error requests, such as a `Retry-After` header; the hint rule says how it is used.
  public let hint: (@Sendable (Failure) -> Duration?)?

  /// The limits on the retries after some of the errors; the first one that matches an error counts.
  public let limits: [RetryLimit<Failure>]

  /// Creates a policy from rules, a filter for retryable errors and a hint for the delay.
  ///
  /// Seven limits count retries of their own; from the eighth on they count together, so that none allows more.
  public init(
    rules: RetryRules, on filter: (@Sendable (Failure) -> Bool)? = nil,
    hint: (@Sendable (Failure) -> Duration?)? = nil, limits: [RetryLimit<Failure>] = []
  ) {
    self.rules = rules
    self.filter = filter
    self.hint = hint
    self.limits = limits
  }
}

extension RetryPolicy {
  /// Creates a policy with a limit on the total number of attempts.
  ///
  /// At least one attempt is made, so zero attempts count as one; `nil` means no limit. A delay that the hint requests
  /// replaces that of the backoff, up to one minute, unless the hint rule says otherwise. After the deadline no new
  /// attempt begins; a `Timeout` ends one that is running.
  ///
  /// ```swift
  /// let patient = RetryPolicy<any Error>(attempts: nil, backoff: .constant(.seconds(1)))
  /// ```
  public init(
    attempts: Int?, backoff: Backoff = .none, on filter: (@Sendable (Failure) -> Bool)? = nil,
    hint: (@Sendable (Failure) -> Duration?)? = nil, hintRule: HintRule? = HintRule(),
    limits: [RetryLimit<Failure>] = [], deadline: Duration? = nil,
    deadlineRule: DeadlineRule = .refuse, deadlineMoment: DeadlineMoment = .failure,
    limitRule: LimitRule = .either, question: RetryQuestion? = nil, exhausted: Exhaustion = .fail
  ) {
    let rules = RetryRules(
      attempts: attempts, backoff: backoff, hintRule: hintRule, deadline: deadline,
      deadlineRule: deadlineRule, deadlineMoment: deadlineMoment, limitRule: limitRule,
      question: question, exhausted: exhausted)
    self.init(rules: rules, on: filter, hint: hint, limits: limits)
  }

  /// Creates a policy with a limit on the number of retries after the first attempt.
  ///
  /// ```swift
  /// let once = RetryPolicy<any Error>(retries: 1)  // two attempts
  /// ```
  public init(
    retries: Int, backoff: Backoff = .none, on filter: (@Sendable (Failure) -> Bool)? = nil,
    hint: (@Sendable (Failure) -> Duration?)? = nil, hintRule: HintRule? = HintRule(),
    limits: [RetryLimit<Failure>] = [], deadline: Duration? = nil,
    deadlineRule: DeadlineRule = .refuse, deadlineMoment: DeadlineMoment = .failure,
    limitRule: LimitRule = .either, question: RetryQuestion? = nil, exhausted: Exhaustion = .fail
  ) {
    self.init(
      attempts: retries == .max ? .max : retries + 1, backoff: backoff, on: filter, hint: hint,
      hintRule: hintRule, limits: limits, deadline: deadline, deadlineRule: deadlineRule,
      deadlineMoment: deadlineMoment, limitRule: limitRule, question: question,
      exhausted: exhausted)
  }

  /// Creates a policy with a limit on the time alone.
  ///
  /// After the deadline no new attempt begins, under the default rule. One that is running goes on: a `Timeout` ends
  /// it.
  ///
  /// ```swift
  /// let policy = RetryPolicy<any Error>(deadline: .seconds(5), backoff: .constant(.seconds(1)))
  /// ```
  public init(
    deadline: Duration, deadlineRule: DeadlineRule = .refuse,
    deadlineMoment: DeadlineMoment = .failure, backoff: Backoff = .none,
    on filter: (@Sendable (Failure) -> Bool)? = nil,
    hint: (@Sendable (Failure) -> Duration?)? = nil, hintRule: HintRule? = HintRule(),
    limits: [RetryLimit<Failure>] = [], question: RetryQuestion? = nil
  ) {
    self.init(
      attempts: nil, backoff: backoff, on: filter, hint: hint, hintRule: hintRule, limits: limits,
      deadline: deadline, deadlineRule: deadlineRule, deadlineMoment: deadlineMoment,
      question: question)
  }
}

extension RetryPolicy: CustomStringConvertible {
  /// The rules as text, and whether errors are told apart.
  public var description: String {
    let filtered = filter == nil ? "" : ", on: { … }"
    let limited = limits.isEmpty ? "" : ", limits: \(limits.map(\.retries))"
    return "\(rules)\(filtered)\(limited)"
  }
}
