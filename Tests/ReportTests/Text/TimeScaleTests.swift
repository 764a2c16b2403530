import Report
import RetryNumerics
import Testing

@Suite("Times")
struct TimeScaleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let times: [Int64]
    let texts: [String]
    init(_ name: String, _ times: [Int64], _ texts: [String]) {
      self.name = name
      self.times = times
      self.texts = texts
    }
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case("nothing happens", [0], ["0ms"]),
    Case("whole numbers", [0, 104_000_000, 259_000_000], ["0ms", "104ms", "259ms"]),
    Case("three digits are enough", [0, 103_812_345, 258_700_001], ["0ms", "104ms", "259ms"]),
    Case(
      "unless times look the same", [0, 103_812_345, 104_300_000], ["0.0ms", "103.8ms", "104.3ms"]),
    Case(
      "seconds to the millisecond", [0, 104_000_000, 1_204_000_000], ["0.000s", "0.104s", "1.204s"]),
    Case(
      "as few decimals as are exact", [0, 500_000_000, 12_000_000_000], ["0.0s", "0.5s", "12.0s"]),
    Case("four digits where none is exact", [0, 12_345_678], ["0.00ms", "12.35ms"]),
    Case("whole minutes", [0, 60_000_000_000, 600_000_000_000], ["0m", "1m", "10m"]),
    Case("minutes are not cut", [0, 90_000_000_000, 600_000_000_000], ["0s", "90s", "600s"]),
    Case("whole hours", [0, 86_400_000_000_000], ["0h", "24h"]),
    Case("nanoseconds", [0, 3, 999], ["0ns", "3ns", "999ns"]),
    Case("microseconds", [0, 1500], ["0.0us", "1.5us"]),
    Case(
      "what no decimals tell apart needs none", [0, 500_000_000_001, 500_000_000_017],
      ["0s", "500s", "500s"]),
    Case("never", [0, 1_000_000, .max], ["0ms", "1ms", "never"]),
    Case("centuries", [0, .max - 1], ["0s", "9223372037s"]),
  ]

  @Test("times have a common unit and as many decimals as necessary", arguments: cases)
  func column(row: Case) {
    let times = row.times.map { Nanoseconds($0) }
    let scale = TimeScale(length: times.last ?? .zero, times: times)
    #expect(times.map(scale.text) == row.texts)
  }

  @Test("a span is rounded like times, but keeps two digits")
  func span() {
    let scale = TimeScale(length: Nanoseconds(259_000_000), times: [])
    #expect(scale.span(Nanoseconds(63_482_111)) == "63ms")
    #expect(scale.span(Nanoseconds(3_482_111)) == "3.5ms")
    #expect(scale.span(Nanoseconds(5_000_000)) == "5ms")
    #expect(scale.span(Nanoseconds(120_000_000_000)) == "2m")
    #expect(scale.span(.never) == "never")
    #expect(scale.span(.zero) == "0ms")
  }
}
