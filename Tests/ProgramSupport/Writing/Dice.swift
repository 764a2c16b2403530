import RetryNumerics
import VirtualTime

/// Chance that follows from a seed alone, so that a text can be made again.
package struct Dice {
  private var draws: Draws

  /// Creates the dice of a seed.
  package init(seed: UInt64, name: String) {
    draws = Draws(DrawKey(seed: seed, name: name), call: 0, attempt: 0, purpose: .closure)
  }

  /// Draws a number from zero up to a bound.
  package mutating func below(_ count: Int) -> Int { Int(draws.next() % UInt64(max(count, 1))) }

  /// Returns whether a chance of so many percent comes true.
  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// Picks an item; returns `nil` if there are none.
  package mutating func pick<RuntimeValue>(_ items: [RuntimeValue]) -> RuntimeValue? {
    items.isEmpty ? nil : items[below(items.count)]
  }

  /// Picks one of some texts.
  package mutating func word(_ texts: String...) -> String { pick(texts) ?? "" }
}
