public import Retry

extension Hedge: PolicyPart {
  /// What the hedge is as JSON.
  public static var form: PartForm<Hedge> {
    PartForm(Key.optionalTime("delay"), Key<Double?>.optional("percentile"), Key("hedges", or: 1)) {
      delay, percentile, hedges in
      percentile.map { Hedge(afterPercentile: $0, otherwise: delay, hedges: hedges) }
        ?? Hedge(after: delay, hedges: hedges)
    } values: {
      ($0.delay, $0.percentile, $0.hedges)
    }
  }
}

extension ClientThrottle: PolicyPart {
  /// What the throttle is as JSON.
  public static var form: PartForm<ClientThrottle> {
    let usual = ClientThrottle()
    return PartForm(Key("k", or: usual.k), Key.time("window", or: usual.window)) {
      ClientThrottle(k: $0, window: $1)
    } values: {
      ($0.k, $0.window)
    }
  }
}

extension CubicRate: PolicyPart {
  /// What the rate is as JSON.
  public static var form: PartForm<CubicRate> {
    let usual = CubicRate()
    return PartForm(
      Key("beta", or: usual.beta), Key("scale", or: usual.scale),
      Key("smoothing", or: usual.smoothing), Key("minimum", or: usual.minimum)
    ) {
      CubicRate(beta: $0, scale: $1, smoothing: $2, minimum: $3)
    } values: {
      ($0.beta, $0.scale, $0.smoothing, $0.minimum)
    }
  }
}

extension RateLimiter: PolicyPart {
  /// What the limiter is as JSON.
  public static var form: PartForm<RateLimiter> {
    PartForm(
      Key<Kind>("kind"), Key<Int>("calls"), Key.time("span"), Key("burst", or: 1),
      Key.time("maximumWait", or: .zero)
    ) { kind, calls, span, burst, wait in
      switch kind {
      case .tokenBucket: .tokenBucket(calls, per: span, burst: burst, maximumWait: wait)
      case .slidingWindow: .slidingWindow(calls, per: span, maximumWait: wait)
      }
    } values: {
      ($0.kind, $0.calls, $0.span, $0.burst, $0.maximumWait)
    }
  }
}

extension RateLimiter.Kind: Codable {}

extension ConcurrencyLimit: PolicyPart {
  /// What the limit is as JSON.
  public static var form: PartForm<ConcurrencyLimit> {
    PartForm(
      Key<Int>("calls"), Key("queue", or: 0), Key.optionalTime("maximumWait"),
      Key<Adaptation?>.optional("adaptation")
    ) {
      ConcurrencyLimit($0, queue: $1, maximumWait: $2, adapting: $3)
    } values: {
      ($0.calls, $0.queue, $0.maximumWait, $0.adaptation)
    }
  }
}

extension ConcurrencyLimit.Adaptation: PolicyPart {
  /// What the rule is as JSON; the range is the least and the greatest limit.
  public static var form: PartForm<ConcurrencyLimit.Adaptation> {
    PartForm(
      Key<ClosedRange<Int>>("range"), Key("decrease", or: 0.9), Key.time("slow", or: .seconds(5))
    ) {
      ConcurrencyLimit.Adaptation(in: $0, decrease: $1, slow: $2)
    } values: {
      ($0.range, $0.decrease, $0.slow)
    }
  }
}
