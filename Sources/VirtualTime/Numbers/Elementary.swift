/// Elementary functions out of + - * / and the square root alone.
///
/// The C library's differ from machine to machine in the last place, and one such place can change
/// which of two events comes first. IEEE 754 defines every operation used here to the last bit.
@usableFromInline
package enum Elementary {
  /// The upper bits of ln 2, so few that a product with an exponent is exact.
  @inlinable static var upperLn2: Double { 0x1.62e4_2fee_0000_0p-1 }

  /// What the upper bits of ln 2 leave over.
  @inlinable static var lowerLn2: Double { 0x1.a39e_f357_93c7_6p-33 }
}
