package import RetryNumerics

/// By how much the times of a client may differ from those of its plan.
package struct Tolerance: Hashable, Sendable {
  /// How much too early: timers and libraries round by so much.
  package var early = Nanoseconds(1_000_000)
  /// How much too late in any case: what a client needs besides waiting.
  package var late = Nanoseconds(20_000_000)
  /// How much too late once in a while, as on a busy machine.
  var rarely: Nanoseconds { late * 5 }
  /// How much too late in general, for the distribution.
  var usual: Nanoseconds { Nanoseconds(late.count / 4) }
  /// What a client can ask to wait for is told in these, and rounded up.
  private(set) var second = Nanoseconds(1_000_000_000)

  package init() {}

  /// The tolerance in the time of a scenario that runs faster than the clock, on which clients and machines depend.
  package func scaled(by speed: Speed) -> Tolerance {
    var scaled = self
    scaled.early = speed.scenario(early)
    scaled.late = speed.scenario(late)
    scaled.second = speed.scenario(second)
    return scaled
  }
}
