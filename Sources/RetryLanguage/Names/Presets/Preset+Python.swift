import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Preset {
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
    unit: .seconds(1), attempts("stop_after_attempt", least: 0),
    someTime("stop_after_delay", "the time after which a failure is the last"),
    someTime("stop_before_delay", "the time that no wait may cross"),
    word("wait", or: Wait.wait_none, "how to wait"),
    time("fixed", or: .seconds(1), "the delay of wait_fixed"),
    seconds("multiplier", or: 1, "the first delay in seconds"), factor("exp_base", or: 2),
    time("min", or: .zero, "the shortest delay"), longest("max"),
    time("jitter", or: .seconds(1), "what wait_exponential_jitter adds at most"),
    time("start", or: .zero, "the first delay of wait_incrementing"),
    time("increment", or: .seconds(100), "by what wait_incrementing grows"),
    delays("waits", or: .none, "the delays of wait_chain, such as delays([1s, 5s])"),
    example: "stop_after_attempt: 5, wait: wait_exponential, max: 10s"
  ) {
    _, count, after, before, wait, fixed, multiplier, base, least, longest, jitter, start, step,
    waits throws(InvalidArgument) in
    if after != nil, before != nil {
      throw InvalidArgument(
        "stop_before_delay", PresetProblem.twoLimits("stop_after_delay", "stop_before_delay"))
    }
    let growing = Backoff.exponential(factor: base, initial: multiplier)
    let backoff: Backoff =
      switch wait {
      case .wait_none: .none
      case .wait_fixed: .constant(fixed)
      case .wait_random:
        .constant(least).additiveJitter(max((longest ?? .seconds(1)) - least, .zero))
      case .wait_incrementing: .linear(increment: step, initial: start).atMost(longest)
      case .wait_exponential: growing.atMost(longest).minimum(least)
      case .wait_random_exponential: growing.atMost(longest).minimum(least).drawn(from: least)
      case .wait_exponential_jitter: growing.additiveJitter(jitter).atMost(longest).minimum(least)
      case .wait_chain: waits
      }
    return RetryStrategy(
      attempts: count, backoff, deadline: after ?? before, before == nil ? .elapsed : .refuse)
  }

  private static let stamina = Preset(
    "stamina", of: "stamina (Python)", version: "26.1.0",
    sources: ["hynek/stamina: src/stamina/_core.py"],
    counts: "attempts 3 makes 3 attempts; 10 by default",
    surprises: [
      "The cap of 5 s comes after the jitter: from the sixth retry on, each delay is exactly 5 s.",
      "The timeout of 45 s is only looked at when an attempt has failed.",
    ],
    unit: .seconds(1), attempts("attempts", or: 10, least: 0),
    time("timeout", or: .seconds(45), "the time after which a failure is the last"),
    first("wait_initial", or: .milliseconds(100)), longest("wait_max", or: .seconds(5)),
    time("wait_jitter", or: .seconds(1), "what is added at most"), factor("wait_exp_base", or: 2),
    example: "attempts: 3"
  ) { _, count, timeout, initial, longest, jitter, base in
    RetryStrategy(
      attempts: count,
      .exponential(factor: base, initial: initial).additiveJitter(jitter).maximum(longest),
      deadline: timeout, .elapsed)
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
    unit: .seconds(1), attempts("max_tries", endless: 0...0, "the attempts in all, 0 for no limit"),
    someTime("max_time", "the time after which a failure is the last"),
    word("wait_gen", or: Generator.expo), factor("base", or: 2, "the factor of expo"),
    seconds("factor", or: 1, "the first delay of expo in seconds"),
    someTime("max_value", "the longest delay before jitter"),
    time("interval", or: .seconds(1), "the delay of constant"),
    word("jitter", or: Shake.full_jitter, "the jitter"),
    example: "max_tries: 5, max_value: 10s"
  ) { _, count, limit, generator, base, factor, longest, interval, shake in
    let plain: Backoff =
      switch generator {
      case .expo: .exponential(factor: base, initial: factor)
      case .fibo: .fibonacci(initial: .seconds(1))
      case .constant: .constant(interval)
      }
    let bounded = plain.atMost(longest)
    let shaken =
      switch shake {
      case .full_jitter: bounded.fullJitter()
      case .random_jitter: bounded.additiveJitter(.seconds(1))
      case .none: bounded
      }
    return RetryStrategy(attempts: count, shaken, deadline: limit, .clamp, moment: .start)
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
    unit: .seconds(1), retries("total", or: 10),
    seconds("backoff_factor", or: 0, "half of the delay before the second retry, in seconds"),
    longest("backoff_max", or: .seconds(120)),
    seconds("backoff_jitter", or: 0, "what is added at most, in seconds"),
    codes("status_forcelist", "the statuses to retry; none by default"),
    flag("respect_retry_after_header", or: true, "whether the server's hint counts"),
    example: "total: 3, backoff_factor: 0.2, status_forcelist: [503]"
  ) { _, total, factor, longest, jitter, statuses, respects in
    let later = Backoff.exponential(initial: factor * 2).additiveJitter(jitter).maximum(longest)
    let hinted: [FaultPattern] =
      !respects
      ? []
      : [413, 429, 503].map { FaultPattern("http", .value(.int($0)), hint: .some) }
        + [FaultPattern("throttled", hint: .some), FaultPattern("rateLimited", hint: .some)]
    return RetryStrategy(
      attempts: total, later.firstAtOnce(),
      hints: respects ? HintRule(maximum: .seconds(21_600)) : nil,
      on: .transient + hinted + .http(statuses))
  }
}
