package import Simulation

/// A type whose parts merge in any order and grouping, also parts that were made elsewhere.
package protocol Mergeable: ByteCodable, Sendable {
  mutating func merge(_ other: Self)
}
