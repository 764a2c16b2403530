package import RetryNumerics
package import VirtualTime

extension Source {
  /// The error of requests rejected by a throttle.
  package static let throttled = Fault("throttled")

  /// Returns the source behind an adaptive throttle with this factor and window.
  package func adaptiveThrottle(
    k: Double, window: Nanoseconds
  ) throws(InvalidArgument) -> Source {
    Source(.adaptiveThrottle(try AdaptiveThrottle(k: k, window: window)), on: [self])
  }
}

/// A client-side throttle that rejects more requests as fewer succeed.
///
/// From the requests and accepts of all calls within a window, it rejects the next request with the probability
/// max(0, (requests - k · accepts) / (requests + 1)); rejected requests count as requests. At most k requests are
/// sent per accepted request (Beyer et al., Site Reliability Engineering, 2016, chapter 21).
package struct AdaptiveThrottle: Sendable {
  /// How many requests are sent per accepted request.
  let k: Double
  /// How far back it looks.
  let window: Nanoseconds
  /// Distinguishes it from throttles with the same parameters.
  let identity = ThrottleIdentity()

  /// Creates a throttle without history.
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

/// The identity of a throttle.
final class ThrottleIdentity: Sendable {}
