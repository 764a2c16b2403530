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
