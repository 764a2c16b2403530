package import Retry
import RetryNumerics

/// A retry policy with what a simulation knows about it besides.
///
/// The policy decides; it is the same type that runs real code. The filter is kept as data, so that it can
/// be explained.
package struct RetryStrategy: Sendable {
  /// What decides.
  package let policy: RetryPolicy<Fault>
  /// Which errors are tried again.
  package let filter: FaultFilter
  /// Who answers when the policy asks.
  package let person: Person

  /// Creates a strategy; its policy honours a server's hint where told to.
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
