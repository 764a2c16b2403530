import Simulation
import TextLayout

extension BinaryInteger {
  /// The number of stale cache entries served as text, if any.
  var staleWords: String? { self == 0 ? nil : "\(grouped) served stale" }
}

extension Tally {
  /// How often the effect of the call happened as text, if an operation states it.
  var effectWords: String? { effects?.counting("effect") }

  /// The cost of the call as text, if an operation has a price.
  var costWords: String? { cost.map { "cost \(Figures.price(Double($0) / 1e9))" } }
}
