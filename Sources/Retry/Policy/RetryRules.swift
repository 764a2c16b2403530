public import RetryNumerics

/// The rules of a policy that do not depend on the error type.
///
/// ```swift
/// let rules = RetryRules(attempts: 5, backoff: .exponential(initial: .milliseconds(100)))
/// let network = RetryPolicy<any Error>(rules: rules)
/// ```
public struct RetryRules: Hashable, Sendable {
  /// The total number of attempts; `nil` means no limit.
  public let attempts: Int?

  /// The delays between attempts.
  public let backoff: Backoff

  /// How the delays that errors request are used; `nil` ignores them.
  public let hintRule: HintRule?

  /// What happens to a delay that would cross the deadline.
  public let deadlineRule: DeadlineRule

  /// The moment at which a failed attempt is compared with the deadline.
  public let deadlineMoment: DeadlineMoment

  /// Whether one limit or both must be reached, of attempts and of time.
  public let limitRule: LimitRule

  /// When to ask a person.
  public let question: RetryQuestion?

  /// How the call ends when the last attempt fails.
  public let exhausted: Exhaustion

  /// The deadline.
  @usableFromInline package let limit: Nanoseconds?

  /// The first moment that is too late for an attempt, where the rule looks at one.
  ///
  /// All comparisons are with this moment, so that no path has to know which rules include the deadline itself.
  @inlinable
  package var tooLate: Nanoseconds? {
    deadlineRule == .refuseBeyond ? limit.map { $0 + Nanoseconds(1) } : limit
  }

  /// The time after which no new attempt begins, counted from the start of the first.
  ///
  /// It bounds when attempts begin, not how long they take: an attempt that is running goes on. To end one, put a
  /// `Timeout` around each attempt, or around the whole call. Only under the rule `elapsed` one attempt may begin
  /// after it.
  public var deadline: Duration? {
    limit?.duration
  }

  /// Creates rules with a limit on the total number of attempts.
  ///
  /// At least one attempt is made, so zero attempts count as one; `nil` means no limit. After the deadline no new
  /// attempt begins, and one that is running goes on. A negative deadline counts as zero.
  public init(
    attempts: Int?, backoff: Backoff = .none, hintRule: HintRule? = HintRule(),
    deadline: Duration? = nil, deadlineRule: DeadlineRule = .refuse,
    deadlineMoment: DeadlineMoment = .failure, limitRule: LimitRule = .either,
    question: RetryQuestion? = nil, exhausted: Exhaustion = .fail
  ) {
    self.attempts = attempts.map { max($0, 1) }
    self.backoff = backoff
    self.hintRule = hintRule
    self.limit = deadline.map { Nanoseconds(delay: $0) }
    self.deadlineRule = deadlineRule
    self.deadlineMoment = deadlineMoment
    self.limitRule = limitRule
    self.question = question
    self.exhausted = exhausted
  }
}

extension RetryRules {
  package func with(backoff: Backoff) -> RetryRules { copy(backoff: backoff, deadline: deadline) }

  /// The rules without a deadline.
  package var withoutDeadline: RetryRules { copy(backoff: backoff, deadline: nil) }

  private func copy(backoff: Backoff, deadline: Duration?) -> RetryRules {
    RetryRules(
      attempts: attempts, backoff: backoff, hintRule: hintRule, deadline: deadline,
      deadlineRule: deadlineRule, deadlineMoment: deadlineMoment, limitRule: limitRule,
      question: question, exhausted: exhausted)
  }

  /// The largest number of attempts that the limits and the backoff allow; `nil` if there is none.
  package var mostAttempts: Int? {
    let byDelays = backoff.count.map { $0 == .max ? .max : $0 + 1 }
    let byCount = limitRule == .both && limit != nil ? nil : attempts
    // Once a person is asked, the backoff no longer ends the call.
    guard let byDelays, question == nil else { return byCount }
    return min(byDelays, byCount ?? .max)
  }
}

extension RetryRules: CustomStringConvertible {
  /// The rules as text, such as `attempts: 5, backoff: constant(1s), deadline: 10s`.
  public var description: String {
    var parts = [attempts.map { "attempts: \($0)" } ?? "attempts: unlimited"]
    parts.append("backoff: \(backoff)")
    if hintRule == nil { parts.append("hints: ignored") }
    if let limit { parts.append("deadline: \(limit)") }
    if limit != nil, deadlineRule != .refuse {
      parts.append("deadline rule: \(deadlineRule.rawValue)")
    }
    if limit != nil, limitRule == .both { parts.append("ends at both limits") }
    if let question { parts.append("asks from failure \(question.first)") }
    if exhausted == .complete { parts.append("completes when exhausted") }
    return parts.joined(separator: ", ")
  }
}
