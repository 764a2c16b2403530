import Simulation

extension Features {
  /// What the vectors and the closed forms know: attempts that fail by independent chance, under a policy.
  static let independentAttempts: Features = [
    .latency, .rates, .retry, .filter, .hints, .endless, .completion,
  ]
}
