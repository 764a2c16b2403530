package import RetryNumerics

extension RateLimiter {
  /// The calls that a limiter has admitted, as far as they still count.
  ///
  /// A call that is admitted with a wait has its turn reserved; if it gives up, the turn is lost.
  ///
  /// ```swift
  /// var state = RateLimiter.State(.tokenBucket(10, per: .seconds(1), maximumWait: .seconds(1)))
  /// let first = try state.admit(at: .zero).get()  // now
  /// let second = try state.admit(at: .zero).get()  // after 100 ms
  /// ```
  public struct State: Sendable {
    /// The settings.
    public let limiter: RateLimiter
    /// The time between two tokens, or the span of a window.
    private let step: Nanoseconds
    /// How far the bucket can run ahead.
    private let slack: Nanoseconds
    /// The longest wait.
    private let maximumWait: Nanoseconds
    /// When the bucket would be full again.
    private var full = Nanoseconds(.min)
    private var starts: LatestTimes
  }
}

extension RateLimiter.State {
  /// Creates a limiter that has admitted nothing.
  public init(_ limiter: RateLimiter) {
    self.limiter = limiter
    starts = LatestTimes(limit: limiter.calls)
    let span = Nanoseconds(limiter.span)
    switch limiter.kind {
    case .tokenBucket:
      // Rounded up, so that the rate is never exceeded.
      let calls = Int64(limiter.calls)
      step = Nanoseconds(span.count / calls + (span.count % calls == 0 ? 0 : 1))
      slack = step * Int64(limiter.burst - 1)
    case .slidingWindow: (step, slack) = (span, .zero)
    }
    maximumWait = Nanoseconds(limiter.maximumWait)
  }

  /// Admits a call after a wait, or says how long it would have to wait.
  package mutating func admit(at now: Nanoseconds) -> Result<Nanoseconds, StrategyRefusal> {
    let wait = wait(at: now)
    guard wait <= maximumWait else {
      return .failure(
        StrategyRefusal(.rateLimiter, maximumWait == .zero ? .exhausted : .waitTooLong, for: wait))
    }
    reserve(now + wait, now)
    return .success(wait)
  }

  /// Returns how long the next call would wait.
  package func wait(at now: Nanoseconds) -> Nanoseconds { max(turn - now, .zero) }

  /// When the next call may start.
  private var turn: Nanoseconds {
    guard limiter.kind == .slidingWindow else { return full - slack }
    return starts.oldest.map { $0 + step } ?? Nanoseconds(.min)
  }

  /// Counts a call that starts at a time.
  private mutating func reserve(_ start: Nanoseconds, _ now: Nanoseconds) {
    guard limiter.kind == .slidingWindow else { return full = max(full, now) + step }
    starts.add(start)
  }

  /// Goes by other settings from now on, and keeps what has been admitted.
  ///
  /// A bucket keeps its tokens, as far as they fit, and fills at the new rate. A window counts the latest starts, up to
  /// the calls that it allows, so one that shrinks and grows again forgets some. A limiter of the other kind starts
  /// anew.
  package mutating func update(_ limiter: RateLimiter, at now: Nanoseconds) {
    var next = Self(limiter)
    switch (self.limiter.kind, limiter.kind) {
    case (.tokenBucket, .tokenBucket):
      // Fewer than none are left if turns are promised.
      let left =
        Double(self.limiter.burst) - Double(max(full - now, .zero).count) / Double(step.count)
      let missing = Double(limiter.burst) - min(left, Double(limiter.burst))
      next.full = now + Nanoseconds(rounding: missing * Double(next.step.count))
    case (.slidingWindow, .slidingWindow): next.starts.take(starts)
    case (.tokenBucket, .slidingWindow), (.slidingWindow, .tokenBucket): break
    }
    self = next
  }

  /// Goes by other settings from now on, and keeps what has been admitted.
  public mutating func update(_ limiter: RateLimiter, at now: Duration) {
    update(limiter, at: Nanoseconds(now))
  }

  /// Admits a call after a wait, or says how long it would have to wait.
  public mutating func admit(at now: Duration) -> Result<Duration, StrategyRefusal> {
    admit(at: Nanoseconds(now)).map(\.duration)
  }
}
