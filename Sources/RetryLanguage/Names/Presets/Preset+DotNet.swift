import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Preset {
  /// The libraries of .NET.
  static let ofDotNet: [Preset] = [polly, httpStandard]

  /// How Polly's delays grow.
  private enum BackoffType: String, CaseIterable { case Constant, Linear, Exponential }

  /// Returns Polly's delays.
  private static func pollyDelays(
    _ type: BackoffType, _ delay: Nanoseconds, _ longest: Nanoseconds?, jitter: Bool
  ) throws(InvalidArgument) -> Backoff {
    let first = try delay.notNegative("Delay")
    let grown: Backoff =
      switch type {
      case .Constant: .constant(first)
      case .Linear: .linear(increment: first, initial: first)
      case .Exponential: jitter ? .smoothed(initial: first) : .exponential(initial: first)
      }
    let shaken = jitter && type != .Exponential ? grown.proportionalJitter(0.25) : grown
    return try shaken.atMost(longest, "MaxDelay")
  }

  /// Returns the attempts of Polly, whose largest integer means no limit.
  private static func pollyAttempts(_ retries: AttemptLimit) throws(InvalidArgument) -> Int? {
    retries == .attempts(Int(Int32.max)) ? nil : try retries.retries("MaxRetryAttempts", least: 1)
  }

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
    PresetSetting.count(
      "MaxRetryAttempts", or: .attempts(3), "the retries after the first attempt; 3 by default"),
    PresetSetting.word(
      "BackoffType", or: BackoffType.Constant, "how the delays grow; Constant by default"),
    PresetSetting.time("Delay", or: .seconds(2), "the first delay; 2s by default"),
    PresetSetting.someTime("MaxDelay", "the longest delay; no bound by default"),
    PresetSetting.flag(
      "UseJitter", or: false, "whether delays are random; they are not by default"),
    PresetSetting.someBackoff(
      "DelayGenerator", "the delays, whatever the other settings say of them"),
    PresetSetting.someTime(
      "AttemptTimeout", "how long an attempt may take: AddTimeout behind AddRetry"),
    PresetSetting.someTime(
      "TotalTimeout", "how long the call may take: AddTimeout in front of AddRetry"),
    example: "MaxRetryAttempts: 3, BackoffType: Exponential, UseJitter: true"
  ) { _, retries, type, delay, longest, jitter, generator, attempt, total throws(InvalidArgument) in
    let attempts = try pollyAttempts(retries)
    let worded = try pollyDelays(type, delay, longest, jitter: jitter)
    return RetryStrategy(
      attempts: attempts, generator ?? worded,
      inner: try attempt.timeout("AttemptTimeout"), outer: try total.timeout("TotalTimeout"))
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
    PresetSetting.count(
      "MaxRetryAttempts", or: .attempts(3), "the retries after the first attempt; 3 by default"),
    PresetSetting.time("Delay", or: .seconds(2), "the first delay; 2s by default"),
    PresetSetting.someTime("MaxDelay", "the longest delay; no bound by default"),
    PresetSetting.time(
      "TotalRequestTimeout", or: .seconds(30),
      "how long the call may take; 30s by default"),
    PresetSetting.time(
      "AttemptTimeout", or: .seconds(10), "how long an attempt may take; 10s by default"),
    PresetSetting.number(
      "FailureRatio", or: 0.1,
      "the share of failures that opens the breaker; 0.1 by default"),
    PresetSetting.whole(
      "MinimumThroughput", or: 100,
      "how many calls the breaker looks at least at; 100 by default"),
    PresetSetting.time(
      "SamplingDuration", or: .seconds(30),
      "how far back the breaker looks; 30s by default"),
    PresetSetting.time(
      "BreakDuration", or: .seconds(5),
      "how long the breaker refuses calls; 5s by default"),
    example: "MaxRetryAttempts: 3"
  ) {
    _, retries, delay, longest, total, attempt, ratio, least, window, open
      throws(InvalidArgument) in
    let retried: [FaultPattern] = .transient + .http(500...599) + .http(408, 429)
    let rates = Catalogue.Rates(
      failures: ratio, slow: nil, late: .zero, window: .time(window.duration), least: least)
    let breaker = try Catalogue.breaker(
      rates, CircuitBreaker.Opening(open.duration), 1, retried,
      Sharing(name: "dotnet-http breaker", isPerClient: false))
    let limit = Shared("dotnet-http limit", ConcurrencyLimit(1000))
    return RetryStrategy(
      attempts: try pollyAttempts(retries),
      try pollyDelays(.Exponential, delay, longest, jitter: true), hints: .obeyed,
      on: retried,
      inner: try Optional(attempt).timeout("AttemptTimeout") + [.guarded(breaker)],
      outer: try Optional(total).timeout("TotalRequestTimeout") + [.guarded(.bulkhead(limit))])
  }
}
