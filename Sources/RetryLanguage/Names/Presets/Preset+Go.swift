import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Preset {
  /// The libraries of Go.
  static let ofGo: [Preset] = [cenkalti, openTelemetry, workqueue]

  private static let cenkalti = Preset(
    "cenkalti", of: "cenkalti/backoff (Go)", version: "5",
    sources: ["cenkalti/backoff: retry.go, exponential.go, exponential_test.go"],
    counts: "MaxTries 3 makes 3 attempts; 0 means no limit",
    surprises: [
      "Without a limit it goes on for 15 minutes.",
      "The maximum bounds the interval before its jitter: with 60 s, delays of 90 s occur.",
      "A wait that would cross the maximal time is not made.",
    ],
    departures: [
      "A random delay differs by up to a nanosecond, as do delays that a factor makes fractions of one.",
      "An InitialInterval above MaxInterval is cut; there, the first delay is not.",
    ],
    PresetSetting.count(
      "MaxTries", or: .attempts(0), "the attempts in all, 0 for no limit; none by default"),
    PresetSetting.time(
      "MaxElapsedTime", or: .seconds(900),
      "the time that no wait may cross; 15m by default"),
    PresetSetting.time(
      "InitialInterval", or: .milliseconds(500), "the first delay; 500ms by default"),
    PresetSetting.number(
      "RandomizationFactor", or: 0.5,
      "by which share a delay varies, up or down; 0.5 by default"),
    PresetSetting.number("Multiplier", or: 1.5, "the factor of the delays; 1.5 by default"),
    PresetSetting.time(
      "MaxInterval", or: .seconds(60), "the longest delay before jitter; 1m by default"),
    example: "MaxTries: 5"
  ) { _, count, limit, initial, share, factor, longest throws(InvalidArgument) in
    let attempts = count == .attempts(0) ? nil : try count.attempts("MaxTries")
    return RetryStrategy(
      attempts: attempts,
      try .exponential(
        factor: factor.factor("Multiplier"), initial: initial.notNegative("InitialInterval")
      ).atMost(longest, "MaxInterval").proportionalJitter(share.part("RandomizationFactor")),
      hints: HintRule(maximum: nil, resetsBackoff: true),
      deadline: limit == .zero ? nil : try limit.notNegative("MaxElapsedTime"), .refuseBeyond)
  }

  private static let openTelemetry = Preset(
    "opentelemetry-collector", of: "the OpenTelemetry Collector", version: "main",
    sources: [
      "open-telemetry/opentelemetry-collector: config/configretry, exporter/exporterhelper"
    ],
    counts: "there is no number of attempts: max_elapsed_time ends the retries",
    surprises: [
      "A batch that fails is retried for 5 minutes, while the queue behind it fills.",
      "max_elapsed_time 0 means no limit.",
    ],
    departures: [],
    PresetSetting.flag("enabled", or: true, "whether to retry at all; it does by default"),
    PresetSetting.time("initial_interval", or: .seconds(5), "the first delay; 5s by default"),
    PresetSetting.number(
      "randomization_factor", or: 0.5,
      "by which share a delay varies, up or down; 0.5 by default"),
    PresetSetting.number("multiplier", or: 1.5, "the factor of the delays; 1.5 by default"),
    PresetSetting.time(
      "max_interval", or: .seconds(30), "the longest delay before jitter; 30s by default"
    ),
    PresetSetting.time(
      "max_elapsed_time", or: .seconds(300),
      "the time that no wait may cross, 0s for none; 5m by default"),
    example: "max_elapsed_time: 1m"
  ) { _, isOn, initial, share, factor, longest, limit throws(InvalidArgument) in
    let attempts: Int? = isOn ? nil : 1
    return RetryStrategy(
      attempts: attempts,
      try .exponential(
        factor: factor.factor("multiplier"), initial: initial.notNegative("initial_interval")
      ).atMost(longest, "max_interval").proportionalJitter(share.part("randomization_factor")),
      hints: HintRule(maximum: nil, isAtLeastBackoff: true),
      deadline: limit == .zero ? nil : try limit.notNegative("max_elapsed_time"), .refuseBeyond)
  }

  private static let workqueue = Preset(
    "k8s-workqueue", of: "the work queue of Kubernetes controllers (Go)", version: "main",
    sources: [
      "kubernetes/kubernetes: staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go"
    ],
    counts: "there is no number of attempts: the controller decides by NumRequeues",
    surprises: [
      "There is no jitter: what failed together is tried again together.",
      "All items of a queue share 10 retries a second, after a burst of 100.",
      "The delay doubles up to 1000 s, unless the controller calls Forget.",
    ],
    departures: [
      "The shared rate counts first attempts as well, and its wait follows the back-off; there, the longer one counts.",
      "The limiters of a fast and a slow delay, and of the longest of several, are not part of the preset.",
    ],
    PresetSetting.time("baseDelay", or: .milliseconds(5), "the first delay; 5ms by default"),
    PresetSetting.time("maxDelay", or: .seconds(1000), "the longest delay; 1000s by default"),
    PresetSetting.rate("qps", or: 10, "the rate that all items share; 10/s by default"),
    PresetSetting.whole("burst", or: 100, "how many may go at once; 100 by default"),
    example: "maxDelay: 1m"
  ) { site, base, longest, rate, burst throws(InvalidArgument) in
    guard rate > 0, rate.isFinite else {
      throw InvalidArgument("qps", CallProblem.outside("qps", rate, 0, 1e6))
    }
    let limiter = RateLimiter.tokenBucket(
      1_000_000, per: Nanoseconds(rounding: 1e15 / rate).duration, burst: burst,
      maximumWait: Nanoseconds.never.duration)
    return RetryStrategy(
      attempts: nil,
      try .exponential(initial: base.notNegative("baseDelay")).atMost(longest, "maxDelay"),
      inner: [.guarded(.rateLimiter(Shared(site.name ?? "workqueue rate", limiter)))])
  }
}
