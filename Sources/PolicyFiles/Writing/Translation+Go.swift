import Retry
import RetryLanguage
import RetryNumerics
import Simulation

// What the libraries of Go make of a policy.

extension Translation {
  /// The policy as an exporter of the OpenTelemetry Collector.
  static func collector(_ strategy: RetryStrategy) -> Translation {
    var it = Translation(strategy, to: "opentelemetry-collector")
    if it.attempts == 1 {
      it.call.set("enabled", .flag(false))
    } else if let attempts = it.attempts {
      it.lose("there is no number of attempts: only max_elapsed_time ends them, not \(attempts)")
    }
    it.setInterval("initial_interval", "multiplier", "max_interval", "randomization_factor")
    it.setElapsed("max_elapsed_time")
    if it.deadline == nil, let attempts = it.attempts, attempts > 1 {
      // The time after which that many attempts are made, if each delay is as long as it can be.
      let waits = it.rules.backoff.ranges(min(attempts, DelayTable.most) - 1).map(\.upperBound)
      let millisecond = Nanoseconds(1_000_000)
      it.call.set("max_elapsed_time", .time(waits.reduce(millisecond, +)))
    }
    it.boundIntervals()
    it.checkRest(deadline: true, hints: true)
    return it
  }

  /// The policy as options of cenkalti/backoff.
  static func cenkalti(_ strategy: RetryStrategy) -> Translation {
    var it = Translation(strategy, to: "cenkalti")
    it.setCount("MaxTries", retries: false, unlimited: .count(0), within: 1...Int.max)
    it.setInterval("InitialInterval", "Multiplier", "MaxInterval", "RandomizationFactor")
    it.setElapsed("MaxElapsedTime")
    it.checkRest(deadline: true, hints: true)
    return it
  }

  /// Sets the intervals of cenkalti/backoff, with which the collector waits as well.
  private mutating func setInterval(
    _ first: String, _ factor: String, _ longest: String, _ shake: String
  ) {
    let fit = fit()
    setGrowth(fit, first, factor, longest)
    if fit?.cap == nil { call.set(longest, .time(longestDelay(of: 100))) }
    let share = fit?.share ?? 0
    call.set(shake, .number(share))
    checkShake(
      share > 0 ? .proportional(share) : .none, capsLast: false,
      "it varies a delay by a share of it, or not at all")
    checkGrowth()
  }

  private mutating func setElapsed(_ label: String) {
    guard let deadline else { return call.set(label, .time(.zero)) }
    if deadline == .zero { lose("\(label) 0s stands for no limit: it is 1ns") }
    call.set(label, .time(max(deadline, Nanoseconds(1))))
    if !rules.deadlineRule.looksAhead { lose("a wait that would cross the deadline is not made") }
    if rules.deadlineMoment == .start { lose("the time that an attempt takes counts") }
  }

  /// Keeps the collector's intervals within its deadline, as it demands.
  private mutating func boundIntervals() {
    guard deadline != nil, let limit = call["max_elapsed_time"]?.time else { return }
    for label in ["initial_interval", "max_interval"] {
      guard let time = call[label]?.time, time > limit else { continue }
      if delays.cap != nil || label == "initial_interval" {
        loseDelays("\(label) cannot be longer than max_elapsed_time")
      }
      call.set(label, .time(limit))
    }
  }

  /// The policy as a builder of failsafe-go.
  static func failsafe(_ strategy: RetryStrategy) -> Translation {
    var it = Translation(strategy, to: "failsafe")
    it.setCount("maxRetries", retries: true, unlimited: .count(-1))
    it.setDelays {
      $0.setFailsafe()
    } orEach: {
      $0.call.set("delayFn", .delays($1))
    }
    if let deadline = it.deadline {
      it.call.set("maxDuration", .time(deadline))
      if deadline == .zero { it.lose("a duration of 0s stands for no limit") }
      if it.rules.deadlineRule != .clamp { it.lose("the last wait is cut to the deadline") }
      if it.rules.deadlineMoment == .start { it.lose("the time that an attempt takes counts") }
    }
    it.setLayers(.failsafe)
    it.checkRest(deadline: true, attempt: true, call: true)
    return it
  }

  private mutating func setFailsafe() {
    if case .proportional(let share) = delays.shake { call.set("jitterFactor", .number(share)) }
    guard let (first, factor) = delays.nearest else { return }
    guard factor > 1 else { return call.set("delay", .time(min(first, delays.cap ?? first))) }
    let initial = max(first, Nanoseconds(1))
    call.set("delay", .time(initial))
    call.set(
      "maxDelay", .time(max(delays.cap ?? longestDelay(of: 100), initial + Nanoseconds(1))))
    call.set("delayFactor", .number(factor))
  }
}
