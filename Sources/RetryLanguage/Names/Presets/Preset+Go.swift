import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Preset {
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
    attempts("MaxTries", or: 0, endless: 0...0, "the attempts in all, 0 for no limit"),
    time("MaxElapsedTime", or: .seconds(900), "the time that no wait may cross"),
    first("InitialInterval", or: .milliseconds(500)), spread("RandomizationFactor", or: 0.5),
    factor("Multiplier", or: 1.5),
    time("MaxInterval", or: .seconds(60), "the longest delay before jitter"),
    example: "MaxTries: 5"
  ) { _, count, limit, initial, share, factor, longest in
    RetryStrategy(
      attempts: count,
      .exponential(factor: factor, initial: initial).maximum(longest).proportionalJitter(share),
      hints: HintRule(maximum: nil, resetsBackoff: true, zero: .atOnce),
      deadline: limit == .zero ? nil : limit, .refuseBeyond)
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
    flag("enabled", or: true, "whether to retry at all"),
    first("initial_interval", or: .seconds(5)), spread("randomization_factor", or: 0.5),
    factor("multiplier", or: 1.5),
    time("max_interval", or: .seconds(30), "the longest delay before jitter"),
    time("max_elapsed_time", or: .seconds(300), "the time that no wait may cross, 0s for none"),
    example: "max_elapsed_time: 1m"
  ) { _, isOn, initial, share, factor, longest, limit in
    RetryStrategy(
      attempts: isOn ? nil : 1,
      .exponential(factor: factor, initial: initial).maximum(longest).proportionalJitter(share),
      hints: HintRule(maximum: nil, isAtLeastBackoff: true),
      deadline: limit == .zero ? nil : limit, .refuseBeyond)
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
    first("baseDelay", or: .milliseconds(5)), longest("maxDelay", or: .seconds(1000)),
    rate("qps", or: 10, "the rate that all items share"),
    whole("burst", or: 100, least: 0, "how many may go at once"),
    example: "maxDelay: 1m"
  ) { site, base, longest, rate, burst throws(InvalidArgument) in
    guard rate > 0, rate.isFinite else {
      throw InvalidArgument("qps", CallProblem.outside("qps", rate, 0, 1e6))
    }
    let limiter = RateLimiter.tokenBucket(
      1_000_000, per: Nanoseconds(rounding: 1e15 / rate).duration, burst: burst,
      maximumWait: Nanoseconds.never.duration)
    return RetryStrategy(
      attempts: nil, .exponential(initial: base).maximum(longest),
      inner: [.guarded(.rateLimiter(Shared(site.name ?? "workqueue rate", limiter)))])
  }
}
