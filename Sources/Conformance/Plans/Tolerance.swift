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

  package init() {}
}
