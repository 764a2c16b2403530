import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Preset {
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
      "In versions 2 and 3, Attempts 0 makes no attempt.",
    ],
    departures: [
      "AttemptsForError, which counts down for some errors, is not part of the preset.",
      "The end of the Context ends a running attempt, too; there, only a wait.",
    ],
    attempts("Attempts", or: 10, endless: 0...0, "the attempts in all, 0 for no limit"),
    first("Delay", or: .milliseconds(100)),
    time("MaxJitter", or: .milliseconds(100), "what is added at most"),
    limit("MaxDelay", "the longest delay"),
    word("DelayType", or: AvastDelay.CombineDelay),
    someTime("Context", "the time after which the context ends"),
    example: "Attempts: 5, MaxDelay: 10s"
  ) { _, count, delay, jitter, longest, shape, context in
    let doubling = Backoff.exponential(initial: delay)
    let backoff: Backoff =
      switch shape {
      case .CombineDelay: doubling.additiveJitter(jitter)
      case .BackOffDelay: doubling
      case .RandomDelay: .constant(.zero).additiveJitter(jitter)
      case .FixedDelay: .constant(delay)
      case .FullJitterBackoffDelay: .exponential(initial: delay * 2).atMost(longest).fullJitter()
      }
    return RetryStrategy(attempts: count, backoff.atMost(longest), outer: context.timeout)
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
    retries("RetryMax", or: 4), first("RetryWaitMin", or: .seconds(1)),
    longest("RetryWaitMax", or: .seconds(30)), word("Backoff", or: HTTPDelay.DefaultBackoff),
    example: "RetryMax: 3, RetryWaitMax: 5s"
  ) { _, retries, least, longest, shape in
    let isPlain = shape == .DefaultBackoff
    let backoff: Backoff =
      isPlain
      ? .exponential(initial: least).maximum(longest)
      : .drawn("k × (\(Nanoseconds(least)) to \(Nanoseconds(longest)))") {
        (Nanoseconds(least)...Nanoseconds(max(least, longest))).at($1) * Int64($0 + 1)
      }
    return RetryStrategy(
      attempts: retries, backoff,
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
      "A setting of zero means its default: Min 0 is 100 ms; so does a negative Factor.",
    ],
    first("Min", or: .milliseconds(100)), longest("Max", or: .seconds(10)),
    number("Factor", or: 2, "the factor of the delays"),
    flag("Jitter", or: false, "whether a delay is drawn between Min and itself"),
    example: "Max: 2s, Jitter: true"
  ) { _, least, longest, factor, isRandom throws(InvalidArgument) in
    let first = least > .zero ? least : .milliseconds(100)
    let last = longest > .zero ? longest : .seconds(10)
    let growing = Backoff.exponential(
      factor: factor <= 0 ? 2 : try factor.factor("Factor"), initial: first)
    let drawn = isRandom ? growing.drawn(from: first) : growing
    return RetryStrategy(attempts: nil, drawn.maximum(last))
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
    departures: [
      "A jitter beyond 0 to 1 is refused here.",
      "A delay that grows beyond 292 years is that long here; there, it overflows to none.",
    ],
    retries("n", or: 3), word("backoff", or: EapacheDelay.ExponentialBackoff),
    first("initialAmount", or: .milliseconds(100)),
    someTime("limitAmount", "the longest delay of LimitedExponentialBackoff"),
    spread("jitter", or: 0),
    example: "n: 3, initialAmount: 100ms, jitter: 0.25"
  ) { _, retries, shape, first, longest, share in
    let plain: Backoff =
      switch shape {
      case .ConstantBackoff: .constant(first)
      case .ExponentialBackoff: .exponential(initial: first)
      case .LimitedExponentialBackoff: .exponential(initial: first).atMost(longest)
      }
    return RetryStrategy(attempts: retries, share == 0 ? plain : plain.proportionalJitter(share))
  }
}
