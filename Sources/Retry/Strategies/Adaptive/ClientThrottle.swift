public import RetryNumerics

/// A throttle that sheds more calls in the client as the service accepts fewer.
///
/// From the requests and the accepts of all calls within a window, it refuses the next request with
/// the probability `max(0, (requests - k · accepts) / (requests + 1))`; refused requests count as
/// requests. So about `k` requests are sent for each that is accepted (Beyer et al., Site
/// Reliability Engineering, 2016, chapter 21).
///
/// ```swift
/// let throttle = ClientThrottle(k: 2, window: .seconds(120))
/// ```
public struct ClientThrottle: Hashable, Sendable {
  /// How many requests are sent for each that is accepted.
  public let k: Double
  /// How far back it looks.
  public let window: Duration

  /// Creates a throttle; `k` is at least one, and the window at least a nanosecond.
  public init(k: Double = 2, window: Duration = .seconds(120)) {
    self.k = k.within(1...1e9)
    self.window = max(window, .nanoseconds(1))
  }
}

extension ClientThrottle: CustomStringConvertible {
  /// The throttle as text, such as `k 2 over 120 s`.
  public var description: String {
    "k \(k.text) over \(Nanoseconds(window).phrase)"
  }
}

extension ClientThrottle {
  /// The recent requests and accepts of a throttle, in sixteen parts of its window.
  ///
  /// ```swift
  /// var state = ClientThrottle.State(ClientThrottle())
  /// var generator = SystemRandomNumberGenerator()
  /// try state.request(at: .zero, using: &generator).get()
  /// state.accept(at: .seconds(1))
  /// ```
  public struct State: Sendable {
    /// The settings.
    public private(set) var settings: ClientThrottle
    private var window: TimeWindow<Tally>

    private struct Tally: AdditiveArithmetic, Sendable {
      var requests = 0
      var accepts = 0

      static var zero: Tally { Tally() }

      static func + (left: Tally, right: Tally) -> Tally {
        Tally(requests: left.requests + right.requests, accepts: left.accepts + right.accepts)
      }

      static func - (left: Tally, right: Tally) -> Tally {
        Tally(requests: left.requests - right.requests, accepts: left.accepts - right.accepts)
      }
    }

    /// Creates a throttle without history.
    public init(_ throttle: ClientThrottle) {
      settings = throttle
      window = TimeWindow(Nanoseconds(throttle.window), parts: 16)
    }

    /// Goes by other settings from now on; a window of another span of time starts anew.
    public mutating func update(_ throttle: ClientThrottle) {
      var next = Self(throttle)
      if throttle.window == settings.window { next.window = window }
      self = next
    }

    /// Lets a request through or refuses it; makes one draw.
    @inlinable
    package mutating func request(
      at now: Nanoseconds, using generator: inout some RandomNumberGenerator
    ) -> Result<Void, StrategyRefusal> {
      let uniform = generator.unit()
      return request(at: now, uniform: uniform)
    }

    /// Lets a request through or refuses it, for a draw from the unit interval, which is asked for if it matters.
    @usableFromInline
    package mutating func request(
      at now: Nanoseconds, uniform: @autoclosure () -> Double
    ) -> Result<Void, StrategyRefusal> {
      let rate = rate(of: counts(at: now))
      // A refused request counts as well, so that refusals follow the demand.
      window.add(Tally(requests: 1))
      guard rate > 0, uniform() < rate else { return .success(()) }
      return .failure(StrategyRefusal(.throttle, .shedding))
    }

    package mutating func accept(at now: Nanoseconds) {
      window.advance(to: now)
      window.add(Tally(accepts: 1))
    }

    /// Returns the requests and accepts within the window.
    package mutating func counts(at now: Nanoseconds) -> (requests: Double, accepts: Double) {
      window.advance(to: now)
      return (Double(window.total.requests), Double(window.total.accepts))
    }

    /// Returns the probability with which the next request is refused.
    private func rate(of counts: (requests: Double, accepts: Double)) -> Double {
      max((counts.requests - settings.k * counts.accepts) / (counts.requests + 1), 0)
    }

    /// Returns the probability with which a request is refused at a time.
    package func refusalRate(at now: Nanoseconds) -> Double {
      var state = self
      return state.rate(of: state.counts(at: now))
    }

    /// Lets a request through or refuses it; makes one draw.
    public mutating func request(
      at now: Duration, using generator: inout some RandomNumberGenerator
    ) -> Result<Void, StrategyRefusal> {
      request(at: Nanoseconds(now), using: &generator)
    }

    /// Counts a request that the service has accepted.
    public mutating func accept(at now: Duration) {
      accept(at: Nanoseconds(now))
    }
  }
}
