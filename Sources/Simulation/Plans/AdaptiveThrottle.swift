package import RetryNumerics
package import VirtualTime

extension Source {
  /// The error of calls that are rejected on the spot.
  package static let throttled = Fault("throttled")

  /// Returns the source behind a throttle that remembers so long, and lets k times as much pass as is accepted.
  package func adaptiveThrottle(
    k: Double, window: Nanoseconds
  ) throws(InvalidArgument) -> Source {
    Source(.adaptiveThrottle(try AdaptiveThrottle(k: k, window: window)), on: [self])
  }
}

/// A throttle that learns: the fewer requests succeed, the more are rejected on the spot.
///
/// Of the requests and the successes of a while, those of all calls together, it rejects the next request with the
/// probability max(0, (requests - k · accepts) / (requests + 1)); rejected ones count as requests. So no more than
/// k times as much is sent as is accepted (Beyer et al., Site Reliability Engineering, 2016, chapter 21).
package struct AdaptiveThrottle: Sendable {
  /// How many times as much is sent as is accepted.
  let k: Double
  /// How far back it looks.
  let window: Nanoseconds
  /// Which one it is, of those that are written alike.
  let identity = ThrottleIdentity()

  /// Creates a throttle, which remembers nothing yet.
  package init(k: Double, window: Nanoseconds) throws(InvalidArgument) {
    guard k >= 1, k.isFinite else {
      throw InvalidArgument("k", PlanProblem.throttleFactor(k))
    }
    guard window > .zero else {
      throw InvalidArgument("window", PlanProblem.throttleWindow(window))
    }
    self.k = k
    self.window = window
  }
}

/// Which throttle it is, of those that are written alike.
final class ThrottleIdentity: Sendable {}
