extension RandomNumberGenerator {
  /// Draws a number from the half-open unit interval, in steps of 2⁻⁵².
  ///
  /// It is computed from the upper bits of one draw by exact operations only, so that scalar and vector code, debug
  /// and release builds, and all machines give the same number.
  @inlinable
  package mutating func unit() -> Double {
    Double(unitOf: next())
  }
}

extension Double {
  /// Creates the number in the half-open unit interval for a random word.
  @inlinable
  package init(unitOf word: UInt64) {
    self = Double(bitPattern: 0x3FF0_0000_0000_0000 | (word >> 12)) - 1
  }
}
