package import Simulation

/// The effects of calls whose operations state them.
package struct EffectCounts: Hashable, Sendable {
  package private(set) var total: UInt64 = 0
  /// The sum of squares of effects per call, for the interval.
  private var squares: Int128 = 0
  /// The number of calls whose effect happened more than once.
  package private(set) var duplicated: UInt64 = 0
  /// The number of calls that did not succeed, although their effect happened.
  package private(set) var unheard: UInt64 = 0

  mutating func add(_ effects: Int, _ outcome: Outcome) {
    total += UInt64(max(effects, 0))
    squares += Int128(effects) * Int128(effects)
    if effects > 1 { duplicated += 1 }
    if effects > 0, !outcome.isSuccess { unheard += 1 }
  }

  /// Returns the mean effects per call; calls without attempts had none.
  package func mean(of calls: UInt64) -> Estimate {
    let (count, mean) = (Double(calls), Double(total) / Double(max(calls, 1)))
    let variance = calls > 1 ? (Double(squares) - count * mean * mean) / (count - 1) : nil
    return Estimate(mean: mean, variance: variance.map { max($0, 0) }, count: calls)
  }
}

extension EffectCounts: Mergeable {
  package mutating func merge(_ other: EffectCounts) {
    total += other.total
    squares += other.squares
    duplicated += other.duplicated
    unheard += other.unheard
  }
}

extension EffectCounts: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    coder.code(&total)
    coder.code(&squares)
    coder.code(&duplicated)
    coder.code(&unheard)
  }
}
