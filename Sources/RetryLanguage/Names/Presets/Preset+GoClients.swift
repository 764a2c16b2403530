import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Preset {
  /// More libraries of Go.
  static let ofGoClients: [Preset] = [avast, retryableHTTP, jpillora, eapache]

  /// The delays of retry-go.
  private enum AvastDelay: String, CaseIterable {
    case CombineDelay, BackOffDelay, RandomDelay, FixedDelay, FullJitterBackoffDelay
  }

  private static let avast = Preset(
    "avast", of: "avast/retry-go (Go)", version: "5",
    sources: ["avast/retry-go: retry.go, options.go"],
    counts: "Attempts 3 makes 3 attempts; 10 by default, 0 means no limit",
    surprises: [
      "The jitter of up to 100 ms is added, so that it hardly counts after some retries.",
      "MaxDelay comes after the jitter, so that chance vanishes there.",
      "FullJitterBackoffDelay begins with up to twice the Delay.",
      "In versions 2 and 3, Attempts 0 makes no attempt, and there is neither jitter nor MaxDelay.",
    ],
    departures: ["AttemptsForError, which counts down for some errors, is not part of the preset."],
    PresetSetting.count(
      "Attempts", or: .attempts(10), "the attempts in all, 0 for no limit; 10 by default"),
    PresetSetting.time("Delay", or: .milliseconds(100), "the first delay; 100ms by default"),
    PresetSetting.time(
      "MaxJitter", or: .milliseconds(100), "what is added at most; 100ms by default"),
    PresetSetting.someTime("MaxDelay", "the longest delay"),
    PresetSetting.word(
      "DelayType", or: AvastDelay.CombineDelay,
      "how the delays grow; CombineDelay of BackOffDelay and RandomDelay by default"),
    PresetSetting.someTime("Context", "the time after which the context ends"),
    example: "Attempts: 5, MaxDelay: 10s"
  ) { _, count, delay, jitter, longest, shape, context throws(InvalidArgument) in
    let delay = try delay.notNegative("Delay")
    let jitter = try jitter.notNegative("MaxJitter")
    let doubling = Backoff.exponential(initial: delay)
    let backoff: Backoff =
      switch shape {
      case .CombineDelay: doubling.additiveJitter(jitter)
      case .BackOffDelay: doubling
      case .RandomDelay: .constant(.zero).additiveJitter(jitter)
      case .FixedDelay: .constant(delay)
      case .FullJitterBackoffDelay:
        try Backoff.exponential(initial: delay * 2).atMost(longest, "MaxDelay").fullJitter()
      }
    return RetryStrategy(
      attempts: count == .attempts(0) ? nil : try count.attempts("Attempts"),
      try backoff.atMost(longest, "MaxDelay"), outer: try context.timeout("Context"))
  }

  /// The delays of go-retryablehttp.
  private enum HTTPDelay: String, CaseIterable { case DefaultBackoff, LinearJitterBackoff }

  private static let retryableHTTP = Preset(
    "go-retryablehttp", of: "hashicorp/go-retryablehttp (Go)", version: "0.7.7",
    sources: ["hashicorp/go-retryablehttp: client.go"],
    counts: "RetryMax 3 makes 4 attempts; 4 by default",
    surprises: [
      "A POST is retried as well.",
      "A Retry-After of 429 or 503 replaces the delay, however long it is; RetryWaitMax does not bound it.",
      "There is no timeout by default, and no jitter.",
      "net/http below it repeats an idempotent request by itself if a connection that was kept turns out to be dead.",
    ],
    departures: [
      "LinearJitterBackoff draws from the nanosecond of the clock there: clients that fail in the same one draw alike."
    ],
    PresetSetting.count(
      "RetryMax", or: .attempts(4), "the retries after the first attempt; 4 by default"),
    PresetSetting.time("RetryWaitMin", or: .seconds(1), "the first delay; 1s by default"),
    PresetSetting.time("RetryWaitMax", or: .seconds(30), "the longest delay; 30s by default"),
    PresetSetting.word(
      "Backoff", or: HTTPDelay.DefaultBackoff, "how the delays grow; DefaultBackoff by default"),
    example: "RetryMax: 3, RetryWaitMax: 5s"
  ) { _, retries, least, longest, shape throws(InvalidArgument) in
    let (first, last) = (
      Nanoseconds(try least.notNegative("RetryWaitMin")),
      Nanoseconds(try longest.notNegative("RetryWaitMax"))
    )
    let isPlain = shape == .DefaultBackoff
    let backoff: Backoff =
      isPlain
      ? .exponential(initial: first.duration).maximum(last.duration)
      : .drawn("k × (\(first) to \(last))") { retry in
        let count = Int64(retry + 1)
        return (first * count)...(max(first, last) * count)
      }
    return RetryStrategy(
      attempts: try retries.retries("RetryMax"), backoff,
      hints: isPlain ? HintRule(maximum: nil, zero: .atOnce) : nil,
      on: .transient + .throttling + .http(500) + .http(502...599),
      hinting: .throttling + .http(503))
  }

  private static let jpillora = Preset(
    "jpillora", of: "jpillora/backoff (Go)", version: "1.0.0",
    sources: ["jpillora/backoff: backoff.go"],
    counts: "there is no number of attempts: the caller's loop decides",
    surprises: [
      "The maximum comes after the jitter: the later the delay, the more often it is exactly Max.",
      "The first delay has no jitter.",
      "A setting of zero means its default: Min 0 is 100 ms.",
    ],
    PresetSetting.time("Min", or: .milliseconds(100), "the first delay; 100ms by default"),
    PresetSetting.time("Max", or: .seconds(10), "the longest delay; 10s by default"),
    PresetSetting.number("Factor", or: 2, "the factor of the delays; 2 by default"),
    PresetSetting.flag("Jitter", or: false, "whether a delay is drawn between Min and itself"),
    example: "Max: 2s, Jitter: true"
  ) { _, least, longest, factor, isRandom throws(InvalidArgument) in
    let first = least > .zero ? least : .milliseconds(100)
    let last = longest > .zero ? longest : .seconds(10)
    let growing = Backoff.exponential(
      factor: factor == 0 ? 2 : try factor.factor("Factor"), initial: first.duration)
    let drawn = isRandom ? growing.drawn(from: first.duration) : growing
    return RetryStrategy(attempts: nil, drawn.maximum(last.duration))
  }

  /// The delays of go-resiliency.
  private enum EapacheDelay: String, CaseIterable {
    case ConstantBackoff, ExponentialBackoff, LimitedExponentialBackoff
  }

  private static let eapache = Preset(
    "eapache", of: "eapache/go-resiliency, retrier (Go)", version: "1.2 to 1.7",
    sources: ["eapache/go-resiliency: retrier/retrier.go, retrier/backoffs.go"],
    counts: "n 3 makes 4 attempts",
    surprises: [
      "There is no longest delay, unless it is LimitedExponentialBackoff, from version 1.5 on.",
      "A jitter that is not between 0 and 1 is passed over in silence.",
    ],
    PresetSetting.count("n", or: .attempts(3), "the retries after the first attempt"),
    PresetSetting.word(
      "backoff", or: EapacheDelay.ExponentialBackoff,
      "how the delays grow; ExponentialBackoff by default"),
    PresetSetting.time("initialAmount", or: .milliseconds(100), "the first delay"),
    PresetSetting.someTime("limitAmount", "the longest delay of LimitedExponentialBackoff"),
    PresetSetting.number(
      "jitter", or: 0, "by which share a delay varies, up or down; 0 by default"),
    example: "n: 3, initialAmount: 100ms, jitter: 0.25"
  ) { _, retries, shape, first, longest, share throws(InvalidArgument) in
    let first = try first.notNegative("initialAmount")
    let plain: Backoff =
      switch shape {
      case .ConstantBackoff: .constant(first)
      case .ExponentialBackoff: .exponential(initial: first)
      case .LimitedExponentialBackoff:
        try .exponential(initial: first).atMost(longest, "limitAmount")
      }
    return RetryStrategy(
      attempts: try retries.retries("n"),
      share == 0 ? plain : plain.proportionalJitter(try share.part("jitter")))
  }
}
