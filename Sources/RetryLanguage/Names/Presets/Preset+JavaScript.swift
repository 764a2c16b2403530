import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Preset {
  /// The libraries of JavaScript.
  static let ofJavaScript: [Preset] = [cockatiel, axiosRetry]

  /// The back-offs of cockatiel.
  private enum Shape: String, CaseIterable { case exponential, constant, none, each }

  /// How an exponential back-off of cockatiel draws its delays.
  private enum Generator: String, CaseIterable {
    case decorrelatedJitterGenerator, fullJitterGenerator, halfJitterGenerator, noJitterGenerator
  }

  private static let cockatiel = Preset(
    "cockatiel", of: "cockatiel (TypeScript)", version: "3",
    sources: [
      "connor4312/cockatiel: src/RetryPolicy.ts, src/backoff/ExponentialBackoffGenerators.ts"
    ],
    counts: "maxAttempts 3 makes 4 attempts: it counts retries",
    surprises: [
      "The name says attempts, and the number counts retries; without it there is no limit.",
      "The default jitter is Polly's formula: its delays vary far more than ±25 %.",
      "The exponent counts for this formula alone: the other generators double their delays.",
      "With fullJitterGenerator and halfJitterGenerator delays are whole milliseconds.",
    ],
    unit: .milliseconds(1), retries("maxAttempts"), word("backoff", or: Shape.exponential),
    first("initialDelay", or: .milliseconds(128)), longest("maxDelay", or: .seconds(30)),
    factor("exponent", or: 2),
    word("generator", or: Generator.decorrelatedJitterGenerator, "the jitter"),
    time("delay", or: .seconds(1), "the delay of constant"),
    delays(
      "delays", or: .none, "the delays of each, as IterableBackoff and DelegateBackoff have them"),
    someTime("attemptTimeout", "how long an attempt may take: timeout behind retry"),
    someTime("totalTimeout", "how long the call may take: timeout before retry"),
    example: "maxAttempts: 3"
  ) { _, retries, shape, initial, longest, exponent, generator, delay, delays, attempt, total in
    let plain = Backoff.exponential(initial: initial).maximum(longest)
    let backoff: Backoff =
      switch (shape, generator) {
      case (.none, _): .none
      case (.each, _): delays
      case (.constant, _): .constant(delay)
      case (.exponential, .decorrelatedJitterGenerator):
        .smoothed(factor: exponent, initial: initial).maximum(longest)
      case (.exponential, .fullJitterGenerator): plain.fullJitter().truncated(to: .milliseconds(1))
      case (.exponential, .halfJitterGenerator): plain.equalJitter().truncated(to: .milliseconds(1))
      case (.exponential, .noJitterGenerator): plain
      }
    return RetryStrategy(attempts: retries, backoff, inner: attempt.timeout, outer: total.timeout)
  }

  /// The delays of axios-retry.
  private enum AxiosDelay: String, CaseIterable { case noDelay, exponentialDelay, linearDelay }

  private static let axiosRetry = Preset(
    "axios-retry", of: "axios-retry (npm)", version: "4.5",
    sources: ["softonic/axios-retry: src/index.ts, README.md"],
    counts: "retries 3 makes 4 attempts; 3 by default",
    surprises: [
      "There is no delay by default.",
      "A timeout of axios is not retried.",
      "The timeout of the request is one for all attempts: a retry that would cross it is not made.",
      "A Retry-After of any retried status is the shortest delay, without a limit.",
    ],
    departures: [
      "There, the jitter of exponentialDelay lengthens a Retry-After, too.",
      "Operations have no method here, so all count as idempotent; there, a POST is retried after network errors alone.",
    ],
    retries("retries", or: 3), word("retryDelay", or: AxiosDelay.noDelay),
    time("delayFactor", or: .milliseconds(100), "half of the first exponential delay"),
    limit("timeout", "the timeout of the request"),
    flag("shouldResetTimeout", or: false, "whether each attempt has the whole timeout"),
    example: "retries: 3, retryDelay: exponentialDelay"
  ) { _, retries, shape, factor, timeout, isEach in
    let backoff: Backoff =
      switch shape {
      case .noDelay: .none
      case .exponentialDelay:
        .exponential(initial: factor * 2).scaledJitter(1...1.2).truncated(to: .milliseconds(1))
      case .linearDelay:
        .linear(increment: factor, initial: factor).truncated(to: .milliseconds(1))
      }
    let layer = timeout.timeout
    return RetryStrategy(
      attempts: retries, backoff, hints: HintRule(maximum: nil, isAtLeastBackoff: true),
      deadline: isEach ? nil : timeout, on: .connection + .http(429) + .http(500...599),
      inner: isEach ? layer : [], outer: isEach ? [] : layer)
  }
}
