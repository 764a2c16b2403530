import RetryNumerics
import Testing

/// A generator that gives the same bits for ever.
private struct Fixed: RandomNumberGenerator {
  let bits: UInt64
  func next() -> UInt64 { bits }
}

@Suite("Unit interval")
struct UnitIntervalTests {
  @Test("the smallest word gives zero, the largest stays below one")
  func bounds() {
    var least = Fixed(bits: 0xFFF)
    var greatest = Fixed(bits: .max)
    var middle = Fixed(bits: 1 << 63)
    #expect(least.unit() == 0)
    #expect(greatest.unit() == 1 - 0x1p-52)
    #expect(middle.unit() == 0.5)
  }
}
