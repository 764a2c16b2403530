import Retry
import RetryLanguage
import RetryNumerics

// Layers as text of the language.

extension Nanoseconds {
  /// The exact span as text of the language, which has no word for the longest.
  var source: String { self == .never ? "9223372036.854775807s" : "\(self)" }
}

extension RetryBudget {
  /// The budget as text of the language.
  var source: String {
    switch rule {
    case .ratio(let ratio, let least, let window):
      "budget(ratio: \(Literal.share(ratio)), min: \(Literal.rate(least)), window: \(Nanoseconds(window).source))"
    case .tokens(let capacity, let cost, let throttling, let timeout, let credit):
      "budget(tokens: \(capacity), cost: \(cost), throttling: \(throttling), timeout: \(timeout), "
        + "credit: \(credit))"
    case .throttle(let tokens, let ratio): "budget(throttle: \(tokens), credit: \(ratio))"
    case .share(let share, let least): "budget(share: \(Literal.share(share)), min: \(least))"
    case .bucket(let size, let part, let filling):
      "budget(bucket: \(size), \(filling.label): \(part))"
    case .failures(let share, let window):
      "budget(failures: \(Literal.share(share)), window: \(Nanoseconds(window).source))"
    }
  }
}

extension PolicyDocument.Layer {
  /// The layer as the argument that adds it, or `nil` if the language has no such layer.
  var source: String? {
    switch self {
    case .timeout(let limit): "timeout: \(Nanoseconds(limit).source)"
    case .breaker(let breaker): breaker.source
    case .rateLimiter(let limiter): limiter.source
    case .concurrencyLimit(let limit): limit.source
    case .throttle(let throttle):
      "adaptiveThrottle(k: \(throttle.k), window: \(Nanoseconds(throttle.window).source))"
    case .pace(let rate):
      "pacer(beta: \(rate.beta), scale: \(rate.scale), smoothing: \(rate.smoothing), "
        + "min: \(Literal.rate(rate.minimum)))"
    case .hedge(let hedge): hedge.source
    }
  }
}

extension CircuitBreaker {
  /// The breaker as text of the language; `nil` if it opens by failures in a row and by rates.
  fileprivate var source: String? {
    let longest = Nanoseconds(opening.maximum)
    let rest =
      "open: \(Nanoseconds(opening.initial).source), factor: \(opening.factor)"
      + (longest == .never ? "" : ", maxOpen: \(longest.source)")
      + (opening.isJittered ? ", jittered: true" : "") + ", probes: \(probes)"
    let rates =
      [("failures", failureRate), ("slow", slowRate)].compactMap { label, rate in
        rate.map { "\(label): \(Literal.share($0)), " }
      }.joined() + (slowRate == nil ? "" : "slowAfter: \(Nanoseconds(slow).source), ")
    if let consecutiveFailures {
      return rates.isEmpty ? "breaker(consecutive: \(consecutiveFailures), \(rest))" : nil
    }
    if let failures, case .time(let span) = window {
      return "breaker(failures: \(failures), within: \(Nanoseconds(span).source), \(rest))"
    }
    guard !rates.isEmpty else { return nil }
    let span =
      switch window {
      case .calls(let count): "of: \(count)"
      case .time(let span): "over: \(Nanoseconds(span).source)"
      }
    return "breaker(\(rates)\(span), min: \(minimumCalls), \(rest))"
  }
}

extension RateLimiter {
  /// The limiter as text of the language.
  fileprivate var source: String {
    let (span, wait) = (Nanoseconds(span).source, Nanoseconds(maximumWait).source)
    return switch kind {
    case .tokenBucket: "rateLimiter(\(calls), per: \(span), burst: \(burst), wait: \(wait))"
    case .slidingWindow: "rateLimiter(slidingWindow(\(calls), per: \(span)), wait: \(wait))"
    }
  }
}

extension ConcurrencyLimit {
  /// The limit as text of the language.
  fileprivate var source: String {
    let wait = maximumWait.map { ", wait: \(Nanoseconds($0).source)" } ?? ""
    let adapting =
      adaptation.map {
        ", adapting: \($0.range.lowerBound)...\($0.range.upperBound), "
          + "slow: \(Nanoseconds($0.slow).source), decrease: \(Literal.share($0.decrease.complement))"
      } ?? ""
    return "bulkhead(\(calls), queue: \(queue)\(wait)\(adapting))"
  }
}

extension Hedge {
  /// The hedge as arguments of the language.
  fileprivate var source: String {
    let count = "hedges: \(hedges)"
    let wait = delay.map { Nanoseconds($0).source }
    guard let percentile else { return wait.map { "hedge: \($0), \(count)" } ?? count }
    return "percentile: \(Literal.share(percentile)), \(wait.map { "or: \($0), " } ?? "")\(count)"
  }
}

extension Double {
  /// The share to one, the shortest one that gives the same number back: 10% and not 9.999999999999998% for 0.9.
  fileprivate var complement: Double {
    let short = ((1 - self) * 1e15).rounded() / 1e15
    return 1 - short == self ? short : 1 - self
  }
}
