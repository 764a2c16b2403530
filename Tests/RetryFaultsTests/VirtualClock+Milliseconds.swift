import RetryNumerics
import VirtualTime

extension VirtualClock {
  /// The time in milliseconds.
  var milliseconds: Int64 { now.sinceStart.count / 1_000_000 }
}
