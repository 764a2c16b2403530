import Simulation
import TextLayout

extension BinaryInteger {
  /// The number of stale cache entries served as text, if any.
  var stalePhrase: String? { self == 0 ? nil : "\(grouped) served stale" }
}

extension Tally {
  /// How often the effect of the call happened as text, if an operation states it.
  var effectPhrase: String? { effects?.counting("effect") }

  /// The cost of the call as text, if an operation has a price.
  var costPhrase: String? { cost.map { "cost \(Figures.price(Double($0) / 1e9))" } }
}
