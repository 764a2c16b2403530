import Retry
import RetryNumerics
import Simulation

// What the libraries make of a policy that are called from code.

extension Translation {
  /// The policy as options of Polly.
  static func polly(_ strategy: RetryStrategy) -> Translation {
    var it = Translation(strategy, to: "polly")
    let most = Int(Int32.max)
    if it.attempts == 1 { it.lose("at least one retry is made: leave the strategy out") }
    it.setCount("MaxRetryAttempts", retries: true, unlimited: "\(most)", within: 1...most)
    let isShaken = it.delays.shake != .none
    var (type, isKnown) = ("Constant", true)
    switch it.delays.growth {
    case .none: it.call.set("Delay", Nanoseconds.zero)
    case .constant(let delay): it.set("Delay", delay, whole: .tick)
    case .linear(let increment, let initial):
      (type, isKnown) = ("Linear", increment == initial)
      it.set("Delay", initial, whole: .tick)
    case .exponential(let factor, let initial):
      (type, isKnown) = ("Exponential", factor == 2 && !isShaken)
      it.set("Delay", initial, whole: .tick)
    case .smoothed(let factor, let initial):
      (type, isKnown) = ("Exponential", factor == 2 && !isShaken)
      it.set("Delay", initial, whole: .tick)
      it.call.set("UseJitter", "true")
    case .other:
      isKnown = false
      it.set("Delay", it.delays.nearest?.initial ?? .zero, whole: .tick)
    }
    it.call.set("BackoffType", type)
    if isShaken { it.call.set("UseJitter", "true") }
    if type != "Exponential", isShaken, it.delays.shake != .proportional(0.25) {
      it.loseDelays("UseJitter varies a delay by 25 %, up or down")
    }
    if !isKnown { it.loseDelays("Polly's delays are others than \(it.delays.text)") }
    if let cap = it.delays.cap { it.set("MaxDelay", cap, whole: .tick) }
    if it.delays.cap != nil, isShaken, !it.delays.capsLast {
      it.loseDelays("the longest delay bounds a delay after it is drawn")
    }
    if it.delays.least != nil { it.loseDelays("there is no shortest delay") }
    it.checkRest()
    return it
  }

  /// The policy as arguments of tenacity.
  static func tenacity(_ strategy: RetryStrategy) -> Translation {
    var it = Translation(strategy, to: "tenacity")
    if it.attempts != nil {
      it.setCount("stop_after_attempt", retries: false, unlimited: nil, within: 1...Int.max)
    }
    if let deadline = it.deadline {
      let isBefore = it.rules.deadlineRule.looksAhead
      it.call.set(isBefore ? "stop_before_delay" : "stop_after_delay", deadline)
      if it.rules.deadlineRule == .clamp { it.lose("the last wait is not cut to the deadline") }
      if it.rules.deadlineRule == .after { it.lose("an attempt may begin after the deadline") }
      if it.rules.deadlineMoment == .start { it.lose("the time that an attempt takes counts") }
    }
    it.setWait()
    if it.delays.cap != nil, it.delays.shake == .full, it.delays.capsLast {
      it.loseDelays("the longest delay bounds a delay before it is drawn")
    }
    it.checkRest(deadline: true)
    return it
  }

  private mutating func setWait() {
    if let least = delays.least { call.set("min", least) }
    if let cap = delays.cap { call.set("max", cap) }
    func other(_ it: inout Translation) {
      it.loseDelays("tenacity has no delays like \(it.delays.text)")
    }
    switch (delays.growth, delays.shake) {
    case (.none, _): call.set("wait", "wait_none")
    case (.constant(let delay), .none):
      call.set("wait", "wait_fixed")
      call.set("fixed", delay)
    case (.constant(let delay), .additive(let extra)):
      call.set("wait", "wait_random")
      call.set("min", delay)
      call.set("max", delay + extra)
      if delays.cap != nil || delays.least != nil { other(&self) }
    case (.linear(let increment, let initial), .none):
      call.set("wait", "wait_incrementing")
      call.set("start", initial)
      call.set("increment", increment)
      if delays.least != nil { loseDelays("there is no shortest delay") }
    case (.exponential, .none), (.exponential, .full), (.constant, .full),
      (.exponential, .additive),
      (.smoothed, _), (.exponential, _), (.constant, _), (.linear, _):
      setExponential()
    case (.other, _):
      call.set("wait", "wait_fixed")
      call.set("fixed", rules.backoff.ranges(1).first?.upperBound ?? .zero)
      other(&self)
    }
  }

  private mutating func setExponential() {
    let (initial, factor) = delays.nearest ?? (.zero, 2)
    call.set("multiplier", "\(Double(initial.count) / 1e9)")
    call.set("exp_base", "\(factor)")
    switch delays.shake {
    case .none: call.set("wait", "wait_exponential")
    case .additive(let extra):
      call.set("wait", "wait_exponential_jitter")
      call.set("jitter", extra)
      if delays.cap != nil, !delays.capsLast {
        loseDelays("the longest delay bounds a delay after it is drawn")
      }
    case .full: call.set("wait", "wait_random_exponential")
    case .equal, .proportional, .whole, .other:
      call.set("wait", "wait_random_exponential")
      loseDelays("tenacity draws from zero to the delay, not as \(delays.text)")
    }
    if case .smoothed = delays.growth {
      call.set("wait", "wait_random_exponential")
      loseDelays("tenacity draws from zero to the delay, not as \(delays.text)")
    }
    if delays.least != nil, delays.shake != .none {
      loseDelays("the shortest delay bounds each draw")
    }
    checkGrowth(besidesLeast: true)
  }

  /// The policy as options of cockatiel.
  static func cockatiel(_ strategy: RetryStrategy) -> Translation {
    var it = Translation(strategy, to: "cockatiel")
    if it.attempts != nil {
      it.setCount("maxAttempts", retries: true, unlimited: nil)
    }
    switch it.delays.growth {
    case .none: it.call.set("backoff", "none")
    case .constant(let delay) where it.delays.shake == .none:
      it.call.set("backoff", "constant")
      it.set("delay", delay, whole: .millisecond)
    default:
      let (initial, factor) = it.delays.nearest ?? (.zero, 2)
      it.set("initialDelay", initial, whole: .millisecond)
      it.call.set("exponent", "\(factor)")
      if let cap = it.delays.cap {
        it.set("maxDelay", cap, whole: .millisecond)
      } else {
        // Rounded up, so that it bounds no delay.
        let longest = it.longestDelay(of: 1000).count.quotientAndRemainder(dividingBy: 1_000_000)
        it.call.set(
          "maxDelay",
          Nanoseconds(1_000_000) * (longest.quotient + (longest.remainder > 0 ? 1 : 0)))
      }
      it.setGenerator()
      it.checkGrowth()
    }
    it.checkRest()
    return it
  }

  private mutating func setGenerator() {
    if case .smoothed = delays.growth {
      call.set("generator", "decorrelatedJitterGenerator")
      if delays.shake == .none { return }
    }
    switch delays.shake {
    case .none: call.set("generator", "noJitterGenerator")
    case .full, .whole: call.set("generator", "fullJitterGenerator")
    case .equal: call.set("generator", "halfJitterGenerator")
    case .proportional, .additive, .other:
      call.set("generator", "halfJitterGenerator")
      loseDelays("cockatiel draws from half of the delay on, not as \(delays.text)")
    }
    if delays.cap != nil, delays.shake != .none, delays.capsLast {
      loseDelays("the longest delay bounds a delay before it is drawn")
    }
  }
}
