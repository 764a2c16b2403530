package import Retry

/// A decision of a strategy about an error, with the checks that led to it.
package struct Deliberation: Hashable, Sendable {
  /// The name of the strategy.
  package let strategy: String
  /// The error.
  package let fault: Fault
  /// The decision.
  package let decision: RetryDecision
  /// The checks of its policy, in order.
  package let checks: [RetryCheck]

  /// Creates a decision.
  package init(
    of strategy: String, on fault: Fault, _ decision: RetryDecision, after checks: [RetryCheck]
  ) {
    (self.strategy, self.fault, self.decision, self.checks) = (strategy, fault, decision, checks)
  }

  /// Whether it ends the call with the error.
  package var endsCall: Bool { if case .fail = decision { true } else { false } }

  /// How the delay came about, if one was drawn.
  package var delay: RetryCheck.Delay? {
    if case .delay(let delay) = checks.last?.subject { delay } else { nil }
  }
}
