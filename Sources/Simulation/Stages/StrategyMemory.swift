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
  func summary(at now: Nanoseconds, from zero: Nanoseconds) -> String?
}

/// The settings of a strategy that remembers calls.
protocol RememberedSettings: Sendable {
  associatedtype Memory: StrategyMemory
  /// What it remembers before the first call.
  var fresh: Memory { get }
}

extension RetryBudget: RememberedSettings {
  var fresh: State { State(self) }
}

extension RetryBudget.State: StrategyMemory {
  var measure: StrategyMeasure? { .left }

  func level(at now: Nanoseconds) -> Double? { balance(at: now) }

  func summary(at now: Nanoseconds, from zero: Nanoseconds) -> String? {
    "\(Self.text(balance(at: now))) left"
  }

  /// Returns a balance with at most one decimal.
  static func text(_ balance: Double) -> String {
    // Tenths of the largest budgets are no whole numbers of the machine.
    guard balance.magnitude < 1e15 else { return "\(balance)" }
    let tenths = Int64((balance * 10).rounded(.down))
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
