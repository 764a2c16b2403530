extension Elementary {
  /// Returns the square root of a number, within one unit in the last place; zero if it is negative.
  package static func squareRoot(_ x: Double) -> Double {
    if x >= .leastNormalMagnitude && x < .infinity { return squareRoot(ofNormal: x) }
    // An even power of two makes a subnormal number normal, and has an exact root.
    return x > 0 && x < .infinity ? squareRoot(ofNormal: x * 0x1p106) * 0x1p-53 : max(x, 0)
  }

  /// Returns the square root of a positive normal number, within one unit in the last place.
  ///
  /// That of the standard library calls the C library, which is not linked. Newton's iteration for
  /// 1/√x doubles the correct digits three times; the last step does so for √x.
  @inlinable
  package static func squareRoot(ofNormal x: Double) -> Double {
    // Halving the exponent in place is accurate to 4 %.
    var inverse = Double(bitPattern: 0x5FE6_EB50_C7B5_37A9 &- (x.bitPattern >> 1))
    let half = 0.5 * x
    inverse *= 1.5 - half * inverse * inverse
    inverse *= 1.5 - half * inverse * inverse
    inverse *= 1.5 - half * inverse * inverse
    let root = x * inverse
    return root + 0.5 * inverse * (x - root * root)
  }
}
