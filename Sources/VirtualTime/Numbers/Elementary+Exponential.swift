extension Elementary {
  /// Returns the exponential function, within one unit in the last place.
  ///
  /// Where the result is subnormal it is rounded once more. No branch depends on the argument.
  /// With x = k ln 2 + r and |r| ≤ ½ ln 2, eʳ is 1 + 2r / (r coth ½r - r).
  @inlinable
  package static func exponential(_ x: Double) -> Double {
    let bounded = x > 710 ? 710 : x < -746 ? -746 : x
    // Added to 1.5 · 2⁵², a number is rounded to a whole one, which the lowest bits then hold.
    let rounder = bounded * 0x1.7154_7652_b82f_ep0 + 0x1.8p52
    let k = rounder - 0x1.8p52
    let upper = bounded - k * upperLn2
    let lower = k * lowerLn2
    let r = upper - lower
    let square = r * r
    let c = r - square * cothTail(square)
    let power = 1 - ((lower - r * c / (2 - c)) - upper)
    // Two factors, since 2ᵏ itself may lie outside of the normal numbers.
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
