import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Preset {
  static let ofPythonClients: [Preset] = [
    httpxRetries, aiohttpRetry, retrying, retryOfPython, pybreaker,
  ]

  private static let httpxRetries = Preset(
    "httpx-retries", of: "httpx-retries (Python)", version: "0.6.0",
    sources: ["will-ockmore/httpx-retries: httpx_retries/retry.py, httpx_retries/transport.py"],
    counts: "total 3 makes 4 attempts; 10 by default",
    surprises: [
      "There is no delay by default: backoff_factor is 0.",
      "The first delay is twice the backoff_factor, and by default it is drawn from 0 on.",
      "500 is not retried, and neither is a POST.",
      "A Retry-After of any retried status counts, up to max_backoff_wait.",
    ],
    departures: [
      "total_timeout, which bounds the sum of the waits, is not part of the preset.",
      "Operations have no method here, so all count as idempotent.",
    ],
    retries("total", or: 10), time("backoff_factor", or: .zero, "half of the first delay"),
    spread("backoff_jitter", or: 1, "which share of a delay is drawn"),
    time("max_backoff_wait", or: .seconds(120), "the longest delay, and the longest hint"),
    codes("status_forcelist", "the statuses to retry; 429, 502, 503, 504 by default"),
    flag("respect_retry_after_header", or: true, "whether the server's hint counts"),
    example: "total: 3, backoff_factor: 200ms"
  ) { _, total, factor, share, longest, statuses, respects in
    let codes = statuses.isEmpty ? [429, 502, 503, 504] : statuses
    return RetryStrategy(
      attempts: total,
      .exponential(initial: factor * 2).scaledJitter((1 - share)...1).maximum(longest),
      hints: respects ? HintRule(maximum: longest) : nil, on: .transient + .http(codes))
  }

  /// The options of aiohttp-retry.
  private enum Options: String, CaseIterable { case ExponentialRetry, JitterRetry, RandomRetry }

  private static let aiohttpRetry = Preset(
    "aiohttp-retry", of: "aiohttp-retry (Python)", version: "2.9.1",
    sources: ["inyutin/aiohttp_retry: aiohttp_retry/client.py, aiohttp_retry/retry_options.py"],
    counts: "attempts 3 makes 3 attempts; 3 by default",
    surprises: [
      "A broken connection is not retried by default, and neither is 429.",
      "A POST is retried.",
      "The first delay is start_timeout times the factor.",
      "JitterRetry adds up to 4 s by default, after the maximum.",
      "A Retry-After is passed over.",
      "FibonacciRetry goes on where the last request ended: its state is in the options.",
    ],
    departures: ["ListRetry and FibonacciRetry are not part of the preset."],
    word("retry_options", or: Options.ExponentialRetry), attempts("attempts", or: 3),
    time("start_timeout", or: .milliseconds(100), "the first delay before the factor"),
    someTime("max_timeout", "the longest delay; 30s, or 3s for RandomRetry"),
    factor("factor", or: 2),
    number(
      "random_interval_size", or: 2,
      "JitterRetry adds up to this number of seconds, to the power of the factor"),
    time("min_timeout", or: .milliseconds(100), "the shortest delay of RandomRetry"),
    codes("statuses", "more statuses to retry; none by default"),
    flag("retry_all_server_errors", or: true, "whether 500 to 599 are retried"),
    example: "attempts: 4, statuses: [429]"
  ) { _, options, attempts, first, longest, factor, size, least, statuses, retriesAll in
    let start = Nanoseconds(rounding: Double(Nanoseconds(first).count) * factor).duration
    let growing = Backoff.exponential(factor: factor, initial: start)
      .maximum(longest ?? .seconds(30))
    let backoff: Backoff =
      switch options {
      case .ExponentialRetry: growing
      case .JitterRetry: growing.lengthened(upTo: size, power: factor)
      case .RandomRetry:
        .constant(least).additiveJitter(max((longest ?? .seconds(3)) - least, .zero))
      }
    return RetryStrategy(
      attempts: attempts, backoff,
      on: (retriesAll ? .http(500...599) : []) + .http(statuses))
  }

  private static let retrying = Preset(
    "retrying", of: "retrying (Python)", version: "1.4.2",
    sources: ["groodt/retrying: retrying.py"],
    counts: "stop_max_attempt_number 3 makes 3 attempts; there is no limit by default",
    surprises: [
      "Without arguments it retries for ever and at once.",
      "wait_exponential_multiplier is half of the first delay.",
      "Of several waits, the longest counts.",
      "wait_jitter_max is added after the maximum.",
      "Its times are numbers of milliseconds.",
    ],
    attempts("stop_max_attempt_number", least: 0),
    someTime("stop_max_delay", "the time after which a failure is the last"),
    someTime("wait_fixed", "a delay"), someTime("wait_random_min", "the shortest random delay; 0s"),
    someTime("wait_random_max", "the longest random delay; 1s"),
    someTime("wait_incrementing_start", "the first incrementing delay; 0s"),
    someTime("wait_incrementing_increment", "by what it grows; 100ms"),
    time("wait_incrementing_max", or: waitMax, "the longest incrementing delay"),
    someTime("wait_exponential_multiplier", "half of the first exponential delay"),
    someTime("wait_exponential_max", "the longest exponential delay; \(Nanoseconds(waitMax))"),
    time("wait_jitter_max", or: .zero, "what is added at most"),
    example: "stop_max_attempt_number: 5, wait_exponential_multiplier: 100ms"
  ) { _, count, limit, fixed, least, most, start, step, bound, multiplier, longest, jitter in
    var steady: [Backoff] = []
    if let fixed { steady.append(.constant(fixed)) }
    if start != nil || step != nil {
      steady.append(
        .linear(increment: step ?? .milliseconds(100), initial: start ?? .zero).maximum(bound))
    }
    if multiplier != nil || longest != nil {
      let half = multiplier ?? .milliseconds(1)
      steady.append(.exponential(initial: half * 2).maximum(longest ?? waitMax))
    }
    var backoff = Backoff.longest(of: steady)
    if least != nil || most != nil {
      let (low, high) = (Nanoseconds(least ?? .zero), Nanoseconds(most ?? .seconds(1)))
      backoff = .drawn("\(low) to \(high), at least \(backoff)") { [backoff] retry, draw in
        max(
          (low...max(high, low)).at(draw, inWhole: .milliseconds(1)),
          Nanoseconds(backoff.fixedDelay(retry)))
      }
    }
    return RetryStrategy(
      attempts: count, jitter == .zero ? backoff : backoff.additiveJitter(jitter),
      deadline: limit, .elapsed)
  }

  /// The longest wait of retrying unless it is told.
  private static let waitMax = Duration.milliseconds(1_073_741_823)

  private static let retryOfPython = Preset(
    "retry-py", of: "retry (Python)", version: "0.9.2",
    sources: ["invl/retry: retry/api.py"],
    counts: "tries 3 makes 3 attempts; a negative number, the default, means no limit",
    surprises: [
      "Without arguments it retries for ever and at once.",
      "The first delay has no jitter, and max_delay does not bound it.",
      "The jitter is added to each delay before the next grows from it, so that it adds up.",
      "tries 0 does not call the function at all, and returns None.",
    ],
    departures: ["A jitter that is drawn from a pair of times is not part of the preset."],
    attempts("tries", endless: Int.min ... -1), first("delay", or: .zero),
    someTime("max_delay", "the longest delay after the first"), factor("backoff", or: 1),
    time("jitter", or: .zero, "what is added to each later delay"),
    example: "tries: 4, delay: 100ms, backoff: 2"
  ) { _, tries, delay, longest, factor, jitter in
    let (first, extra) = (Nanoseconds(delay), Nanoseconds(jitter))
    let later = Backoff.growing(
      from: Nanoseconds(rounding: Double(first.count) * factor) + extra, unit: Nanoseconds(1)
    ) { $0 * factor + Double(extra.count) }.atMost(longest)
    return RetryStrategy(attempts: tries, .constant(delay).take(1).then(later))
  }

  private static let pybreaker = Preset(
    "pybreaker", of: "pybreaker (Python)", version: "1.4.1",
    sources: ["danielfm/pybreaker: src/pybreaker/__init__.py"],
    counts: "it is a breaker: it makes one attempt",
    surprises: [
      "The call that opens it fails with CircuitBreakerError, not with its own error.",
      "It holds a lock during a call: calls of threads that share it run one after another.",
      "An excluded error counts as a success.",
    ],
    departures: ["The call that opens it fails with its own error here."],
    whole("fail_max", or: 5, least: 1, "the failures in a row that open it"),
    time("reset_timeout", or: .seconds(60), "how long it is open"),
    whole("success_threshold", or: 1, least: 1, "the successes in a row that close it"),
    example: "fail_max: 3, reset_timeout: 10s"
  ) { site, most, time, successes in
    let breaker = CircuitBreaker(
      consecutiveFailures: most, opening: CircuitBreaker.Opening(time), probes: successes)
    return RetryStrategy(attempts: 1, inner: breaker.layer(site.name ?? "pybreaker"))
  }
}

extension Backoff {
  /// Returns a back-off without chance that adds up to a number of seconds, to a power.
  fileprivate func lengthened(upTo most: Double, power: Double) -> Backoff {
    .drawn("\(self) + (0 to \(most))^\(power) s") { [self] retry, draw in
      let base = draw * most
      let extra = base > 0 ? Elementary.exponential(power * Elementary.logarithm(base)) : 0
      return Nanoseconds(fixedDelay(retry)) + Nanoseconds(rounding: extra * 1e9)
    }
  }

  /// Returns the longest of the delays of some back-offs without chance.
  fileprivate static func longest(of backoffs: [Backoff]) -> Backoff {
    guard backoffs.count > 1 else { return backoffs.first ?? .none }
    let text = backoffs.map { "\($0)" }.joined(separator: ", ")
    return .computed(
      draws: false, seesErrors: false, text: "custom { longest of \(text) }"
    ) { retry, _, _ in backoffs.map { $0.fixedDelay(retry) }.max() ?? .zero }
  }
}
