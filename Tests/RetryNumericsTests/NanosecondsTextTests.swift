import RetryNumerics
import Testing

@Suite("Spans as text")
struct NanosecondsTextTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let count: Int64
    let exact: String
    let words: String
    let brief: String
    var testDescription: String { exact }

    init(_ count: Int64, _ exact: String, words: String, brief: String? = nil) {
      self.count = count
      self.exact = exact
      self.words = words
      self.brief = brief ?? exact
    }
  }

  @Test(
    "a span is shown in its longest unit, exactly or rounded to what matters",
    arguments: [
      Row(0, "0s", words: "0 s"), Row(1, "1ns", words: "1 ns"), Row(999, "999ns", words: "999 ns"),
      Row(1000, "1us", words: "1 us"), Row(1001, "1.001us", words: "1.001 us"),
      Row(1_000_000, "1ms", words: "1 ms"), Row(100_000_000, "100ms", words: "100 ms"),
      Row(1_234_567, "1.234567ms", words: "1.235 ms", brief: "1.235ms"),
      Row(1_234_499, "1.234499ms", words: "1.234 ms", brief: "1.234ms"),
      Row(-1_234_500, "-1.2345ms", words: "-1.235 ms", brief: "-1.235ms"),
      Row(999_999_500, "999.9995ms", words: "1 s", brief: "1s"),
      Row(
        9_223_372_036_854_775_806, "9223372036.854775806s", words: "9223372036 s",
        brief: "2562047h47m16s"),
      Row(228_261_887, "228.261887ms", words: "228.3 ms", brief: "228.3ms"),
      Row(228_261_000, "228.261ms", words: "228.261 ms"),
      Row(33_333_333, "33.333333ms", words: "33.33 ms", brief: "33.33ms"),
      Row(12_345_678_901, "12.345678901s", words: "12.35 s", brief: "12.35s"),
      Row(4_999_900_000_000, "4999.9s", words: "5000 s", brief: "1h23m20s"),
      Row(3_333_333_333_333, "3333.333333333s", words: "3333 s", brief: "55m33s"),
      Row(60_000_000_000, "1m", words: "60 s"), Row(90_000_000_000, "90s", words: "90 s"),
      Row(119_600_000_000, "119.6s", words: "119.6 s"),
      Row(120_000_000_000, "2m", words: "120 s"), Row(-150_000_000_000, "-2m30s", words: "-150 s"),
      Row(3_601_000_000_000, "1h1s", words: "3601 s"),
      Row(36_000_000_000_000, "10h", words: "36000 s"),
      Row(1_000_000_000, "1s", words: "1 s"), Row(1_500_000_000, "1.5s", words: "1.5 s"),
      Row(1_050_000_000, "1.05s", words: "1.05 s"),
      Row(90_000_000_001, "90.000000001s", words: "90 s", brief: "90s"),
      Row(-1_500_000_000, "-1.5s", words: "-1.5 s"), Row(-7, "-7ns", words: "-7 ns"),
      Row(.max, "never", words: "never"),
    ])
  func texts(row: Row) {
    let span = Nanoseconds(row.count)
    #expect(span.description == row.exact)
    #expect(span.phrase == row.words)
    #expect(span.brief == row.brief)
    #expect(Nanoseconds(text: row.exact) == span)
  }

  @Test("a span is read from its text, whatever its unit")
  func reads() {
    for shift in 0..<63 {
      let (power, mixed) = (Int64(1) << shift, Int64(0x1E37_79B9_7F4A_7C15) >> shift)
      for count in [power - 1, power, power &+ 1, mixed, -power, -mixed] {
        #expect(Nanoseconds(text: "\(Nanoseconds(count))") == Nanoseconds(count), "\(count)")
      }
    }
    #expect(Nanoseconds(text: "0.5h") == Nanoseconds(1_800_000_000_000))
    #expect(Nanoseconds(text: "1m2.5s") == Nanoseconds(62_500_000_000))
    #expect(Nanoseconds(text: "3µs") == Nanoseconds(3000))
  }

  @Test(
    "a text that is no span is not read",
    arguments: ["", "5", "s", "-", "5x", "5 s", "1s1m", "1s1s", "1.5.5s", "--1s", "+1s", "Never"])
  func refuses(text: String) {
    #expect(Nanoseconds(text: text) == nil)
  }

  @Test("spans are ordered by length, and can be added in place")
  func order() {
    #expect(Nanoseconds(1) < Nanoseconds(2))
    #expect(!(Nanoseconds(2) < Nanoseconds(2)) && !(Nanoseconds(3) < Nanoseconds(2)))
    var sum = Nanoseconds(1)
    sum += Nanoseconds(2)
    #expect(sum == Nanoseconds(3))
  }
}
