package import Retry
import RetryLanguage
import RetryNumerics
import Simulation

/// What a library can say of the layers beside its retries.
struct LayerText: Sendable {
  /// What a breaker opens by.
  enum Count { case row, calls, time, number }

  /// How a call waits for its place.
  enum Waiting {
    case never
    /// In a queue of some length, for as long as it takes.
    case queue
    /// For a time, however many others wait.
    case time
  }

  /// How starts are limited.
  enum Rate {
    /// All calls of a period come back when it begins.
    case periods
    /// By a bucket or a window, in front of which calls wait in a queue.
    case queue
  }

  /// What its times are whole numbers of.
  var unit = Nanoseconds(1_000_000)
  /// How long a timeout can be; `nil` if the translation sets it.
  var timeouts: ClosedRange<Nanoseconds>?
  /// What its breakers open by.
  var counts: [Count] = []
  /// Whether slow calls open a breaker.
  var knowsSlow = false
  /// Whether a breaker stays open for longer each time.
  var grows = false
  /// How many probes a half-open breaker can let through.
  var mostProbes = Int.max
  /// How long a breaker can stay open.
  var openings = Nanoseconds(1_000_000)...Nanoseconds.longest
  /// The spans of time that a breaker can look back.
  var spans = Nanoseconds(1_000_000)...Nanoseconds.longest
  /// What these spans are whole numbers of, if not of the unit.
  var spanUnit: Nanoseconds?
  /// How few calls let it judge.
  var fewestCalls = 1
  /// How a call waits for its place in a bulkhead, if there are any.
  var bulkhead: Waiting?
  /// How starts are limited, if they can be.
  var rate: Rate?
  /// Whether there is one layer of a kind only.
  var isEachOnce = false
  /// The usual order of layers around the retries, which are `nil`, if the file can change it for all.
  var order: [PolicyDocument.Layer.Kind?] = []
  /// Whether layers around the whole call can be said, besides a timeout.
  var hasOuter = true
  /// Whether a call counts in a breaker that a layer inside of it refuses.
  var countsRefusals = true
  /// Whether a breaker judges a window of calls that is not full by its failures alone.
  var judgesEarly = false
  /// What is otherwise with a window of time than ten parts of it.
  var windowNote: String?
  /// What is otherwise with a kind of layer than its settings tell.
  var notes: [PolicyDocument.Layer.Kind: String] = [:]
}

extension PolicyDocument.Layer.Kind {
  var phrase: String {
    switch self {
    case .timeout: "timeout"
    case .breaker: "circuit breaker"
    case .rateLimiter: "rate limiter"
    case .concurrencyLimit: "bulkhead"
    case .throttle: "throttle"
    case .pace: "adaptive rate"
    case .hedge: "hedge"
    }
  }

  /// The kind of the error of a call that it refuses, which no retry answers unless it is asked to.
  var refusal: String? {
    switch self {
    case .breaker: Fault.refusal(by: .breaker).kind
    case .rateLimiter: Fault.refusal(by: .rateLimiter).kind
    case .concurrencyLimit: Fault.refusal(by: .concurrencyLimit).kind
    case .timeout, .throttle, .pace, .hedge: nil
    }
  }
}

extension PolicyDocument.Layer {
  /// The same layer in the one form of all that do the same.
  package var plain: Self {
    switch self {
    case .breaker(let breaker): .breaker(breaker.plain)
    case .concurrencyLimit(let limit) where limit.queue == 0 || limit.maximumWait == .zero:
      .concurrencyLimit(ConcurrencyLimit(limit.calls, adapting: limit.adaptation))
    case .rateLimiter(let limiter) where limiter.kind == .tokenBucket:
      .rateLimiter(limiter.refilling(each: limiter.refill))
    default: self
    }
  }
}

extension PolicyDocument.Layer {
  /// Whether it is a rate limiter that lets no call wait, of which there is less to tell.
  var neverWaits: Bool {
    if case .rateLimiter(let limiter) = self { limiter.maximumWait == .zero } else { false }
  }
}

extension CircuitBreaker {
  /// The same breaker in the one form of all that do the same.
  fileprivate var plain: CircuitBreaker {
    let once = Opening(opening.initial, isJittered: opening.isJittered)
    let opening = opening.factor == 1 ? once : opening
    if let failures, case .time(let span) = window {
      return CircuitBreaker(failures: failures, within: span, opening: opening, probes: probes)
    }
    guard let row = consecutiveFailures else {
      return with(failureRate, slowRate, slow, window, minimumCalls, opening, probes)
    }
    guard probes == 1, row <= 10_000 else {
      return CircuitBreaker(consecutiveFailures: row, opening: opening, probes: probes)
    }
    return CircuitBreaker(
      failureRate: 1, over: .calls(row), minimumCalls: row, opening: opening)
  }

  fileprivate func with(
    _ failures: Double?, _ slowCalls: Double?, _ slow: Duration, _ window: Window,
    _ least: Int, _ opening: Opening, _ probes: Int
  ) -> CircuitBreaker {
    CircuitBreaker(
      failureRate: failures, slowRate: slowCalls,
      slow: slowCalls == nil ? .seconds(60) : slow, over: window, minimumCalls: least,
      opening: opening, probes: probes)
  }
}

extension RateLimiter {
  /// The time in which one call comes back.
  fileprivate var refill: Nanoseconds {
    Nanoseconds(rounding: Double(Nanoseconds(span).count) / Double(calls))
  }

