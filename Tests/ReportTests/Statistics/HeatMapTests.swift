import Testing
import TextLayout

@testable import Report

@Suite("Heat maps")
struct HeatMapTests {
  private func lines(
    _ values: [[Double?]], across: [String]? = nil, width: Int = 60, isUnicode: Bool = true
  ) -> [String]? {
    HeatMap(
      "t", values, down: values.indices.map { "row \($0)" },
      across: across ?? (values.first ?? []).indices.map { "c\($0)" },
      style: Style(width: width, isUnicode: isUnicode, isColoured: false)
    ) { "\(Int($0))" }?.lines
  }

  @Test("greater values are darker, and each value is next to its shade")
  func shades() {
    #expect(
      lines([[0, 25, 50], [75, 99, 100]]) == [
        "", "t",
        "           c0      c1      c2",
        "row 0       0  ░░  25  ▒▒  50",
        "row 1  ▓▓  75  ██  99  ██ 100",
        "       0 │  ░░▒▒▓▓██│ 100",
      ])
  }

  @Test("unknown values are empty")
  func unknown() {
    #expect(
      lines([[50, nil], [100, 0]]) == [
        "", "t",
        "           c0      c1",
        "row 0  ▒▒  50",
        "row 1  ██ 100       0",
        "       0 │  ░░▒▒▓▓██│ 100",
      ])
    #expect(lines([[nil, 7]]) == nil)
  }

  @Test("ASCII replaces blocks")
  func letters() {
    let drawn = lines([[0, 100]], isUnicode: false) ?? []
    #expect(drawn.suffix(2) == ["row 0       0  ## 100", "       0 |  ..--++##| 100"])
  }

  @Test("without room for values, only the shades and the first and last labels are shown")
  func narrow() {
    let values = [(0..<20).map { Double($0) }]
    let drawn = lines(values, width: 50) ?? []
    #expect(
      drawn == [
        "", "t", "       c0" + String(repeating: " ", count: 35) + "c19",
        "row 0          ░░░░░░░░▒▒▒▒▒▒▒▒▓▓▓▓▓▓▓▓████████",
        "       0 │  ░░▒▒▓▓██│ 19",
      ])
    let narrower = lines([(0..<33).map { Double($0) }], width: 40) ?? []
    #expect(narrower.allSatisfy { $0.count <= 40 })
    #expect(narrower.dropFirst(3).first?.hasSuffix("█") == true)
  }

  @Test("no line is too wide", arguments: [40, 60, 80, 200])
  func widths(width: Int) {
    for columns in 1...40 {
      let labels = (0..<columns).map { String(repeating: "x", count: 1 + $0 % 30) }
      let values = [0, 1].map { row in (0..<columns).map { Double(row * columns + $0) } }
      let drawn = lines(values, across: labels, width: width) ?? []
      #expect(drawn.count == 6 && drawn.allSatisfy { $0.count <= width }, "\(columns)")
    }
  }

  @Test("a map needs two different values and rows of equal length")
  func flat() {
    #expect(lines([[2, 2], [2, 2]]) == nil)
    #expect(lines([]) == nil)
    #expect(lines([[1, 2], [3]]) == nil)
  }
}
