import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Preset {
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
    attempts("tries", or: 3), first("base_interval", or: .milliseconds(500)),
    factor("multiplier", or: 1.5),
    time("max_interval", or: .seconds(60), "the longest delay before jitter"),
    spread("rand_factor", or: 0.5),
    time("max_elapsed_time", or: .seconds(900), "the time that no wait may cross"),
    times("intervals", "the delays themselves; none by default"),
    someTime("timeout", "how long an attempt may take"),
    example: "tries: 5"
  ) { _, tries, first, factor, longest, share, limit, intervals, timeout in
    let growing = Backoff.exponential(factor: factor, initial: first).maximum(longest)
      .proportionalJitter(share)
    return RetryStrategy(
      attempts: intervals.isEmpty ? tries : intervals.count + 1,
      intervals.isEmpty ? growing : .delays(intervals), deadline: limit, .refuseBeyond,
      inner: timeout.timeout)
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
    attempts("tries", or: 2), time("sleep", or: .seconds(1), "the delay"),
    example: "tries: 3, sleep: 200ms"
  ) { _, tries, delay in
    RetryStrategy(attempts: tries, .constant(delay))
  }
}
