import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Preset {
  static let ofClouds: [Preset] = [awsStandard21, awsStandard20, awsAdaptive, googleAPICore]

  /// Which service of AWS is called.
  private enum Service: String, CaseIterable { case any, dynamodb }

  private static let awsOldRetried: [FaultPattern] =
    .transient + .http(500, 502, 503, 504) + .kinds("throttled", "rateLimited")

  private static let awsRetried: [FaultPattern] = awsOldRetried + .http(429)

  private static let awsNewSources = [
    "aws.amazon.com: blogs/developer, updated default retry behavior for AWS SDKs and tools",
    "boto/botocore: botocore/retries/standard.py, tests/unit/retries/test_standard.py",
    "smithy-lang/smithy-kotlin: NewStandardRetryIntegrationTestResources.kt",
  ]

  /// Returns the delays of mode 2.1: throttling waits from 1 s on, other errors from much less.
  private static func newDelays(_ service: Service, atMost longest: Duration) -> Backoff {
    let first = Duration.milliseconds(service == .dynamodb ? 25 : 50)
    let transient = Backoff.exponential(initial: first).maximum(longest)
    let throttled = Backoff.exponential(initial: .seconds(1)).maximum(longest)
    return transient.afterThrottling(throttled).fullJitter()
  }

  /// Returns the policy of mode 2.1.
  private static func newStandard(
    _ name: String, _ site: CallSite, _ count: AttemptLimit?, _ service: Service,
    _ longest: Duration, inner: [RetryStrategy.Layer] = []
  ) throws(InvalidArgument) -> RetryStrategy {
    let count = count ?? .attempts(service == .dynamodb ? 4 : 3)
    return RetryStrategy(
      attempts: try count.attempts("max_attempts"), newDelays(service, atMost: longest),
      hints: HintRule(maximum: nil, isAtLeastBackoff: true, beyondBackoff: .seconds(5)),
      on: awsRetried,
      budget: Shared(site.name ?? "\(name) quota", .tokens(cost: 14, throttlingCost: 5)),
      inner: inner)
  }

  // The settings of the modes.
  private static let awsCount = someCount(
    "max_attempts", "the attempts in all; 3 by default, 4 for DynamoDB")
  private static let awsService = word(
    "service", or: Service.any, "the service, whose delays may be shorter")
  private static let awsLongest = longest("max_backoff", or: .seconds(20))

  private static let awsStandard21 = Preset(
    "aws-standard-2.1", of: "the AWS SDKs, standard mode 2.1", version: "botocore 1.44.5",
    sources: awsNewSources, counts: "max_attempts 3 makes 3 attempts; DynamoDB makes 4",
    surprises: [
      "Since 2026-11-10 the first delay is up to 50 ms, where it was up to 1 s; after throttling it is still 1 s.",
      "A quota of 500 tokens is shared by all calls of a client: a retry costs 14, after throttling 5.",
      "Of what a call spent, only the last payment comes back when it succeeds; a failure gives back nothing.",
      "A hint of the server counts up to 5 s beyond the drawn delay.",
    ],
    departures: [
      "Calls that poll for long do not wait when the quota is empty: a retry that a budget refuses ends the call at once."
    ],
    awsCount, awsService, awsLongest,
    example: "max_attempts: 5"
  ) { site, count, service, longest throws(InvalidArgument) in
    try newStandard("aws-standard-2.1", site, count, service, longest)
  }

  private static let awsStandard20 = Preset(
    "aws-standard-2.0", of: "the AWS SDKs, standard mode 2.0", version: "botocore 1.40.0",
    sources: [
      "boto/botocore 1.40.0: botocore/retries/standard.py",
      "smithy-lang/smithy-kotlin: StandardRetryIntegrationTestResources.kt",
    ], counts: "max_attempts 3 makes 3 attempts",
    surprises: [
      "The first delay is anything up to 1 s.",
      "A bare status 429 is not retried: only the code of an error says that a service throttles.",
      "A quota of 500 tokens is shared by all calls of a client: a retry costs 5, after a timeout 10.",
      "In a client's configuration 'max_attempts' once counted retries; 'total_max_attempts' counts attempts.",
    ],
    attempts("max_attempts", or: 3), awsLongest,
    example: "max_attempts: 5"
  ) { site, count, longest in
    RetryStrategy(
      attempts: count, .exponential(initial: .seconds(1)).maximum(longest).fullJitter(),
      on: awsOldRetried,
      budget: Shared(
        site.name ?? "aws-standard-2.0 quota",
        .tokens(cost: 5, throttlingCost: 5, timeoutCost: 10)))
  }

  private static let awsAdaptive = Preset(
    "aws-adaptive", of: "the AWS SDKs, adaptive mode", version: "botocore 1.44.5",
    sources: awsNewSources + [
      "boto/botocore: botocore/retries/adaptive.py, throttling.py, bucket.py"
    ], counts: "max_attempts 3 makes 3 attempts; DynamoDB makes 4",
    surprises: [
      "It is the standard mode with a limit on the send rate, which starts at the first throttling.",
      "The limit can delay the first attempt of a call, not only retries.",
    ],
    awsCount, awsService, awsLongest,
    example: "max_attempts: 5"
  ) { site, count, service, longest throws(InvalidArgument) in
    let pacer = Shared(site.name ?? "aws-adaptive rate", PacerRules(CubicRate()))
    return try newStandard(
      "aws-adaptive", site, count, service, longest, inner: [.guarded(.pacer(pacer))])
  }

  private static let googleAPICore = Preset(
    "google-api-core", of: "google-api-core (Python)", version: "2.44.0",
    sources: [
      "googleapis/python-api-core: google/api_core/retry/retry_base.py, tests/unit/retry"
    ],
    counts: "there is no number of attempts: only 'timeout' ends the retries",
    surprises: [
      "With the defaults a call can go on for two minutes.",
      "A wait that would cross the deadline is not made; it is not shortened either.",
      "What ends at the deadline is a RetryError with the last error as its cause.",
    ],
    unit: .seconds(1), time("timeout", or: .seconds(120), "the time after which no attempt begins"),
    time("initial", or: .seconds(1), "the first delay before jitter"),
    longest("maximum", or: .seconds(60)), factor("multiplier", or: 2),
    example: "timeout: 30s"
  ) { _, timeout, initial, longest, factor in
    RetryStrategy(
      attempts: nil, .exponential(factor: factor, initial: initial).maximum(longest).fullJitter(),
      deadline: timeout, .refuseBeyond,
      on: .connection + .http(429, 500, 503) + .kinds("throttled", "rateLimited", "overloaded"))
  }
}
