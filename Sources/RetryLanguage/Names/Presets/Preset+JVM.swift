import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Preset {
  /// The libraries of the JVM.
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
    PresetSetting.count("maxAttempts", or: .attempts(3), "the attempts in all; 3 by default"),
    PresetSetting.time(
      "waitDuration", or: .milliseconds(500), "the first delay; 500ms by default"),
    PresetSetting.flag("enableExponentialBackoff", or: false, "whether the delay grows"),
    PresetSetting.number(
      "exponentialBackoffMultiplier", or: 1.5, "the factor of the delays; 1.5 by default"),
    PresetSetting.someTime("exponentialMaxWaitDuration", "the longest delay"),
    PresetSetting.flag("enableRandomizedWait", or: false, "whether the delay is random"),
    PresetSetting.number(
      "randomizedWaitFactor", or: 0.5,
      "by which share it varies, up or down; 0.5 by default"),
    example: "maxAttempts: 4, enableExponentialBackoff: true"
  ) {
    _, count, wait, grows, factor, longest, isRandom, share throws(InvalidArgument) in
    let wait = Nanoseconds(try wait.notNegative("waitDuration"))
    var backoff = Backoff.constant(wait.duration)
    if grows {
      backoff = .wholeMilliseconds(
        from: wait, by: try factor.factor("exponentialBackoffMultiplier"),
        atMost: isRandom ? nil : longest)
    }
    if isRandom {
      backoff = backoff.proportionalJitter(try share.part("randomizedWaitFactor"))
        .truncated(to: .milliseconds(1)).minimum(.milliseconds(1))
      if grows { backoff = try backoff.atMost(longest, "exponentialMaxWaitDuration") }
    }
    return RetryStrategy(attempts: try count.attempts("maxAttempts"), backoff)
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
      "A large draw of jitterFactor gives a long delay here, and a short one there.",
      "Delays are not cut to whole milliseconds.",
      "An attempt that fails at the very maxDuration is the last here; there, one more follows at once.",
    ],
    PresetSetting.count(
      "maxRetries", or: .attempts(2),
      "the retries after the first attempt, -1 for no limit; 2 by default"),
    PresetSetting.time("delay", or: .zero, "the first delay; none by default"),
    PresetSetting.someTime("maxDelay", "the longest delay before jitter; with it the delays grow"),
    PresetSetting.number("delayFactor", or: 2, "the factor of the delays; 2 by default"),
    PresetSetting.someNumber("jitterFactor", "by which share a delay varies, up or down"),
    PresetSetting.someTime("jitter", "by how much a delay varies, up or down"),
    PresetSetting.someBackoff(
      "delayFn", "the delays that a function computes, in place of the other ones"),
    PresetSetting.someTime("maxDuration", "the time after which no attempt begins"),
    example: "maxRetries: 3, delay: 100ms, maxDelay: 2s, jitterFactor: 0.25"
  ) { _, retries, delay, longest, factor, share, spread, delays, limit throws(InvalidArgument) in
    let first = try delay.notNegative("delay")
    var backoff = first == .zero ? Backoff.none : .constant(first)
    if let longest {
      guard longest > delay, delay > .zero else {
        throw InvalidArgument(
          "maxDelay", PresetProblem.notAbove("maxDelay", longest, "delay", delay))
      }
      backoff = .exponential(factor: try factor.factor("delayFactor"), initial: first)
        .maximum(longest.duration)
    }
    if let delays { backoff = delays }
    if let share { backoff = backoff.proportionalJitter(try share.part("jitterFactor")) }
    if let spread {
      if share != nil {
        throw InvalidArgument("jitter", PresetProblem.twoLimits("jitterFactor", "jitter"))
      }
      backoff = backoff.symmetricJitter(Nanoseconds(try spread.notNegative("jitter")))
    }
    return RetryStrategy(
      attempts: retries == .attempts(-1) ? nil : try retries.retries("maxRetries"), backoff,
      deadline: try limit?.notNegative("maxDuration"), .clamp)
  }
}

extension Backoff {
  /// Returns a back-off without chance that varies each delay by up to a time in both directions, never below zero.
  fileprivate func symmetricJitter(_ spread: Nanoseconds) -> Backoff {
    .drawn("\(self) ± \(spread)", falling: true) { [self] retry in
      let delay = Nanoseconds(fixedDelay(retry))
      return (delay - spread)...(delay + spread)
    }
  }
}
