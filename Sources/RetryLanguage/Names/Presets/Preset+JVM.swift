import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Preset {
  static let ofJVM: [Preset] = [resilience4j, failsafe]

  private static let resilience4j = Preset(
    "resilience4j", of: "resilience4j", version: "af9e7c9",
    sources: [
      "resilience4j/resilience4j: retry/RetryConfig.java, core/IntervalFunction.java and their tests"
    ],
    counts: "maxAttempts 3 makes 3 attempts",
    surprises: [
      "Delays are whole milliseconds, and cut at each step: 500, 750, 1125, 1687, 2530 ms.",
      "A random delay is cut to the maximum after it was drawn, so that chance vanishes there.",
      "A result that counts as a failure is returned after the last attempt, unless failAfterMaxAttempts is set.",
    ],
    departures: ["The last whole millisecond of a random delay comes less often than there."],
    unit: .milliseconds(1), attempts("maxAttempts", or: 3),
    first("waitDuration", or: .milliseconds(500)),
    flag("enableExponentialBackoff", or: false, "whether the delay grows"),
    factor("exponentialBackoffMultiplier", or: 1.5), longest("exponentialMaxWaitDuration"),
    flag("enableRandomizedWait", or: false, "whether the delay is random"),
    spread("randomizedWaitFactor", or: 0.5),
    example: "maxAttempts: 4, enableExponentialBackoff: true"
  ) { _, count, wait, grows, factor, longest, isRandom, share in
    var backoff = Backoff.constant(wait)
    if grows {
      backoff = .wholeMilliseconds(from: wait, by: factor, atMost: isRandom ? nil : longest)
    }
    if isRandom {
      backoff = backoff.proportionalJitter(share)
        .truncated(to: .milliseconds(1)).minimum(.milliseconds(1))
      if grows { backoff = backoff.atMost(longest) }
    }
    return RetryStrategy(attempts: count, backoff)
  }

  private static let failsafe = Preset(
    "failsafe", of: "Failsafe (Java) and failsafe-go", version: "ed3f927",
    sources: [
      "failsafe-lib/failsafe: dev/failsafe/RetryPolicyBuilder.java, internal/util/RandomDelay.java"
    ],
    counts: "maxRetries 3 makes 4 attempts; -1 removes the limit",
    surprises: [
      "Without a delay it retries at once; the default is two retries.",
      "Jitter comes after the maximum, so that a delay may exceed it.",
      "The maximum duration shortens the last wait, and does not lift the limit on the retries.",
      "A synchronous call waits whole milliseconds: the rest of a delay is cut.",
    ],
    departures: [
      "Delays drawn from a range are not part of the preset.",
      "A large draw gives a long delay here, and a short one there.",
      "Delays are not cut to whole milliseconds.",
      "An attempt that fails at the very maxDuration is the last here; there, one more follows at once.",
    ],
    retries(
      "maxRetries", or: 2, endless: -1 ... -1,
      "the retries after the first attempt, -1 for no limit"),
    first("delay", or: .zero),
    someTime("maxDelay", "the longest delay before jitter; with it the delays grow"),
    factor("delayFactor", or: 2),
    someSpread("jitterFactor", "by which share a delay varies, up or down"),
    someTime("jitter", "by how much a delay varies, up or down"),
    someBackoff("delayFn", "the delays that a function computes, in place of the other ones"),
    someTime("maxDuration", "the time after which no attempt begins"),
    example: "maxRetries: 3, delay: 100ms, maxDelay: 2s, jitterFactor: 0.25"
  ) { _, retries, delay, longest, factor, share, spread, delays, limit throws(InvalidArgument) in
    var backoff = delay == .zero ? Backoff.none : .constant(delay)
    if let longest {
      guard longest > delay, delay > .zero else {
        throw InvalidArgument(
          "maxDelay", PresetProblem.notAbove("maxDelay", longest, "delay", delay))
      }
      backoff = .exponential(factor: factor, initial: delay).maximum(longest)
    }
    if let delays { backoff = delays }
    if let share { backoff = backoff.proportionalJitter(share) }
    if let spread {
      if share != nil {
        throw InvalidArgument("jitter", PresetProblem.twoLimits("jitterFactor", "jitter"))
      }
      backoff = backoff.symmetricJitter(Nanoseconds(spread))
    }
    return RetryStrategy(attempts: retries, backoff, deadline: limit, .clamp)
  }
}

extension Backoff {
  /// Returns a back-off without chance that varies each delay by up to a time in both directions, never below zero.
  fileprivate func symmetricJitter(_ spread: Nanoseconds) -> Backoff {
    .drawn("\(self) ± \(spread)") { [self] retry, draw in
      let delay = Nanoseconds(fixedDelay(retry))
      return ((delay - spread)...(delay + spread)).at(draw)
    }
  }
}
