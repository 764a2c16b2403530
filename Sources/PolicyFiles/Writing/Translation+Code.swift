import Retry
import RetryLanguage
import RetryNumerics
import Simulation

// What the libraries make of a policy that are called from code.

extension Translation {
  /// The policy as options of Polly.
  static func polly(_ strategy: RetryStrategy) -> Translation {
    var it = Translation(strategy, to: "polly")
    let most = Int(Int32.max)
    if it.attempts == 1 { it.lose("at least one retry is made: leave the strategy out") }
    it.setCount("MaxRetryAttempts", retries: true, unlimited: .count(most), within: 1...most)
    it.setDelays(in: .tick) {
      $0.setPolly()
    } orEach: {
      $0.call.set("DelayGenerator", .delays($1))
    }
    it.setLayers(.polly)
    it.checkRest(attempt: true, call: true)
    return it
  }

  private mutating func setPolly() {
    let (type, delay): (String, Nanoseconds) =
      switch delays.growth {
      case .none: ("Constant", .zero)
      case .constant(let delay): ("Constant", delay)
      case .linear(_, let initial): ("Linear", initial)
      case .exponential, .smoothed, .other: ("Exponential", delays.nearest?.initial ?? .zero)
      }
    call.set("BackoffType", .word(type))
    set("Delay", delay, whole: .tick)
    let isSmoothed = if case .smoothed = delays.growth { true } else { false }
    if isSmoothed || delays.shake != .none { call.set("UseJitter", .flag(true)) }
    if let cap = delays.cap { set("MaxDelay", cap, whole: .tick) }
  }

  /// The policy as arguments of tenacity.
  static func tenacity(_ strategy: RetryStrategy) -> Translation {
    var it = Translation(strategy, to: "tenacity")
    if it.attempts != nil {
      it.setCount("stop_after_attempt", retries: false, unlimited: nil, within: 1...Int.max)
    }
    if let deadline = it.deadline {
      let isBefore = it.rules.deadlineRule.looksAhead
      it.call.set(isBefore ? "stop_before_delay" : "stop_after_delay", .time(deadline))
      if it.rules.deadlineRule == .clamp { it.lose("the last wait is not cut to the deadline") }
      if it.rules.deadlineRule == .after { it.lose("an attempt may begin after the deadline") }
      if it.rules.deadlineMoment == .start { it.lose("the time that an attempt takes counts") }
    }
    it.setDelays {
      $0.setWait()
    } orEach: {
      $0.setWaits($1)
    }
    it.checkRest(deadline: true)
    return it
  }

  private mutating func setWait() {
    if let least = delays.least { call.set("min", .time(least)) }
    if let cap = delays.cap { call.set("max", .time(cap)) }
    switch (delays.growth, delays.shake) {
    case (.none, _): call.set("wait", .word("wait_none"))
    case (.constant(let delay), .none):
      call.set("wait", .word("wait_fixed"))
      call.set("fixed", .time(delay))
    case (.constant(let delay), .additive(let extra)):
      call.set("wait", .word("wait_random"))
      call.set("min", .time(delay))
      call.set("max", .time(delay + extra))
    case (.linear(let increment, let initial), .none):
      call.set("wait", .word("wait_incrementing"))
      call.set("start", .time(initial))
      call.set("increment", .time(increment))
    default: setExponential()
    }
  }

  private mutating func setExponential() {
    let (initial, factor) = delays.nearest ?? (.zero, 2)
    call.set("multiplier", .number(Double(initial.count) / 1e9))
    call.set("exp_base", .number(factor))
    switch delays.shake {
    case .none: call.set("wait", .word("wait_exponential"))
    case .additive(let extra):
      call.set("wait", .word("wait_exponential_jitter"))
      call.set("jitter", .time(extra))
    case .full, .equal, .proportional, .whole, .other:
      call.set("wait", .word("wait_random_exponential"))
    }
  }

  private mutating func setWaits(_ table: DelayTable) {
    if table.ranges.count == 1, let only = table.ranges.first {
      call.set("wait", .word("wait_random"))
      call.set("min", .time(only.lowerBound))
      return call.set("max", .time(only.upperBound))
    }
    call.set("wait", .word("wait_chain"))
    call.set("waits", .delays(table))
  }

  /// The policy as options of cockatiel.
  static func cockatiel(_ strategy: RetryStrategy) -> Translation {
    var it = Translation(strategy, to: "cockatiel")
    if it.attempts != nil {
      it.setCount("maxAttempts", retries: true, unlimited: nil)
    }
    it.setDelays(in: .millisecond) {
      $0.setCockatiel()
    } orEach: {
      $0.call.set("backoff", .word("each"))
      $0.call.set("delays", .delays($1))
    }
    it.setLayers(.cockatiel)
    it.checkRest(attempt: true, call: true)
    return it
  }

  private mutating func setCockatiel() {
    switch delays.growth {
    case .none: call.set("backoff", .word("none"))
    case .constant(let delay) where delays.shake == .none:
      call.set("backoff", .word("constant"))
      set("delay", delay, whole: .millisecond)
    default:
      let (initial, factor) = delays.nearest ?? (.zero, 2)
      set("initialDelay", initial, whole: .millisecond)
      call.set("exponent", .number(factor))
      if let cap = delays.cap {
        set("maxDelay", cap, whole: .millisecond)
      } else {
        // Rounded up, so that it bounds no delay.
        let longest = longestDelay(of: 1000).count.quotientAndRemainder(dividingBy: 1_000_000)
        call.set(
          "maxDelay",
          .time(Nanoseconds(1_000_000) * (longest.quotient + (longest.remainder > 0 ? 1 : 0))))
      }
      call.set("generator", .word(generator))
    }
  }

  private var generator: String {
    if case .smoothed = delays.growth, delays.shake == .none {
      return "decorrelatedJitterGenerator"
    }
    return switch delays.shake {
    case .none: "noJitterGenerator"
    case .full, .whole: "fullJitterGenerator"
    case .equal, .proportional, .additive, .other: "halfJitterGenerator"
    }
  }
}
