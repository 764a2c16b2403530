import Simulation

extension Features {
  /// What the vectors know besides, where calls need not be looked at one by one.
  static let sideBySide = independentAttempts.union([.timeout, .deadline])

  /// What the vectors and the closed forms know: attempts that fail by independent chance, under a policy.
  static let independentAttempts: Features = [
    .latency, .rates, .retry, .filter, .hints, .endless, .completion,
  ]
}
