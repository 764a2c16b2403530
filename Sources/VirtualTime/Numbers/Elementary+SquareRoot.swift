extension Elementary {
  /// Returns the square root of a number, within one unit in the last place; of one below zero, zero.
  package static func squareRoot(_ x: Double) -> Double {
    if x >= .leastNormalMagnitude && x < .infinity { return squareRoot(ofNormal: x) }
    return x > 0 && x < .infinity ? squareRoot(ofNormal: x * 0x1p106) * 0x1p-53 : max(x, 0)
  }

  /// Returns the square root of a positive normal number, within one unit in the last place.
  ///
  /// The standard library's calls the C library, which no program here is linked with. Newton's
  /// iteration for 1/√x doubles the right digits three times; the last step does so for √x.
  @inlinable
  static func squareRoot(ofNormal x: Double) -> Double {
    // Halving the exponent in place is right within 4 %.
    var inverse = Double(bitPattern: 0x5FE6_EB50_C7B5_37A9 &- (x.bitPattern >> 1))
    let half = 0.5 * x
    inverse *= 1.5 - half * inverse * inverse
    inverse *= 1.5 - half * inverse * inverse
    inverse *= 1.5 - half * inverse * inverse
    let root = x * inverse
    return root + 0.5 * inverse * (x - root * root)
  }
}
