import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Preset {
  static let ofDotNet: [Preset] = [polly, httpStandard]

  /// How Polly's delays grow.
  private enum BackoffType: String, CaseIterable { case Constant, Linear, Exponential }

  private static func pollyDelays(
    _ type: BackoffType, _ first: Duration, _ longest: Duration?, jitter: Bool
  ) -> Backoff {
    let grown: Backoff =
      switch type {
      case .Constant: .constant(first)
      case .Linear: .linear(increment: first, initial: first)
      case .Exponential: jitter ? .smoothed(initial: first) : .exponential(initial: first)
      }
    let shaken = jitter && type != .Exponential ? grown.proportionalJitter(0.25) : grown
    return shaken.atMost(longest)
  }

  /// The retries of Polly, whose largest integer means no limit.
  private static let pollyRetries = retries(
    "MaxRetryAttempts", or: 3, least: 1, endless: Int(Int32.max)...Int(Int32.max))

  private static let polly = Preset(
    "polly", of: "Polly 8 (.NET)", version: "173d6d1",
    sources: [
      "App-vNext/Polly: src/Polly.Core/Retry, test/Polly.Core.Tests/Retry/RetryHelperTests.cs",
      "App-vNext/Polly: docs/strategies/retry.md",
    ],
    counts: "MaxRetryAttempts 3 makes 4 attempts; int.MaxValue removes the limit",
    surprises: [
      "The name says attempts, and the number counts retries.",
      "UseJitter means ±25 % for Constant and Linear, but another formula for Exponential, whose delays differ more.",
      "MaxDelay bounds the delay after the jitter, but not what a DelayGenerator returns.",
    ],
    departures: [
      "Delays are whole nanoseconds here, and ticks of 100 ns there; the longest is 292 years here, and 29,247 there."
    ],
    pollyRetries, word("BackoffType", or: BackoffType.Constant), first("Delay", or: .seconds(2)),
    someTime("MaxDelay", "the longest delay; no bound by default"),
    flag("UseJitter", or: false, "whether delays are random"),
    someBackoff("DelayGenerator", "the delays, whatever the other settings say of them"),
    someTime("AttemptTimeout", "how long an attempt may take: AddTimeout behind AddRetry"),
    someTime("TotalTimeout", "how long the call may take: AddTimeout in front of AddRetry"),
    example: "MaxRetryAttempts: 3, BackoffType: Exponential, UseJitter: true"
  ) { _, retries, type, delay, longest, jitter, generator, attempt, total in
    RetryStrategy(
      attempts: retries, generator ?? pollyDelays(type, delay, longest, jitter: jitter),
      inner: attempt.timeout, outer: total.timeout)
  }

  private static let httpStandard = Preset(
    "dotnet-http-standard", of: "the standard resilience handler of .NET", version: "9",
    sources: ["dotnet/docs: docs/core/resilience/http-resilience.md"],
    counts: "MaxRetryAttempts 3 makes 4 attempts",
    surprises: [
      "It is five layers: a limit of 1000 calls at once, 30 s for the whole call, the retry, a breaker, 10 s for an attempt.",
      "The breaker opens at 10 % of failures, if there were 100 calls in 30 s.",
      "POST requests are retried, too.",
    ],
    pollyRetries, first("Delay", or: .seconds(2)),
    someTime("MaxDelay", "the longest delay; no bound by default"),
    time("TotalRequestTimeout", or: .seconds(30), "how long the call may take"),
    time("AttemptTimeout", or: .seconds(10), "how long an attempt may take"),
    spread("FailureRatio", or: 0.1, "the share of failures that opens the breaker"),
    whole("MinimumThroughput", or: 100, least: 2, "how many calls the breaker looks at least at"),
    time("SamplingDuration", or: .seconds(30), "how far back the breaker looks"),
    time("BreakDuration", or: .seconds(5), "how long the breaker refuses calls"),
    example: "MaxRetryAttempts: 3"
  ) {
    _, retries, delay, longest, total, attempt, ratio, least, window, open
      throws(InvalidArgument) in
    let retried: [FaultPattern] = .transient + .http(500...599) + .http(408, 429)
    let breaker = CircuitBreaker(
      failureRate: ratio, over: .time(window), minimumCalls: least, opening: .init(open))
    let limit = Shared("dotnet-http limit", ConcurrencyLimit(1000))
    return RetryStrategy(
      attempts: retries, pollyDelays(.Exponential, delay, longest, jitter: true), hints: .obeyed,
      on: retried,
      inner: Optional(attempt).timeout + breaker.layer("dotnet-http breaker", on: retried),
      outer: Optional(total).timeout + [.guarded(.bulkhead(limit))])
  }
}
