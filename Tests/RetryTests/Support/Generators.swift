/// A generator that gives the same bits for ever and counts how often.
struct Fixed: RandomNumberGenerator, Sendable {
  /// What each draw gives.
  let bits: UInt64
  /// The number of draws so far.
  var draws: Int = 0

  /// Creates a generator of bits.
  init(_ bits: UInt64) {
    self.bits = bits
  }

  /// Returns the bits.
  mutating func next() -> UInt64 {
    draws += 1
    return bits
  }

  /// A generator whose share is zero.
  static let least = Fixed(0)
  /// A generator whose share is one half.
  static let middle = Fixed(1 << 63)
  /// A generator whose share is as near to one as it gets.
  static let greatest = Fixed(.max)
}
