extension RandomNumberGenerator {
  /// Draws a number from the half-open unit interval, in steps of 2⁻⁵².
  ///
  /// It is made of the upper bits of one draw by exact operations only, so that scalar and vector
  /// code, debug and release, and every machine get the same number.
  @inlinable
  package mutating func unit() -> Double {
    Double(unitOf: next())
  }
}

extension Double {
  /// Creates the number of the half-open unit interval that a word is.
  @inlinable
  package init(unitOf word: UInt64) {
    self = Double(bitPattern: 0x3FF0_0000_0000_0000 | (word >> 12)) - 1
  }
}