  /// Returns a bucket into which a call comes back each time, or all of a burst after as many times.
  fileprivate func refilling(each time: Nanoseconds, calls: Int = 1) -> RateLimiter {
    .tokenBucket(
      calls, per: (time * Int64(calls)).duration, burst: burst, maximumWait: maximumWait)
  }
}

extension LayerText {
  /// Returns the nearest layer that the library has; `nil` if there is none.
  func near(_ layer: PolicyDocument.Layer) -> PolicyDocument.Layer? {
    switch layer {
    case .timeout(let limit):
      timeouts.map { .timeout(within($0, Nanoseconds(limit)).duration) }
    case .breaker(let breaker): near(breaker).map { .breaker($0) }
    case .concurrencyLimit(let limit): bulkhead.map { .concurrencyLimit(near(limit, $0)) }
    case .rateLimiter(let limiter): rate.map { .rateLimiter(near(limiter, $0)) }
    case .throttle, .pace, .hedge: nil
    }
  }

  private func within(
    _ bounds: ClosedRange<Nanoseconds>, _ time: Nanoseconds, unit: Nanoseconds? = nil
  ) -> Nanoseconds {
    let unit = unit ?? self.unit
    guard time != .never || bounds.upperBound < .longest else { return time }
    return min(max(unit * (time.count / unit.count), bounds.lowerBound), bounds.upperBound)
  }

  private func near(_ breaker: CircuitBreaker) -> CircuitBreaker? {
    guard !counts.isEmpty else { return nil }
    let opening = CircuitBreaker.Opening(
      within(openings, Nanoseconds(breaker.opening.initial)).duration,
      factor: grows ? breaker.opening.factor : 1,
      maximum: grows ? within(openings, Nanoseconds(breaker.opening.maximum)).duration : nil)
    let probes = min(breaker.probes, mostProbes)
    if let row = breaker.consecutiveFailures {
      if counts.contains(.row) {
        return CircuitBreaker(consecutiveFailures: row, opening: opening, probes: probes)
      }
      let isByCalls = counts.contains(.calls)
      return CircuitBreaker(
        failureRate: 1, over: isByCalls ? .calls(row) : .time(.seconds(30)),
        minimumCalls: max(row, fewestCalls), opening: opening, probes: probes)
    }
    if let failures = breaker.failures, case .time(let span) = breaker.window {
      guard counts.contains(.number) else { return nil }
      return CircuitBreaker(
        failures: failures, within: within(spans, Nanoseconds(span), unit: spanUnit).duration,
        opening: opening, probes: probes)
    }
    let slowCalls = knowsSlow ? breaker.slowRate : nil
    guard counts.contains(.time), breaker.failureRate != nil || slowCalls != nil else { return nil }
    let window: CircuitBreaker.Window =
      switch breaker.window {
      case .calls where !counts.contains(.calls): .time(.seconds(30))
      case .calls(let count): .calls(count)
      case .time(let span): .time(within(spans, Nanoseconds(span), unit: spanUnit).duration)
      }
    let least = if judgesEarly, case .calls(let count) = window { count } else { fewestCalls }
    return breaker.with(
      breaker.failureRate ?? 1, slowCalls, within(openings, Nanoseconds(breaker.slow)).duration,
      window,
      max(breaker.minimumCalls, least), opening, probes)
  }

  private func near(_ limit: ConcurrencyLimit, _ waiting: Waiting) -> ConcurrencyLimit {
    switch waiting {
    case .never: ConcurrencyLimit(limit.calls)
    case .queue: ConcurrencyLimit(limit.calls, queue: limit.queue)
    // Without a bound in number or time, callers would pile up: none may wait.
    case .time where limit.maximumWait == nil: ConcurrencyLimit(limit.calls)
    case .time:
      ConcurrencyLimit(
        limit.calls, queue: limit.queue == 0 ? 0 : .max,
        maximumWait: limit.maximumWait.map {
          within(.zero...Nanoseconds.longest, Nanoseconds($0)).duration
        })
    }
  }

  private func near(_ limiter: RateLimiter, _ rate: Rate) -> RateLimiter {
    let isBucket = limiter.kind == .tokenBucket
    let each = within(unit...Nanoseconds.longest, limiter.refill)
    switch rate {
    case .queue: return isBucket ? limiter.refilling(each: each) : limiter
    case .periods:
      let period = within(
        unit...Nanoseconds.longest,
        isBucket ? limiter.refill * Int64(limiter.burst) : Nanoseconds(limiter.span))
      return .tokenBucket(
        limiter.burst, per: period.duration, burst: limiter.burst,
        maximumWait: within(.zero...Nanoseconds.never, Nanoseconds(limiter.maximumWait)).duration)
    }
  }

  /// Returns in how long a queue calls wait before a limiter for its longest wait.
  static func queue(_ limiter: RateLimiter) -> Int {
    let wait = Nanoseconds(limiter.maximumWait)
    guard wait != .never else { return Int(Int32.max) }
    let count = Double(wait.count) / Double(Nanoseconds(limiter.span).count) * Double(limiter.calls)
    return Int(min(count, Double(Int32.max)))
  }
}

extension LayerText {
  static let (millisecond, second) = (Nanoseconds(1_000_000), Nanoseconds(1_000_000_000))
  static let day = second * 86_400

  /// What is otherwise with rate limiters that give all calls of a period back at its start.
  static let periods =
    "the calls of a period of the rate limiter come back all at once, when it begins"
}
