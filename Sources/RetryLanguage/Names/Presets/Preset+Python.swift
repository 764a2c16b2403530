import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Preset {
  /// The libraries of Python.
  static let ofPython: [Preset] = [tenacity, stamina, backoff, urllib3]

  /// The waits of tenacity.
  private enum Wait: String, CaseIterable {
    case wait_none, wait_fixed, wait_random, wait_incrementing, wait_exponential
    case wait_random_exponential, wait_exponential_jitter, wait_chain
  }

  private static let tenacity = Preset(
    "tenacity", of: "tenacity (Python)", version: "9.2.1",
    sources: ["jd/tenacity: tenacity/stop.py, wait.py, tests/test_tenacity.py"],
    counts: "stop_after_attempt 3 makes 3 attempts; without a stop there is no limit",
    surprises: [
      "Without arguments it retries for ever and at once.",
      "stop_after_delay looks only when an attempt has failed: the last attempt begins after the time.",
      "It raises a RetryError around the last error, unless reraise is set.",
      "With wait_exponential_jitter the cap comes after the jitter, so that chance vanishes there.",
    ],
    departures: [
      "Of its waits, a sum of several random ones and that of an exception are missing.",
      "A chain has fixed and random waits alone.",
    ],
    PresetSetting.count(
      "stop_after_attempt", or: .unlimited, "the attempts in all; no limit by default"),
    PresetSetting.someTime("stop_after_delay", "the time after which a failure is the last"),
    PresetSetting.someTime("stop_before_delay", "the time that no wait may cross"),
    PresetSetting.word("wait", or: Wait.wait_none, "how to wait; not at all by default"),
    PresetSetting.time("fixed", or: .seconds(1), "the delay of wait_fixed"),
    PresetSetting.number("multiplier", or: 1, "the first delay in seconds; 1 by default"),
    PresetSetting.number("exp_base", or: 2, "the factor of the delays; 2 by default"),
    PresetSetting.time("min", or: .zero, "the shortest delay; 0s by default"),
    PresetSetting.someTime("max", "the longest delay"),
    PresetSetting.time(
      "jitter", or: .seconds(1),
      "what wait_exponential_jitter adds at most; 1s by default"),
    PresetSetting.time("start", or: .zero, "the first delay of wait_incrementing; 0s by default"),
    PresetSetting.time(
      "increment", or: .seconds(100), "by what wait_incrementing grows; 100s by default"),
    PresetSetting.backoff("waits", or: .none, "the delays of wait_chain, such as delays([1s, 5s])"),
    example: "stop_after_attempt: 5, wait: wait_exponential, max: 10s"
  ) {
    _, count, after, before, wait, fixed, multiplier, base, least, longest, jitter, start, step,
    waits
      throws(InvalidArgument) in
    if after != nil, before != nil {
      throw InvalidArgument(
        "stop_before_delay", PresetProblem.twoLimits("stop_after_delay", "stop_before_delay"))
    }
    let least = try least.notNegative("min")
    let growing = Backoff.exponential(
      factor: try base.factor("exp_base"), initial: try multiplier.seconds("multiplier"))
    let backoff: Backoff =
      switch wait {
      case .wait_none: .none
      case .wait_fixed: .constant(try fixed.notNegative("fixed"))
      case .wait_random:
        .constant(least).additiveJitter(
          max((longest ?? .seconds(1)).duration - least, .zero))
      case .wait_incrementing:
        try .linear(
          increment: step.notNegative("increment"), initial: start.notNegative("start")
        ).atMost(longest, "max")
      case .wait_exponential: try growing.atMost(longest, "max").minimum(least)
      case .wait_random_exponential:
        try growing.atMost(longest, "max").minimum(least).drawn(from: least)
      case .wait_exponential_jitter:
        try growing.additiveJitter(jitter.notNegative("jitter")).atMost(longest, "max")
          .minimum(least)
      case .wait_chain: waits
      }
    let ends = (
      try after?.notNegative("stop_after_delay"), try before?.notNegative("stop_before_delay")
    )
    return RetryStrategy(
      attempts: try count.attempts("stop_after_attempt", least: 0), backoff,
      deadline: ends.0 ?? ends.1,
      before == nil ? .elapsed : .refuse)
  }

  private static let stamina = Preset(
    "stamina", of: "stamina (Python)", version: "26.1.0",
    sources: ["hynek/stamina: src/stamina/_core.py"],
    counts: "attempts 3 makes 3 attempts; 10 by default",
    surprises: [
      "The cap of 5 s comes after the jitter: from the sixth retry on, each delay is exactly 5 s.",
      "The timeout of 45 s is only looked at when an attempt has failed.",
    ],
    PresetSetting.count("attempts", or: .attempts(10), "the attempts in all; 10 by default"),
    PresetSetting.time(
      "timeout", or: .seconds(45),
      "the time after which a failure is the last; 45s by default"),
    PresetSetting.time(
      "wait_initial", or: .milliseconds(100), "the first delay; 100ms by default"),
    PresetSetting.time("wait_max", or: .seconds(5), "the longest delay; 5s by default"),
    PresetSetting.time("wait_jitter", or: .seconds(1), "what is added at most; 1s by default"),
    PresetSetting.number("wait_exp_base", or: 2, "the factor of the delays; 2 by default"),
    example: "attempts: 3"
  ) { _, count, timeout, initial, longest, jitter, base throws(InvalidArgument) in
    let attempts = try count.attempts("attempts", least: 0)
    return RetryStrategy(
      attempts: attempts,
      try .exponential(
        factor: base.factor("wait_exp_base"), initial: initial.notNegative("wait_initial")
      ).additiveJitter(jitter.notNegative("wait_jitter")).atMost(longest, "wait_max"),
      deadline: try timeout.notNegative("timeout"), .elapsed)
  }

  /// The waits of backoff.
  private enum Generator: String, CaseIterable { case expo, fibo, constant }

  /// The jitters of backoff.
  private enum Shake: String, CaseIterable { case full_jitter, random_jitter, none }

  private static let backoff = Preset(
    "backoff", of: "backoff (Python)", version: "2.2.1",
    sources: ["litl/backoff: backoff/_sync.py, _wait_gen.py, _jitter.py"],
    counts: "max_tries 3 makes 3 attempts; 0 means no limit",
    surprises: [
      "max_tries 0 retries for ever: the number is compared for equality.",
      "max_time looks at when the failed attempt began, and shortens the last wait.",
    ],
    PresetSetting.count(
      "max_tries", or: .unlimited, "the attempts in all, 0 for no limit; none by default"),
    PresetSetting.someTime("max_time", "the time after which a failure is the last"),
    PresetSetting.word("wait_gen", or: Generator.expo, "how the delays grow; expo by default"),
    PresetSetting.number("base", or: 2, "the factor of expo; 2 by default"),
    PresetSetting.number("factor", or: 1, "the first delay of expo in seconds; 1 by default"),
    PresetSetting.someTime("max_value", "the longest delay before jitter"),
    PresetSetting.time("interval", or: .seconds(1), "the delay of constant; 1s by default"),
    PresetSetting.word("jitter", or: Shake.full_jitter, "the jitter; full_jitter by default"),
    example: "max_tries: 5, max_value: 10s"
  ) {
    _, count, limit, generator, base, factor, longest, interval, shake throws(InvalidArgument) in
    let plain: Backoff =
      switch generator {
      case .expo:
        .exponential(factor: try base.factor("base"), initial: try factor.seconds("factor"))
      case .fibo: .fibonacci(initial: .seconds(1))
      case .constant: .constant(try interval.notNegative("interval"))
      }
    let bounded = try plain.atMost(longest, "max_value")
    let shaken =
      switch shake {
      case .full_jitter: bounded.fullJitter()
      case .random_jitter: bounded.additiveJitter(.seconds(1))
      case .none: bounded
      }
    return RetryStrategy(
      attempts: count == .attempts(0) ? nil : try count.attempts("max_tries"), shaken,
      deadline: try limit?.notNegative("max_time"), .clamp, moment: .start)
  }

  private static let urllib3 = Preset(
    "urllib3", of: "urllib3 (Python)", version: "2.8.0",
    sources: ["urllib3/urllib3: src/urllib3/util/retry.py, test/test_retry.py"],
    counts: "total 3 makes 4 attempts; 10 by default",
    surprises: [
      "There is no delay by default: backoff_factor is 0.",
      "The first retry is always made at once; the factor counts from the second on.",
      "No status is retried by default, but 413, 429 and 503 are if they carry a Retry-After.",
      "A Retry-After takes the place of the back-off, without jitter, up to 6 hours.",
    ],
    departures: [
      "Redirects, and counters of their own for kinds of errors, are not modelled.",
      "A Retry-After is a time here: dates, and headers that cannot be read, are not modelled.",
    ],
    PresetSetting.count(
      "total", or: .attempts(10), "the retries after the first attempt; 10 by default"),
    PresetSetting.number(
      "backoff_factor", or: 0,
      "half of the delay before the second retry, in seconds; 0 by default"),
    PresetSetting.time("backoff_max", or: .seconds(120), "the longest delay; 2m by default"),
    PresetSetting.number(
      "backoff_jitter", or: 0, "what is added at most, in seconds; 0 by default"),
    PresetSetting.codes("status_forcelist", "the statuses to retry; none by default"),
    PresetSetting.flag(
      "respect_retry_after_header", or: true,
      "whether the server's hint counts; it does by default"),
    example: "total: 3, backoff_factor: 0.2, status_forcelist: [503]"
  ) {
    _, total, factor, longest, jitter, statuses, respects throws(InvalidArgument) in
    let later = try Backoff.exponential(initial: factor.seconds("backoff_factor") * 2)
      .additiveJitter(jitter.seconds("backoff_jitter")).atMost(longest, "backoff_max")
    let hinted: [FaultPattern] =
      !respects
      ? []
      : [413, 429, 503].map { FaultPattern("http", .value(.int($0)), hint: .some) }
        + [FaultPattern("throttled", hint: .some), FaultPattern("rateLimited", hint: .some)]
    return RetryStrategy(
      attempts: try total.retries("total"), later.firstAtOnce(),
      hints: respects ? HintRule(maximum: .seconds(21_600)) : nil,
      on: .transient + hinted + statuses.map { FaultPattern("http", .value(.int($0))) })
  }
}
