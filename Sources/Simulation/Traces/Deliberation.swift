package import Retry

/// A decision of a strategy about an error, with the checks that led to it.
package struct Deliberation: Hashable, Sendable {
  package let strategy: String
  package let fault: Fault
  package let decision: RetryDecision
  /// The checks of its policy, in order.
  package let checks: [RetryCheck]

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
