/// The key of all draws under one seed and name.
///
/// It depends on a name, not a position, so moving a line of a scenario changes nothing.
@usableFromInline
@frozen
package struct DrawKey: Hashable, Sendable {
  @usableFromInline package let bits: UInt64
  /// What marks the draws of a pinned one; zero if they are random.
  @usableFromInline let mark: UInt64

  @inlinable
  init(bits: UInt64) {
    self.bits = bits
    mark = 0
  }

  /// Creates the key of what one random word decides.
  package init(word: UInt64, name: String) {
    self.init(hashing: word, name, PinnedDraw(word: word))
  }

  package init(seed: UInt64, name: String) {
    self.init(hashing: PinnedDraw.proper(seed), name, PinnedDraw(of: seed))
  }

  /// The seed, the name in groups of eight bytes (little-endian, padded with zeros), and the number of
  /// bytes are each xored into the state, which is mixed after each.
  private init(hashing seed: UInt64, _ name: String, _ pinned: PinnedDraw?) {
    mark = pinned?.mark ?? 0
    var state = DrawKey.mixed(seed &+ 0x9E37_79B9_7F4A_7C15)
    var word: UInt64 = 0
    var length: UInt64 = 0
    for byte in name.utf8 {
      word |= UInt64(byte) << (8 * (length % 8))
      length += 1
      guard length.isMultiple(of: 8) else { continue }
      state = DrawKey.mixed(state ^ word)
      word = 0
    }
    bits = DrawKey.mixed(DrawKey.mixed(state ^ word) ^ length)
  }

  /// Returns the word mixed so that each bit affects all others: a bijection with strong avalanche.
  private static func mixed(_ word: UInt64) -> UInt64 {
    var word = word
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
