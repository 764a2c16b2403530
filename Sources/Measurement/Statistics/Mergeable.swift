/// Something that can be counted in parts, which are put together in any order and grouping.
package protocol Mergeable: Sendable {
  /// Adds what another part counted.
  mutating func merge(_ other: Self)
}
