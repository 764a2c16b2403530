import RetryNumerics

/// A limit on how many calls start within a span of time.
///
/// A call beyond the limit waits for its turn, up to a maximum, or is refused.
///
/// ```swift
/// let smooth = RateLimiter.tokenBucket(100, per: .seconds(1), burst: 10)
/// let strict = RateLimiter.slidingWindow(100, per: .seconds(60), maximumWait: .seconds(2))
/// ```
public struct RateLimiter: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case tokenBucket
    case slidingWindow
  }

  package let kind: Kind
  /// How many calls may start within the span.
  public let calls: Int
  /// The span of time.
  public let span: Duration
  /// How many calls may start at once after a pause.
  public let burst: Int
  /// How long a call may wait for its turn.
  public let maximumWait: Duration

  /// Creates a limiter from numbers that are brought into their ranges.
  private init(_ kind: Kind, _ calls: Int, _ span: Duration, _ burst: Int, _ wait: Duration) {
    self.kind = kind
    self.calls = min(max(calls, 1), kind == .slidingWindow ? 100_000 : 1_000_000_000)
    self.span = max(span, .nanoseconds(1))
    self.burst = kind == .slidingWindow ? self.calls : min(max(burst, 1), 1_000_000_000)
    maximumWait = max(wait, .zero)
  }

  /// Fills a bucket evenly, which holds a burst of tokens; each call takes one.
  ///
  /// With the burst of one that is the default, calls are spaced evenly, so of two at once the second waits or is
  /// refused. Numbers below one count as one.
  public static func tokenBucket(
    _ calls: Int, per span: Duration, burst: Int = 1, maximumWait: Duration = .zero
  ) -> RateLimiter {
    RateLimiter(.tokenBucket, calls, span, burst, maximumWait)
  }

  /// Lets at most a number of calls start within any span of that length, however it is placed.
  ///
  /// A call that waits has the start that is planned for it, so late timers of the system can move some into the next
  /// span. It remembers so many starts, at most 100,000.
  public static func slidingWindow(
    _ calls: Int, per span: Duration, maximumWait: Duration = .zero
  ) -> RateLimiter {
    RateLimiter(.slidingWindow, calls, span, calls, maximumWait)
  }
}

extension RateLimiter: CustomStringConvertible {
  /// The limiter as text, such as `100 calls per 1 s, burst 10, wait up to 2 s`.
  public var description: String {
    let rate = "\(calls) calls per \(Nanoseconds(span).phrase)"
    let bursts = kind == .tokenBucket ? ", burst \(burst)" : " in any window"
    let longest = Nanoseconds(maximumWait)
    let waits =
      longest == .never
      ? ", wait for a turn" : longest > .zero ? ", wait up to \(longest.phrase)" : ""
    return rate + bursts + waits
  }
}
