import Measurement
import Testing
import TextLayout

@testable import Report

@Suite("Line charts")
struct LineChartTests {
  private func lines(_ values: [Double?], isUnicode: Bool) -> [String]? {
    LineChart(
      "t", values, labels: values.indices.map { "\($0 + 1)" },
      style: Style(width: 40, isUnicode: isUnicode, isColoured: false)
    ) { "\(Int($0))" }?.lines
  }

  @Test("a rising line goes from the lower left to the upper right")
  func rising() {
    #expect(
      lines([0, 1, 2, 3], isUnicode: false) == [
        "", "t", "3                                 ******",
        "                      ************", "          ************", "0  *******",
        "   1           2           3           4",
      ])
  }

  @Test("a whisker reaches as far as its value is uncertain, but does not flatten the line")
  func whiskers() {
    func lines(_ whiskers: [Estimate?]) -> [String]? {
      LineChart(
        "t", [0, 10], whiskers: whiskers, labels: ["1", "2"],
        style: Style(width: 40, isUnicode: false, isColoured: false)
      ) { "\(Int($0))" }?.lines
    }
    let plain = lines([nil, nil])
    #expect(plain == lines([]) && plain?[2].hasPrefix("10") == true)
    // The axis reaches to the upper end, and the last column is full.
    let sure = lines([nil, Estimate(10, low: 0, high: 12)]) ?? []
    #expect(sure[2].hasPrefix("12") && sure[2...5].allSatisfy { $0.hasSuffix("*") })
    let unsure = lines([nil, Estimate(10, low: -900, high: .infinity)]) ?? []
    #expect(unsure[2].hasPrefix("15") && unsure[5].hasPrefix("-5"))
  }

  @Test("the line has a gap at an unknown value")
  func gap() {
    #expect(
      lines([0, 3, nil, 2], isUnicode: false) == [
        "", "t", "3             **", "          ****                         *", "      ****",
        "0  ***", "   1           2           3           4",
      ])
    #expect(lines([nil, 3, nil], isUnicode: false) == nil)
  }

  @Test("dots are finer than letters")
  func dots() {
    let drawn = lines([0, 10], isUnicode: true) ?? []
    #expect(drawn.count == 7)
    #expect(drawn[2].hasSuffix("⠉") && drawn[5].contains("⣀"))
  }

  @Test("a chart needs two different values")
  func flat() {
    #expect(lines([2, 2, 2], isUnicode: true) == nil)
    #expect(lines([2], isUnicode: true) == nil)
    #expect(lines([], isUnicode: true) == nil)
  }
}
