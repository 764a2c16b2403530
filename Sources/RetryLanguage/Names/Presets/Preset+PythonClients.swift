import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Preset {
  /// More libraries of Python.
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
    PresetSetting.count(
      "total", or: .attempts(10), "the retries after the first attempt; 10 by default"),
    PresetSetting.time("backoff_factor", or: .zero, "half of the first delay; 0s by default"),
    PresetSetting.number(
      "backoff_jitter", or: 1, "which share of a delay is drawn; 1 by default"),
    PresetSetting.time(
      "max_backoff_wait", or: .seconds(120),
      "the longest delay, and the longest hint; 2m by default"
    ),
    PresetSetting.codes("status_forcelist", "the statuses to retry; 429, 502, 503, 504 by default"),
    PresetSetting.flag(
      "respect_retry_after_header", or: true, "whether the server's hint counts; it does by default"
    ),
    example: "total: 3, backoff_factor: 200ms"
  ) { _, total, factor, share, longest, statuses, respects throws(InvalidArgument) in
    let first = try factor.notNegative("backoff_factor") * 2
    let share = try share.part("backoff_jitter")
    let most = try longest.notNegative("max_backoff_wait")
    let codes = statuses.isEmpty ? [429, 502, 503, 504] : statuses
    return RetryStrategy(
      attempts: try total.retries("total"),
      .exponential(initial: first).scaledJitter((1 - share)...1).maximum(most),
      hints: respects ? HintRule(maximum: most) : nil,
      on: .transient + codes.map { FaultPattern("http", .value(.int($0))) })
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
    PresetSetting.word(
      "retry_options", or: Options.ExponentialRetry,
      "how the delays grow; ExponentialRetry by default"),
    PresetSetting.count("attempts", or: .attempts(3), "the attempts in all; 3 by default"),
    PresetSetting.time(
      "start_timeout", or: .milliseconds(100), "the first delay before the factor; 100ms by default"
    ),
    PresetSetting.someTime("max_timeout", "the longest delay; 30s, or 3s for RandomRetry"),
    PresetSetting.number("factor", or: 2, "the factor of the delays; 2 by default"),
    PresetSetting.number(
      "random_interval_size", or: 2,
      "JitterRetry adds up to this number of seconds, to the power of the factor; 2 by default"),
    PresetSetting.time(
      "min_timeout", or: .milliseconds(100), "the shortest delay of RandomRetry; 100ms by default"),
    PresetSetting.codes("statuses", "more statuses to retry; none by default"),
    PresetSetting.flag(
      "retry_all_server_errors", or: true, "whether 500 to 599 are retried; they are by default"),
    example: "attempts: 4, statuses: [429]"
  ) {
    _, options, attempts, first, longest, factor, size, least, statuses, retriesAll
      throws(InvalidArgument) in
    let factor = try factor.factor("factor")
    let start = Nanoseconds(try first.notNegative("start_timeout"))
    let low = Nanoseconds(try least.notNegative("min_timeout"))
    let growing = try Backoff.exponential(
      factor: factor, initial: Nanoseconds(rounding: Double(start.count) * factor).duration
    ).atMost(longest ?? .seconds(30), "max_timeout")
    let backoff: Backoff =
      switch options {
      case .ExponentialRetry: growing
      case .JitterRetry: growing.lengthened(upTo: size, power: factor)
      case .RandomRetry:
        try .constant(low.duration).additiveJitter(
          max((longest ?? .seconds(3)).notNegative("max_timeout") - low.duration, .zero))
      }
    return RetryStrategy(
      attempts: try attempts.attempts("attempts"), backoff,
      on: (retriesAll ? .http(500...599) : [])
        + statuses.map { FaultPattern("http", .value(.int($0))) })
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
    PresetSetting.count(
      "stop_max_attempt_number", or: .unlimited, "the attempts in all; no limit by default"),
    PresetSetting.someTime("stop_max_delay", "the time after which a failure is the last"),
    PresetSetting.someTime("wait_fixed", "a delay"),
    PresetSetting.someTime("wait_random_min", "the shortest random delay; 0s"),
    PresetSetting.someTime("wait_random_max", "the longest random delay; 1s"),
    PresetSetting.someTime("wait_incrementing_start", "the first incrementing delay; 0s"),
    PresetSetting.someTime("wait_incrementing_increment", "by what it grows; 100ms"),
    PresetSetting.someTime("wait_exponential_multiplier", "half of the first exponential delay"),
    PresetSetting.someTime("wait_exponential_max", "the longest exponential delay"),
    PresetSetting.time("wait_jitter_max", or: .zero, "what is added at most; 0s by default"),
    example: "stop_max_attempt_number: 5, wait_exponential_multiplier: 100ms"
  ) {
    _, count, limit, fixed, least, most, start, step, multiplier, longest, jitter
      throws(InvalidArgument) in
    var steady: [Backoff] = []
    if let fixed { steady.append(.constant(try fixed.notNegative("wait_fixed"))) }
    if start != nil || step != nil {
      steady.append(
        .linear(
          increment: try (step ?? .milliseconds(100)).notNegative("wait_incrementing_increment"),
          initial: try (start ?? .zero).notNegative("wait_incrementing_start")))
    }
    if multiplier != nil || longest != nil {
      let half = try (multiplier ?? .milliseconds(1)).notNegative("wait_exponential_multiplier")
      steady.append(
        try Backoff.exponential(initial: half * 2).atMost(longest, "wait_exponential_max"))
    }
    var backoff = Backoff.longest(of: steady)
    if least != nil || most != nil {
      let low = Nanoseconds(try (least ?? .zero).notNegative("wait_random_min"))
      let high = Nanoseconds(try (most ?? .seconds(1)).notNegative("wait_random_max"))
      backoff = .drawn(
        "\(low) to \(high), at least \(backoff)", inWhole: .milliseconds(1), atLeast: backoff
      ) { _ in low...max(high, low) }
    }
    let extra = try jitter.notNegative("wait_jitter_max")
    return RetryStrategy(
      attempts: try count.attempts("stop_max_attempt_number", least: 0),
      extra == .zero ? backoff : backoff.additiveJitter(extra),
      deadline: try limit?.notNegative("stop_max_delay"), .elapsed)
  }

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
    PresetSetting.count("tries", or: .unlimited, "the attempts in all; no limit by default"),
    PresetSetting.time("delay", or: .zero, "the first delay; 0s by default"),
    PresetSetting.someTime("max_delay", "the longest delay after the first"),
    PresetSetting.number("backoff", or: 1, "the factor of the delays; 1 by default"),
    PresetSetting.time("jitter", or: .zero, "what is added to each later delay; 0s by default"),
    example: "tries: 4, delay: 100ms, backoff: 2"
  ) { _, tries, delay, longest, factor, jitter throws(InvalidArgument) in
    let first = Nanoseconds(try delay.notNegative("delay"))
    let factor = try factor.factor("backoff")
    let extra = Nanoseconds(try jitter.notNegative("jitter"))
    let later = try Backoff.growing(
      from: Nanoseconds(rounding: Double(first.count) * factor) + extra, unit: Nanoseconds(1)
    ) { $0 * factor + Double(extra.count) }.atMost(longest, "max_delay")
    let isEndless = if case .attempts(..<0) = tries { true } else { false }
    return RetryStrategy(
      attempts: isEndless ? nil : try tries.attempts("tries"),
      Backoff.constant(first.duration).take(1).then(later))
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
    PresetSetting.whole("fail_max", or: 5, "the failures in a row that open it; 5 by default"),
    PresetSetting.time("reset_timeout", or: .seconds(60), "how long it is open; 1m by default"),
    PresetSetting.whole(
      "success_threshold", or: 1, "the successes in a row that close it; 1 by default"),
    example: "fail_max: 3, reset_timeout: 10s"
  ) { site, most, time, successes throws(InvalidArgument) in
    let breaker = CircuitBreaker(
      consecutiveFailures: try most.atLeast(1, "fail_max"),
      opening: CircuitBreaker.Opening(try time.notNegative("reset_timeout")),
      probes: try successes.atLeast(1, "success_threshold"))
    return RetryStrategy(
      attempts: 1,
      inner: [
        .guarded(
          .breaker(
            Shared(site.name ?? "pybreaker", BreakerRules(breaker, on: FaultFilter(on: nil)))))
      ])
  }
}

