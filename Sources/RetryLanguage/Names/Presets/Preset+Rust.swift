import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Preset {
  static let ofRust: [Preset] = [backoffOfRust, retryOfRust, tower]

  private static let backoffOfRust = Preset(
    "backoff-rs", of: "backoff (Rust)", version: "0.4.0",
    sources: ["ihrwein/backoff: src/exponential.rs, src/retry.rs, src/default.rs"],
    counts: "there is no number of attempts: max_elapsed_time ends the retries",
    surprises: [
      "Without a limit it goes on for 15 minutes.",
      "The jitter comes after max_interval: with 60 s, delays of 90 s occur.",
      "A hint by retry_after has no limit, and max_elapsed_time does not count for it.",
      "It has not been maintained since 2021.",
    ],
    departures: [
      "A wait for a hint that would cross max_elapsed_time is not made here.",
      "A hint takes the place of a delay here; there, the delay comes after the next error.",
      "An initial_interval above max_interval is cut; there, the first delay is not.",
      "A random delay differs by up to a nanosecond, as do delays that a factor makes fractions of one.",
    ],
    first("initial_interval", or: .milliseconds(500)), spread("randomization_factor", or: 0.5),
    factor("multiplier", or: 1.5),
    time("max_interval", or: .seconds(60), "the longest delay before jitter"),
    time("max_elapsed_time", or: .seconds(900), "the time that no wait may cross, 0s for none"),
    example: "max_elapsed_time: 1m"
  ) { _, first, share, factor, longest, limit in
    RetryStrategy(
      attempts: nil,
      .exponential(factor: factor, initial: first).maximum(longest).proportionalJitter(share),
      hints: HintRule(maximum: nil, zero: .atOnce),
      deadline: limit == .zero ? nil : limit, .refuseBeyond)
  }

  /// The iterators of delays in the crate retry.
  private enum Delay: String, CaseIterable { case Exponential, Fixed, Fibonacci, NoDelay }

  private static let retryOfRust = Preset(
    "retry-rs", of: "retry (Rust)", version: "2.0.0",
    sources: ["jimmycuadra/retry: src/lib.rs, src/delay/mod.rs, src/delay/random.rs"],
    counts: "take 3 makes 4 attempts; there is no limit without it",
    surprises: [
      "Delays are whole milliseconds, and cut at each step: 10 ms times 1.5 gives 10, 15, 22, 33 ms.",
      "jitter draws the seconds and the rest of a delay apart, and rounds up: 1 s stays 1 s.",
      "In version 1, from_millis was the factor as well: 10, 100, 1000 ms.",
      "There is no longest delay.",
    ],
    word("delay", or: Delay.Exponential), first("from_millis", or: .milliseconds(10)),
    factor("factor", or: 2, "the factor of Exponential"),
    flag("jitter", or: false, "whether the delays go through jitter"), retries("take"),
    example: "from_millis: 100ms, jitter: true, take: 3"
  ) { _, shape, first, factor, isRandom, retries in
    let start = Duration.milliseconds(Nanoseconds(first).count / 1_000_000)
    let plain: Backoff =
      switch shape {
      case .Exponential: .wholeMilliseconds(from: start, by: factor)
      case .Fixed: .constant(start)
      case .Fibonacci: .fibonacci(initial: start)
      case .NoDelay: .none
      }
    return RetryStrategy(attempts: retries, isRandom ? plain.drawnInParts : plain)
  }

  private static let tower = Preset(
    "tower", of: "tower, retry (Rust)", version: "0.5",
    sources: ["tower-rs/tower: tower/src/retry/backoff.rs, tower/src/retry/budget/tps_budget.rs"],
    counts: "there is no number of attempts: the Policy of the program decides",
    surprises: [
      "The jitter of up to 99 % is added, and does not exceed the maximum: at the maximum there is none.",
      "The jitter of whole seconds is whole seconds: one of less than 1 s adds nothing to 1 s.",
      "The retries that the budget always allows do not come back within its time.",
      "A retry costs a whole number of requests: 30 % allows one for 3, and 60 % one for each.",
    ],
    departures: ["Version 0.4 has the budget alone, and does not wait between attempts."],
    first("min", or: .milliseconds(50)), longest("max"),
    number("jitter", or: 0.99, "which share is added at most"),
    time("ttl", or: .seconds(10), within: 1...60, "how long a deposit counts"),
    rate("min_per_sec", or: 10, "the retries that are always allowed"),
    share("retry_percent", or: 0.2, "the retries for each request"),
    attempts("attempts", "the attempts that the Policy makes in all"),
    example: "max: 5s, attempts: 4"
  ) { site, least, longest, jitter, window, rate, share, count throws(InvalidArgument) in
    if let longest, longest < least {
      throw InvalidArgument("max", PresetProblem.below("max", longest, "min", least))
    }
    guard (0...100).contains(jitter) else {
      throw InvalidArgument("jitter", PresetProblem.range("jitter", jitter, 0...100))
    }
    guard (0...10).contains(share) else {
      throw InvalidArgument("retry_percent", PresetProblem.range("retry_percent", share, 0...10))
    }
    let steady = Backoff.exponential(initial: least).atMost(longest)
    // A retry costs a whole number of requests, or of thousandths of one.
    let unit = share > 1 ? 1000.0 : 1
    let share = share > 0 ? unit / (unit / share).rounded(.down) : 0
    return RetryStrategy(
      attempts: count,
      jitter == 0 ? steady : steady.lengthenedInParts(by: jitter, atMost: longest),
      budget: Shared(
        site.name ?? "tower budget",
        RetryBudget.ratio(share, minimumPerSecond: rate, window: window)))
  }
}

extension Nanoseconds {
  /// Returns the time with its seconds and the rest of it multiplied apart, each rounded.
  fileprivate func inParts(by factor: Double, _ rule: FloatingPointRoundingRule) -> Nanoseconds {
    let (seconds, rest) = count.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Nanoseconds(rounding: (Double(seconds) * factor).rounded(rule) * 1e9)
      + Nanoseconds(rounding: (Double(rest) * factor).rounded(rule))
  }
}

extension Backoff {
  /// Returns a back-off without chance that draws the seconds of each delay and the rest of it apart, rounded up.
  fileprivate var drawnInParts: Backoff {
    .drawn("\(self), in parts") { [self] in Nanoseconds(fixedDelay($0)).inParts(by: $1, .up) }
  }

  /// Returns a back-off without chance that lengthens the seconds of each delay and the rest of it apart, cut each.
  fileprivate func lengthenedInParts(by share: Double, atMost longest: Duration?) -> Backoff {
    Backoff.drawn("\(self) + \(share) of it, in parts") { [self] retry, draw in
      let delay = Nanoseconds(fixedDelay(retry))
      return delay + delay.inParts(by: draw * share, .towardZero)
    }.atMost(longest)
  }
}
