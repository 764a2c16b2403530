import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Preset {
  /// The libraries of Ruby.
  static let ofRuby: [Preset] = [retriable, retryable]

  private static let retriable = Preset(
    "retriable", of: "retriable (Ruby)", version: "3.1.2",
    sources: [
      "kamui/retriable: lib/retriable.rb, lib/retriable/exponential_backoff.rb, lib/retriable/config.rb"
    ],
    counts: "tries 3 makes 3 attempts; 3 by default",
    surprises: [
      "The jitter comes after max_interval, so that a delay may exceed it.",
      "A wait that would cross max_elapsed_time, 15 minutes by default, is not made.",
      "timeout interrupts an attempt at any line.",
      "intervals take the place of tries, growth and jitter.",
    ],
    PresetSetting.count("tries", or: .attempts(3), "the attempts in all; 3 by default"),
    PresetSetting.time(
      "base_interval", or: .milliseconds(500), "the first delay; 500ms by default"),
    PresetSetting.number("multiplier", or: 1.5, "the factor of the delays; 1.5 by default"),
    PresetSetting.time(
      "max_interval", or: .seconds(60), "the longest delay before jitter; 1m by default"),
    PresetSetting.number(
      "rand_factor", or: 0.5, "by which share a delay varies, up or down; 0.5 by default"),
    PresetSetting.time(
      "max_elapsed_time", or: .seconds(900), "the time that no wait may cross; 15m by default"),
    PresetSetting.times("intervals", "the delays themselves; none by default"),
    PresetSetting.someTime("timeout", "how long an attempt may take"),
    example: "tries: 5"
  ) {
    _, tries, first, factor, longest, share, limit, intervals, timeout throws(InvalidArgument) in
    let growing = try Backoff.exponential(
      factor: factor.factor("multiplier"), initial: first.notNegative("base_interval")
    ).atMost(longest, "max_interval").proportionalJitter(share.part("rand_factor"))
    var listed: [Duration] = []
    for interval in intervals { listed.append(try interval.notNegative("intervals")) }
    return RetryStrategy(
      attempts: listed.isEmpty ? try tries.attempts("tries") : listed.count + 1,
      listed.isEmpty ? growing : .delays(listed),
      deadline: try limit.notNegative("max_elapsed_time"), .refuseBeyond,
      inner: try timeout.timeout("timeout"))
  }

  private static let retryable = Preset(
    "retryable", of: "retryable (Ruby)", version: "3.0.5",
    sources: ["nfedyashev/retryable: lib/retryable.rb, lib/retryable/configuration.rb"],
    counts: "tries 3 makes 3 attempts; 2 by default",
    surprises: [
      "The default is one retry, after a second.",
      "tries 0 does not run the block at all, and returns nil.",
      "An error that is raised while it sleeps counts as one of the block: the retry comes at once.",
    ],
    departures: ["A sleep that a lambda computes is not part of the preset."],
    PresetSetting.count("tries", or: .attempts(2), "the attempts in all; 2 by default"),
    PresetSetting.time("sleep", or: .seconds(1), "the delay; 1s by default"),
    example: "tries: 3, sleep: 200ms"
  ) { _, tries, delay throws(InvalidArgument) in
    RetryStrategy(
      attempts: try tries.attempts("tries"), .constant(try delay.notNegative("sleep")))
  }
}
