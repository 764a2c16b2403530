import Retry
import RetryNumerics
import Simulation
import VirtualTime

// The settings of breakers, bulkheads and pacers from what a person gives.

extension Catalogue {
  /// Returns a breaker that opens at a share of failures or of slow calls.
  static func rated(
    failures: Double?, slow: Double? = nil, slowAfter late: Nanoseconds = .zero,
    over window: CircuitBreaker.Window, least: Int, _ opening: CircuitBreaker.Opening,
    probes: Int = 1
  ) throws(InvalidArgument) -> CircuitBreaker {
    if let failures { try InvalidArgument.checkShare(failures, "failures") }
    if let slow { try InvalidArgument.checkShare(slow, "slow") }
    if failures == nil, slow == nil {
      throw InvalidArgument("failures", CallProblem.breakerWithoutRate)
    }
    return CircuitBreaker(
      failureRate: failures, slowRate: slow, slow: late.duration, over: window,
      minimumCalls: least, opening: opening, probes: probes)
  }

  static func opening(
    _ time: Nanoseconds, _ factor: Double, _ longest: Nanoseconds?, _ isJittered: Bool
  ) throws(InvalidArgument) -> CircuitBreaker.Opening {
    guard factor >= 1, factor.isFinite else {
      throw InvalidArgument("factor", CallProblem.openingFactor(factor))
    }
    return CircuitBreaker.Opening(
      time.duration, factor: factor, maximum: longest?.duration, isJittered: isJittered)
  }

  static func adaptation(
    _ range: Ends, slow: Nanoseconds, decrease: Double
  ) throws(InvalidArgument) -> ConcurrencyLimit.Adaptation {
    guard let low = range.low.integer, let end = range.high.integer, 1 <= low,
      low <= end - (range.isClosed ? 0 : 1)
    else { throw InvalidArgument("adapting", CallProblem.limitRange(range)) }
    guard (0...0.5).contains(decrease) else {
      throw InvalidArgument("decrease", CallProblem.decrease(decrease))
    }
    return .init(
      in: low...(range.isClosed ? end : end - 1), decrease: 1 - decrease, slow: slow.duration)
  }

  static func pacing(
    _ beta: Double, _ scale: Double, _ smoothing: Double, _ least: Double, _ on: [FaultPattern]?
  ) throws(InvalidArgument) -> PacerRules {
    guard 0 < beta, beta < 1 else {
      throw InvalidArgument("beta", CallProblem.outside("beta", beta, 0, 1))
    }
    guard 0 < scale, scale <= 1000 else {
      throw InvalidArgument("scale", CallProblem.outside("scale", scale, 0, 1000))
    }
    guard 0 < smoothing, smoothing <= 1 else {
      throw InvalidArgument("smoothing", CallProblem.outside("smoothing", smoothing, 0, 1))
    }
    return PacerRules(
      CubicRate(beta: beta, scale: scale, smoothing: smoothing, minimum: least),
      on: on.map { FaultFilter(on: $0) })
  }

  static func throttling(
    _ k: Double, _ window: Nanoseconds
  ) throws(InvalidArgument) -> ClientThrottle {
    guard k >= 1, k.isFinite else { throw InvalidArgument("k", PlanProblem.throttleFactor(k)) }
    guard window > .zero else {
      throw InvalidArgument("window", PlanProblem.throttleWindow(window))
    }
    return ClientThrottle(k: k, window: window.duration)
  }
}
