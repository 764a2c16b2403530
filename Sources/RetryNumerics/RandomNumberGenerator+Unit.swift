extension RandomNumberGenerator {
  /// Draws a number from the half-open unit interval, in steps of 2⁻⁵².
  ///
  /// It is made of the upper bits of one draw by exact operations only, so that scalar and vector
  /// code, debug and release, and every machine get the same number.
  @inlinable
  package mutating func unit() -> Double {
    Double(bitPattern: 0x3FF0_0000_0000_0000 | (next() >> 12)) - 1
  }
}
