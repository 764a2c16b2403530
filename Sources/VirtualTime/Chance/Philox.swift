/// The counter-based generator Philox4x32 of Salmon, Moraes, Dror and Shaw (2011).
///
/// It maps a counter and a key to random bits without state, so any draw can be made alone. Seven
/// rounds are the fewest with which its authors found it to pass every statistical test.
@usableFromInline
package enum Philox {
  /// The lower and the upper half.
  @inlinable
  @inline(__always)
  static func words(of pair: UInt64) -> (UInt32, UInt32) {
    (UInt32(truncatingIfNeeded: pair), UInt32(truncatingIfNeeded: pair >> 32))
  }

  /// Returns 128 random bits for a counter of 128 bits and a key.
  ///
  /// The four words of 32 bits are in two of 64, the first of each pair in the lower half.
  @inlinable
  @inline(__always)
  package static func block(
    _ low: UInt64, _ high: UInt64, key: UInt64, rounds: Int = 7
  ) -> (UInt64, UInt64) {
    var (low, high) = (words(of: low), words(of: high))
    var (first, second) = words(of: key)
    for _ in 0..<rounds {
      let left = words(of: 0xD251_1F53 &* UInt64(low.0))
      let right = words(of: 0xCD9E_8D57 &* UInt64(high.0))
      (low, high) = ((right.1 ^ low.1 ^ first, right.0), (left.1 ^ high.1 ^ second, left.0))
      first &+= 0x9E37_79B9
      second &+= 0xBB67_AE85
    }
    return (UInt64(low.0) | UInt64(low.1) << 32, UInt64(high.0) | UInt64(high.1) << 32)
  }
}
