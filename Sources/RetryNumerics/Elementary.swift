/// Elementary functions that use only + - * / and the square root.
///
/// Those of C libraries differ in the last digit, which can change the order of two events. IEEE 754
/// defines every operation used here to the last bit.
@usableFromInline
package enum Elementary {
  /// The upper bits of ln 2; few enough that the product with an exponent is exact.
  @inlinable static var upperLn2: Double { 0x1.62e4_2fee_0000_0p-1 }

  @inlinable static var lowerLn2: Double { 0x1.a39e_f357_93c7_6p-33 }
}
