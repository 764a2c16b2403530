package import Retry
import RetryNumerics

/// A retry policy with details for the simulation.
///
/// The policy decides; it is the same type that runs real code. The filter is kept as data, so that it can
/// be explained.
package struct RetryStrategy: Sendable {
  /// The policy.
  package let policy: RetryPolicy<Fault>
  /// Which errors are retried.
  package let filter: FaultFilter
  /// The person the policy asks.
  package let person: Person

  private init(_ other: RetryStrategy, backoff: Backoff) {
    let rules = other.policy.rules
    let copy = RetryRules(
      attempts: rules.attempts, backoff: backoff, deadline: rules.deadline,
      deadlineRule: rules.deadlineRule, question: rules.question, exhausted: rules.exhausted)
    policy = RetryPolicy(rules: copy, on: other.policy.filter, hint: other.policy.hint)
    filter = other.filter
    person = other.person
  }

  /// Creates a strategy, which optionally honours a server's hint.
  package init(
    rules: RetryRules, on filter: FaultFilter = FaultFilter(), honoursHint: Bool = true,
    person: Person = .patient
  ) {
    self.filter = filter
    self.person = person
    let admits: @Sendable (Fault) -> Bool = { filter.admits($0) }
    let hint: @Sendable (Fault) -> Duration? = { $0.retryAfter?.duration }
    policy = RetryPolicy(
      rules: rules, on: filter.admitsEverything ? nil : admits, hint: honoursHint ? hint : nil)
  }
}

extension RetryStrategy {
  /// The same strategy with its own back-off storage.
  ///
  /// Threads that count references to shared storage block each other at every decision.
  var detached: RetryStrategy {
    RetryStrategy(self, backoff: policy.rules.backoff.detached)
  }
}
