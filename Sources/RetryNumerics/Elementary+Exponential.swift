extension Elementary {
  /// Returns the exponential function, within one unit in the last place.
  ///
  /// A subnormal result is rounded twice. No branch depends on the argument.
  /// With x = k ln 2 + r and |r| ≤ ½ ln 2, eʳ is 1 + 2r / (r coth ½r - r).
  @inlinable
  package static func exponential(_ x: Double) -> Double {
    // Beyond the bounds the result is infinite or zero, and the exponents of the factors below would overflow.
    let bounded = x > 710 ? 710 : x < -746 ? -746 : x
    // Adding 1.5 · 2⁵² rounds a number to an integer, which is then in the lowest bits.
    let rounder = bounded * 0x1.7154_7652_b82f_ep0 + 0x1.8p52
    let k = rounder - 0x1.8p52
    let upper = bounded - k * upperLn2
    let lower = k * lowerLn2
    let r = upper - lower
    let square = r * r
    let c = r - square * cothTail(square)
    let power = 1 - ((lower - r * c / (2 - c)) - upper)
    // Two factors, since 2ᵏ itself may not be a normal number.
    let biased = rounder.bitPattern &- (0x4338_0000_0000_0000 - 2048)
    let half = biased >> 1
    let first = Double(bitPattern: (half &- 1) &<< 52)
    let second = Double(bitPattern: (biased &- half &- 1) &<< 52)
    return power * first * second
  }

  /// Returns (r coth ½r - 2) / r² for a square r² ≤ ¼ (ln 2)².
  ///
  /// These are the first terms of the series; the next one is below 10⁻¹⁷.
  @inlinable
  static func cothTail(_ square: Double) -> Double {
    let fourth = square * square
    var even = 1.0 / 15_120 + fourth * (1.0 / 23_950_080)
    even = 1.0 / 6 + fourth * even
    var odd = -1.0 / 604_800 + fourth * (-691.0 / 653_837_184_000)
    odd = -1.0 / 360 + fourth * odd
    return even + square * odd
  }
}
