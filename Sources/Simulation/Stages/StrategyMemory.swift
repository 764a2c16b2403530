import Retry
import RetryNumerics
import VirtualTime

/// What a strategy remembers, as a person sees it.
protocol StrategyMemory {
  /// What the level measures; `nil` if there is none.
  var measure: StrategyMeasure? { get }
  /// Returns the state as a number; `nil` if it is not known yet.
  func level(at now: Nanoseconds) -> Double?
  /// Returns the state as words, in which times count from `zero`; `nil` if there is nothing to say.
  func words(at now: Nanoseconds, from zero: Nanoseconds) -> String?
}

extension RetryBudget.State: StrategyMemory {
  var measure: StrategyMeasure? { .left }

  func level(at now: Nanoseconds) -> Double? { balance(at: now) }

  func words(at now: Nanoseconds, from zero: Nanoseconds) -> String? {
    "\(Self.text(balance(at: now))) left"
  }

  /// Returns a balance with at most one decimal.
  static func text(_ balance: Double) -> String {
    // Tenths of the largest budgets are no whole numbers of the machine.
    guard balance.magnitude < 1e15 else { return "\(balance)" }
    let tenths = Int((balance * 10).rounded(.down))
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

extension CircuitBreaker.State: StrategyMemory {
  var measure: StrategyMeasure? { .open }

  func level(at now: Nanoseconds) -> Double? {
    switch status(at: now) {
    case .closed: 0
    case .halfOpen: 0.5
    case .open, .isolated: 1
    }
  }

  func words(at now: Nanoseconds, from zero: Nanoseconds) -> String? {
    switch status(at: now) {
    case .closed: "closed"
    case .halfOpen: "half-open"
    case .open(let end): "open until \((Nanoseconds(end) - zero).brief)"
    case .isolated: "isolated"
    }
  }
}

extension RateLimiter.State: StrategyMemory {
  var measure: StrategyMeasure? { .wait }

  func level(at now: Nanoseconds) -> Double? { Double(wait(at: now).count) }

  func words(at now: Nanoseconds, from zero: Nanoseconds) -> String? {
    let wait = wait(at: now)
    return wait == .zero ? "the next call passes" : "the next call would wait \(wait.brief)"
  }
}

extension ConcurrencyLimit.State: StrategyMemory {
  var measure: StrategyMeasure? { settings.adaptation == nil ? .running : .limit }

  func level(at now: Nanoseconds) -> Double? {
    Double(settings.adaptation == nil ? running : limit)
  }

  func words(at now: Nanoseconds, from zero: Nanoseconds) -> String? {
    "\(running) of \(limit) running" + (waiting > 0 ? ", \(waiting) waiting" : "")
  }
}

extension ClientThrottle.State: StrategyMemory {
  var measure: StrategyMeasure? { .drops }

  func level(at now: Nanoseconds) -> Double? { refusalRate(at: now) }

  func words(at now: Nanoseconds, from zero: Nanoseconds) -> String? {
    "drops \(Int((refusalRate(at: now) * 100).rounded()))% of the calls"
  }
}

extension CubicRate.State: StrategyMemory {
  var measure: StrategyMeasure? { .rate }

  func level(at now: Nanoseconds) -> Double? { isEnabled ? fillRate : nil }

  func words(at now: Nanoseconds, from zero: Nanoseconds) -> String? {
    isEnabled ? "\(RetryBudget.State.text(fillRate))/s" : "no limit yet"
  }
}

extension LatencyPercentile: StrategyMemory {
  var measure: StrategyMeasure? { .delay }

  func level(at now: Nanoseconds) -> Double? { current.map { Double($0.count) } }

  func words(at now: Nanoseconds, from zero: Nanoseconds) -> String? {
    current.map { "hedges after \($0.brief)" }
  }
}
