import RetryNumerics
import Testing

@Suite("Nanoseconds")
struct NanosecondsTests {
  @Test("arithmetic saturates")
  func saturates() {
    let last = Nanoseconds.never
    let first = Nanoseconds(.min)
    let one = Nanoseconds(1)
    #expect(last + one == last)
    #expect(first - one == first)
    #expect(first + Nanoseconds(-1) == first)
    #expect(last - Nanoseconds(-1) == last)
    #expect(last * 2 == last)
    #expect(last * -2 == first)
    #expect(first * -1 == last)
    #expect(Nanoseconds(3) * -2 == Nanoseconds(-6))
    #expect(Nanoseconds(5) - Nanoseconds(7) == Nanoseconds(-2))
  }

  static let extremes: [Int64] = [
    .min, .min + 1, .min / 2 - 1, .min / 2, -3, -1, 0, 1, 2, .max / 2, .max / 2 + 1, .max - 1, .max,
  ]

  @Test(
    "sums, differences and products saturate at the nearer end of the range", arguments: extremes)
  func saturates(left: Int64) {
    for right in Self.extremes {
      let (a, b) = (Nanoseconds(left), Nanoseconds(right))
      let (wideLeft, wideRight) = (Int128(left), Int128(right))
      #expect(a + b == Nanoseconds(Int64(clamping: wideLeft + wideRight)), "plus \(right)")
      #expect(a - b == Nanoseconds(Int64(clamping: wideLeft - wideRight)), "minus \(right)")
      #expect(a * right == Nanoseconds(Int64(clamping: wideLeft * wideRight)), "times \(right)")
      var sum = a
      sum += b
      #expect(sum == a + b)
      #expect((a < b) == (left < right) && (a > b) == (left > right))
    }
  }

  @Test(
    "a floating-point number is rounded to the nearest nanosecond, and never traps",
    arguments: [
      (0.4, 0), (0.5, 1), (-0.5, -1), (1e30, .max), (-1e30, .min), (.infinity, .max),
      (-.infinity, .min), (.nan, 0), (0x1p63, .max), (-0x1p63, .min), (-2.5, -3),
      // The nearest numbers to a half and to one and a half, and those with the last halves and units.
      (0x1.FFFF_FFFF_FFFF_Fp-2, 0), (-0x1.FFFF_FFFF_FFFF_Fp-2, 0), (0x1.7FFF_FFFF_FFFF_Fp0, 1),
      (0x1.FFFF_FFFF_FFFF_Fp51, 4_503_599_627_370_496),
      (0x1.0000_0000_0000_1p52, 4_503_599_627_370_497),
      (0x1.FFFF_FFFF_FFFF_Fp62, 9_223_372_036_854_774_784),
    ] as [(Double, Int64)])
  func rounds(value: Double, expected: Int64) {
    #expect(Nanoseconds(rounding: value).count == expected)
  }

  @Test(
    "a duration keeps its whole nanoseconds",
    arguments: [
      (Duration.milliseconds(100), 100_000_000), (.nanoseconds(7), 7), (.zero, 0),
      (.seconds(-3), -3_000_000_000), (.seconds(Int64.max), .max), (.seconds(Int64.min), .min),
      (Duration(secondsComponent: 0, attosecondsComponent: 1_999_999_999), 1),
      (.seconds(Int64.max) * 2, .max), (.seconds(Int64.min) * 2, .min),
    ] as [(Duration, Int64)])
  func converts(duration: Duration, expected: Int64) {
    #expect(Nanoseconds(duration).count == expected)
  }

  @Test(
    "a span and its duration are the same", arguments: [Int64(0), 1, -1, 1_500_000_000, .max, .min])
  func roundTrips(count: Int64) {
    #expect(Nanoseconds(Nanoseconds(count).duration) == Nanoseconds(count))
  }
}
