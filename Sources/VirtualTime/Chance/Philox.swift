/// The counter-based generator Philox4x32 of Salmon, Moraes, Dror and Shaw (2011).
///
/// It maps a counter and a key to random bits without state, so any draw can be made alone. Seven
/// rounds are the fewest with which its authors found it to pass every statistical test.
@usableFromInline
package enum Philox {
  /// Returns 128 random bits for a counter of 128 bits and a key.
  ///
  /// The four words of 32 bits are in two of 64, the first of each pair in the lower half.
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
