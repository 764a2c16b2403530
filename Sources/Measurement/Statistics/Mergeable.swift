/// A type whose parts merge in any order and grouping.
package protocol Mergeable: Sendable {
  mutating func merge(_ other: Self)
}
