extension Elementary {
  /// Returns the natural logarithm, within one unit in the last place.
  ///
  /// Zero gives minus infinity, infinity gives infinity, and negative numbers give NaN.
  @inlinable
  package static func logarithm(_ x: Double) -> Double {
    if x >= .leastNormalMagnitude && x < .infinity { return logarithm(ofNormal: x) }
    return logarithm(ofSpecial: x)
  }

  /// Returns the natural logarithm of a positive normal number, without a branch.
  ///
  /// With x = 2ᵏ(1 + f), √½ ≤ 1 + f < √2, and s = f / (2 + f), the logarithm of 1 + f is
  /// 2s + 2s³/3 + 2s⁵/5 + …; the sum is regrouped around f, which is exact.
  @inlinable
  package static func logarithm(ofNormal x: Double) -> Double {
    let rootOfHalf: UInt64 = 0x3FE6_A09E_667F_3BCD
    let shifted = x.bitPattern &+ (0x3FF0_0000_0000_0000 &- rootOfHalf)
    let fraction = (shifted & 0x000F_FFFF_FFFF_FFFF) &+ rootOfHalf
    // The exponent is converted through the bits of 2⁵², which every vector unit supports.
    let k = Double(bitPattern: 0x4330_0000_0000_0000 | (shifted >> 52)) - (0x1p52 + 1023)
    let f = Double(bitPattern: fraction) - 1
    let s = f / (2 + f)
    let half = 0.5 * f * f
    let tail = s * (half + atanhTail(s * s)) + k * lowerLn2
    return k * upperLn2 - ((half - tail) - f)
  }

  /// Returns 2z/3 + 2z²/5 + 2z³/7 + …, for 0 ≤ z < 0.0295.
  ///
  /// The polynomial meets the series at the seven Chebyshev nodes; it is off by less than 10⁻¹⁷.
  @inlinable
  static func atanhTail(_ z: Double) -> Double {
    let w = z * z
    var even = 0x1.7462_b4ab_2ef6_bp-3 + w * 0x1.2b58_4aae_78a5_7p-3
    even = 0x1.2492_492d_f148_dp-2 + w * even
    even = 0x1.5555_5555_5555_8p-1 + w * even
    var odd = 0x1.c71c_62e5_800a_1p-3 + w * 0x1.39fe_6065_42dd_ep-3
    odd = 0x1.9999_9999_952e_2p-2 + w * odd
    return z * (even + z * odd)
  }

  /// Returns the logarithm of anything but a positive normal number.
  @usableFromInline
  static func logarithm(ofSpecial x: Double) -> Double {
    if x == 0 { return -.infinity }
    if x < 0 { return .nan }
    if !x.isFinite { return x }
    // What is left is subnormal; a power of two makes it normal without rounding.
    return logarithm(ofNormal: x * 0x1p54) - 54 * (upperLn2 + lowerLn2)
  }
}
