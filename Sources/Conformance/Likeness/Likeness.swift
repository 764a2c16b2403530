import Retry
import RetryNumerics
package import Simulation

/// How well the calls of a client agree with a policy that it may have.
package struct Likeness: Sendable {
  package let name: String
  package let strategy: RetryStrategy
  package let verdict: Finding.Verdict
  /// The subjects in which it differs.
  package let differences: [Subject]
  let likelihood: Double

  /// The calls that are compared with each policy.
  private static let mostCalls = 100

  init(
    _ name: String, _ strategy: RetryStrategy, _ attempts: [ObservedAttempt],
    _ tolerance: Tolerance, isCut: Bool
  ) {
    let conformance = Conformance(
      attempts, against: ClientPlan(strategy), tolerance: tolerance, isCut: isCut)
    (self.name, self.strategy, verdict) = (name, strategy, conformance.verdict)
    differences = conformance.findings.filter { $0.verdict == .failed }.map(\.subject)
    likelihood = conformance.likelihood
  }

  /// Returns how like some policies a client is, the likeliest first.
  package static func ranking(
    of attempts: [ObservedAttempt], among candidates: [(name: String, strategy: RetryStrategy)],
    tolerance: Tolerance = Tolerance(), isCut: Bool
  ) -> [Likeness] {
    let attempts = first(attempts)
    let all = candidates.map { Likeness($0.name, $0.strategy, attempts, tolerance, isCut: isCut) }
    return all.enumerated().sorted { left, right in
      let (one, other) = (left.element, right.element)
      if one.differences.count != other.differences.count {
        return one.differences.count < other.differences.count
      }
      // Of policies that do the same, the first stays the first.
      return one.likelihood == other.likelihood
        ? left.offset < right.offset : one.likelihood > other.likelihood
    }.map(\.element)
  }

  /// The attempts of the first calls.
  static func first(_ attempts: [ObservedAttempt]) -> [ObservedAttempt] {
    ObservedCall.all(of: attempts).prefix(mostCalls).flatMap(\.attempts)
  }
}