extension Backoff {
  /// Returns a back-off without chance that adds up to a number of seconds, to a power.
  fileprivate func lengthened(upTo most: Double, power: Double) -> Backoff {
    @Sendable func delay(_ retry: Int, _ draw: Double) -> Duration {
      let base = draw * most
      let extra = base > 0 ? Elementary.exponential(power * Elementary.logarithm(base)) : 0
      return fixedDelay(retry) + Nanoseconds(rounding: extra * 1e9).duration
    }
    return .computed(
      draws: true, seesErrors: false, text: "custom { \(self) + (0 to \(most))^\(power) s }",
      bounds: { delay($0, 0)...delay($0, 1) }
    ) { retry, word, _ in delay(retry, Double(unitOf: word)) }
  }

  /// Returns the longest of the delays of some back-offs without chance.
  fileprivate static func longest(of backoffs: [Backoff]) -> Backoff {
    guard backoffs.count > 1 else { return backoffs.first ?? .none }
    let text = backoffs.map { "\($0)" }.joined(separator: ", ")
    return .computed(
      draws: false, seesErrors: false, text: "custom { longest of \(text) }",
      bounds: { retry in
        let longest = backoffs.map { $0.fixedDelay(retry) }.max() ?? .zero
        return longest...longest
      }
    ) { retry, _, _ in backoffs.map { $0.fixedDelay(retry) }.max() ?? .zero }
  }
}
