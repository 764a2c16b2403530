import Report
import Simulation
import Testing
import TextLayout

@Suite("Every report")
struct LayoutPropertyTests {
  @Test("no line is wider than the style, whatever the source", arguments: [40, 57, 80, 200])
  func width(columns: Int) {
    var limits = Limits()
    limits.events = 700
    for seed in 0..<400 as Range<UInt64> {
      let style = Style(width: columns, isUnicode: seed.isMultiple(of: 3) == false)
      let made = report(
        RandomSource.make(seed), subject: "取得.retry(3)\n", of: 3, style: style, limits: limits)
      for line in made.lines {
        #expect(DisplayWidth.columns(of: line) <= columns, "seed \(seed): \(line)")
        #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
        #expect(style.isUnicode || line.allSatisfy(\.isASCII), "seed \(seed): \(line)")
      }
    }
  }

  @Test("colour does not change the text of any source")
  func colour() {
    var limits = Limits()
    limits.events = 300
    for seed in 0..<200 as Range<UInt64> {
      let source = RandomSource.make(seed)
      let plain = report(source, style: Style(), limits: limits).text
      let coloured = report(source, style: Style(isColoured: true), limits: limits).text
      #expect(withoutColour(coloured) == plain, "seed \(seed)")
    }
  }

  @Test("text and JSON show the same attempts, failures and successes")
  func agreement() {
    var limits = Limits()
    limits.events = 300
    var compared = 0
    for seed in 0..<400 as Range<UInt64> {
      let source = RandomSource.make(seed)
      let trace = Machine(source, seed: 42, limits: limits).trace()
      let json = RunJSON(trace: trace, subject: "x").json.text
      // Of a longer trace the text leaves lines out.
      guard trace.events.count <= 50 else { continue }
      compared += 1
      let lines = report(source, limits: limits).lines
      let begun = json.split(separator: "\"event\":\"attempt\"", omittingEmptySubsequences: false)
      #expect(lines.count { $0.contains("▶") } == begun.count - 1, "seed \(seed)")
      #expect(trace.result.tally.attempts == begun.count - 1, "seed \(seed)")
    }
    #expect(compared > 200)
  }
}
