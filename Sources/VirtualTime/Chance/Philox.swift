/// The counter-based generator Philox4x32 of Salmon, Moraes, Dror and Shaw (2011).
///
/// It turns a counter and a key into random bits and has no state, so every draw can be made alone.
/// Seven rounds are the fewest that its authors found to pass every statistical test.
@usableFromInline
package enum Philox {
  /// Returns the 128 random bits that belong to a counter of 128 bits and a key.
  ///
  /// The published four words of 32 bits are held in two of 64, the first of each pair lower.
  @inlinable
  @inline(__always)
  package static func block(
    _ low: UInt64, _ high: UInt64, key: UInt64, rounds: Int = 7
  ) -> (UInt64, UInt64) {
    var (low, high) = (low, high)
    var first = UInt32(truncatingIfNeeded: key)
    var second = UInt32(truncatingIfNeeded: key >> 32)
    for _ in 0..<rounds {
      let left = 0xD251_1F53 &* (low & 0xFFFF_FFFF)
      let right = 0xCD9E_8D57 &* (high & 0xFFFF_FFFF)
      (low, high) = (
        ((right >> 32) ^ (low >> 32) ^ UInt64(first)) | (right << 32),
        ((left >> 32) ^ (high >> 32) ^ UInt64(second)) | (left << 32)
      )
      first &+= 0x9E37_79B9
      second &+= 0xBB67_AE85
    }
    return (low, high)
  }
}
