import Pictures
import Testing
import TextLayout

@Suite("Plots at the prompt")
struct PlotTests {
  private static func axis(_ range: ClosedRange<Double>, scale: AxisScale = .linear) -> Axis {
    Axis(range, scale: scale) { "\(Int($0))" }
  }

  private static func lines(
    _ series: [Plot.Series], over range: ClosedRange<Double> = 0...8, height: Int = 4,
    pointers: [Plot.Pointer] = [], captions: [String] = [],
    style: Style = Style(width: 40, isUnicode: true)
  ) -> [String] {
    let plot = Plot(
      "p", axis: axis(0...8), series, pointers: pointers, captions: captions, height: height)
    let picture = Picture(title: "t", axis: axis(range), bands: [.plot(plot)])
    return TextPicture(picture, style: style).lines().map(\.plainText)
  }

  private static func bars(_ tone: Tone, _ values: [Double], above base: [Double]? = nil)
    -> Plot.Series
  {
    Plot.Series(
      .bars, tone,
      values.enumerated().map { place, value in
        .bar(
          Double(place), Double(place + 1), (base?[place] ?? 0) + value, above: base?[place] ?? 0,
          note: "")
      })
  }

  @Test("bars end in eighths of a line, and what is more than nothing is seen")
  func bars() {
    let drawn = Self.lines([Self.bars(.succeeded, [8, 4, 1, 0.01])], over: 0...4)
    #expect(
      drawn == [
        "  p", "  8  ████████", "     ████████", "     █████████████████",
        "  0  █████████████████▄▄▄▄▄▄▄▄▁▁▁▁▁▁▁▁", "     0                2               4",
      ])
    let plain = Self.lines(
      [Self.bars(.succeeded, [8, 4, 1, 0.01])], over: 0...4,
      style: Style(width: 40, isUnicode: false))
    #expect(
      plain[1...4].joined()
        == drawn[1...4].joined().map { "█▄▁".contains($0) ? "#" : "\($0)" }.joined())
  }

  @Test("the parts of a bar differ without colours, and have a legend")
  func stacks() {
    let drawn = Self.lines(
      [Self.bars(.succeeded, [4, 8]), Self.bars(.failed, [4, 0], above: [4, 8])], over: 0...2)
    #expect(drawn[0] == "  p  █ succeeded  ▒ failed")
    #expect(drawn[1].dropFirst(5).prefix(17).allSatisfy { $0 == "▒" })
    #expect(drawn[3].dropFirst(5).prefix(17).allSatisfy { $0 == "█" })
  }

  @Test("a part too small for a cell takes none from the others")
  func smallParts() {
    let drawn = Self.lines(
      [Self.bars(.succeeded, [7]), Self.bars(.failed, [0.2], above: [7])], over: 0...1)
    #expect(!drawn.dropFirst().joined().contains("▒"))
    let alone = Self.lines([Self.bars(.failed, [0.01])], over: 0...1)
    #expect(alone[4].contains("▒"))
  }

  @Test("the highest of the bars in a column stands for it", arguments: [40, 80, 120, 200])
  func peaks(width: Int) {
    var values = Array(repeating: 1.0, count: 400)
    values[211] = 8
    let drawn = Self.lines(
      [Self.bars(.measured, values)], over: 0...400,
      style: Style(width: width, isUnicode: true))
    #expect(drawn[1].contains("█"))
  }

  @Test("a point has its sign at its value, with its interval above it and below")
  func points() {
    let series = Plot.Series(
      .points, .measured, [.point(0, 4, interval: 0...8, sign: "A"), .point(8, 8)])
    let drawn = Self.lines([series], height: 5)
    #expect(drawn[1].hasPrefix("  8  │") && drawn[1].hasSuffix("●"))
    #expect(drawn[3].dropFirst(5).hasPrefix("A"))
    #expect(drawn[5].dropFirst(5).hasPrefix("│"))
    let both = Plot.Series(.points, .measured, [.point(4, 4, sign: "A"), .point(4, 4, sign: "B")])
    #expect(Self.lines([both]).joined().contains("*"))
  }

  @Test("an interval is drawn to the cell in which it ends", arguments: 0..<40)
  func intervals(seed: Int) {
    let (low, high) = (Double(seed % 7), Double(seed % 7) + Double(seed % 5 + 1) / 4)
    let series = Plot.Series(.points, .measured, [.point(4, low, interval: low...min(high, 8))])
    let drawn = Self.lines([series], height: 9)
    let rows = (1...9).filter { drawn[$0].contains("│") || drawn[$0].contains("●") }
    // Nine lines stand for the whole numbers from 8 to 0.
    #expect(rows.last == 9 - Int(low) && rows.first == 9 - Int((min(high, 8) - 0.5).rounded(.up)))
  }

  @Test("a curve is drawn in dots of Braille, in points without these, and in stars in ASCII")
  func curves() {
    let series = Plot.Series(.curve, .measured, [.point(0, 0), .point(8, 8)])
    func drawn(_ charts: Style.Charts, isUnicode: Bool = true) -> String {
      Self.lines(
        [series], style: Style(width: 40, isUnicode: isUnicode, charts: charts)
      ).dropFirst().joined()
    }
    #expect(drawn(.braille).contains { ("\u{2801}"..."\u{28FF}").contains($0) })
    #expect(
      drawn(.blocks).contains("•")
        && !drawn(.blocks).contains { $0 >= "\u{2800}" && $0 <= "\u{28FF}" })
    #expect(drawn(.ascii).allSatisfy(\.isASCII) && drawn(.braille, isUnicode: false).contains("*"))
  }

  @Test("named values point to their columns, and near the right end stand before them")
  func pointers() {
    let drawn = Self.lines(
      [Self.bars(.measured, [1])],
      pointers: [.init(0, "p50", note: ""), .init(8, "p99", note: ""), .init(7.9, "p98", note: "")])
    #expect(drawn[5].dropFirst(5).hasPrefix("↑p50") && drawn[5].hasSuffix("p99↑"))
    #expect(!drawn[5].contains("p98"))
  }

  @Test("a plot of one line has its name at the left and the longest caption that fits")
  func flat() {
    let series = [Self.bars(.measured, [8, 1])]
    let captions = ["at most 8/s", "8/s"]
    let wide = Self.lines(
      series, over: 0...2, height: 1, captions: captions, style: Style(width: 80))
    #expect(wide[0].hasPrefix("  p") && wide[0].hasSuffix("at most 8/s"))
    #expect(Self.lines(series, over: 0...2, height: 1, captions: captions)[0].hasSuffix("  8/s"))
    let plain = Self.lines(series, height: 1, style: Style(width: 40, isUnicode: false))
    #expect(plain[0].contains("###...") && !plain[0].contains("#...#"))
  }

  @Test("only a part of the picture is drawn up to a value")
  func growing() {
    let plot = Plot(
      "p", axis: Self.axis(0...8), [Self.bars(.measured, Array(repeating: 8, count: 8))])
    let picture = Picture(title: "t", axis: Self.axis(0...8), bands: [.plot(plot)])
    let text = TextPicture(picture, style: Style(width: 40))
    let (half, whole) = (text.lines(until: 4)[1].columns, text.lines()[1].columns)
    #expect(half < whole && half > whole / 3)
  }
}

@Suite("Maps at the prompt")
struct MapTests {
  private static func lines(width: Int, isUnicode: Bool = true) -> [String] {
    let levels = [[0, 0.25, 0.5], [0.75, 0.99, 1]]
    let rows = levels.enumerated().map { row, levels in
      Picture.Row(
        "r\(row)",
        levels.enumerated().map { column, level in
          .init(
            Double(column) - 0.5, Double(column) + 0.5, .cell, captions: ["\(Int(level * 100))%"],
            level: level)
        })
    }
    let picture = Picture(title: "t", axis: Axis(names: ["a", "b", "c"]), rows: rows)
    return TextPicture(picture, style: Style(width: width, isUnicode: isUnicode)).lines()
      .map(\.plainText)
  }

  @Test("places are filled by their level, with their values, above the names of the columns")
  func shades() {
    let drawn = Self.lines(width: 60)
    #expect(
      drawn[0].contains(" 0% ") && drawn[0].contains("░ 25% ░") && drawn[0].contains("▒ 50% ▒"))
    #expect(drawn[1].contains("▓ 75% ▓") && drawn[1].contains("█ 100% █"))
    #expect(drawn[2].split(separator: " ") == ["a", "b", "c"])
  }

  @Test("ASCII replaces blocks")
  func letters() {
    let drawn = Self.lines(width: 60, isUnicode: false)
    #expect(drawn.allSatisfy { $0.allSatisfy(\.isASCII) } && drawn[1].contains("# 100% #"))
  }
}

@Suite("Bars in rows")
struct BarRowTests {
  private static func line(_ share: Double, isUnicode: Bool = true) -> String {
    let row = Picture.Row("n", [.init(0, share, .succeeded)], figure: "5%", shape: .bars)
    let picture = Picture(title: "t", axis: Axis(0...1) { _ in "" }, rows: [row])
    let lines = TextPicture(picture, style: Style(width: 40, isUnicode: isUnicode)).lines()
    return lines.count == 1 ? lines[0].plainText : "more"
  }

  @Test("a bar is as long as its share, has its figure before it, and is always seen")
  func lengths() {
    #expect(Self.line(1) == "  n  5%  " + String(repeating: "█", count: 31))
    #expect(Self.line(0.5) == "  n  5%  " + String(repeating: "█", count: 15) + "▌")
    #expect(Self.line(1e-9) == "  n  5%  ▏")
    #expect(Self.line(0.5, isUnicode: false) == "  n  5%  " + String(repeating: "#", count: 16))
  }
}

@Suite("Pictures in words")
struct PictureWordsTests {
  private static let picture: Picture = {
    let axis = Axis(0...10) { "\(Int($0))" }
    let bars = Plot.Series(
      .bars, .succeeded,
      [.bar(0, 5, 1, note: "0 to 5: 1 succeeded"), .bar(5, 10, 7, note: "5 to 10: 7 succeeded")])
    let points = Plot.Series(.points, .measured, [.point(3, 4, note: "A: 4")])
    let plot = Plot(
      "calls", axis: axis, [bars, points],
      pointers: [.init(8, "p99", note: "p99 8"), .init(5, "p50", note: "p50 5")],
      captions: ["at most 7"])
    let row = Picture.Row(
      "call 1",
      [.init(5, 6, .wait, note: "wait 1"), .init(0, 5, .failed, note: "attempt 1: failed")])
    return Picture(title: "t", axis: axis, bands: [.row(row), .plot(plot)])
  }()

  @Test("tell the marks of a row in order, the highest bar, the points, the named values")
  func words() {
    #expect(
      Self.picture.words == [
        "call 1: attempt 1: failed; wait 1",
        "calls, at most 7; most 5 to 10: 7 succeeded; A: 4; p50 5; p99 8",
      ])
  }

  @Test("stand for the drawing at the prompt, and are the description of an image")
  func surfaces() {
    let style = Style(width: 60, charts: .words)
    let lines = TextPicture(Self.picture, style: style).lines().map(\.plainText)
    #expect(lines.first == "  call 1: attempt 1: failed; wait 1" && lines.count == 3)
    #expect(lines.allSatisfy { $0.count <= 60 })
    let image = SVGPicture(Self.picture).text
    #expect(
      image.contains("<desc id=\"words\">call 1: attempt 1: failed; wait 1. calls, at most 7;"))
    #expect(image.contains("aria-describedby=\"words\""))
  }

  @Test("of many marks tell the first dozen, and how many more there are")
  func many() {
    let marks = (0..<40).map {
      Picture.Mark(Double($0), Double($0 + 1), .wait, note: "wait \($0)")
    }
    let picture = Picture(title: "t", axis: Axis(0...40) { "\($0)" }, rows: [.init("r", marks)])
    #expect(picture.words[0].hasSuffix("wait 11; and 28 more"))
  }
}

@Suite("Scales")
struct ScaleTests {
  @Test("equal ratios are equally far apart on a logarithmic axis, and its ticks are whole powers")
  func logarithmic() {
    let axis = Axis(1...1000, scale: .logarithmic) { "\($0)" }
    #expect([1, 10, 100, 1000].map { (axis.place(of: $0) * 3).rounded() } == [0, 1, 2, 3])
    #expect(abs(axis.place(of: 10) - 1.0 / 3) < 1e-12)
    #expect(axis.ticks(atMost: 4) == [1, 10, 100, 1000] && axis.ticks(atMost: 20).count == 10)
    let times = Axis(1e6...7200e9, scale: .logarithmic, steps: .time) { "\($0)" }
    #expect(
      times.ticks(atMost: 8).allSatisfy {
        [1e6, 1e7, 1e8, 1e9, 1e10, 60e9, 600e9, 3600e9].contains($0)
      })
  }

  @Test("each nine is as far from the next, and what misses less than can be seen is at the end")
  func nines() {
    let axis = Axis(0.9...1, scale: .nines(least: 1e-4)) { "\($0)" }
    let places = [0.9, 0.99, 0.999, 1].map { axis.place(of: $0) }
    for (place, third) in zip(places, 0...3) { #expect(abs(place - Double(third) / 3) < 1e-9) }
    #expect(axis.ticks(atMost: 3).map { ($0 * 1000).rounded() }.prefix(3) == [900, 990, 999])
    #expect(AxisScale.nines(least: 0.1).word == "scale of nines" && AxisScale.linear.word == nil)
  }
}

@Suite("Names of an axis")
struct AxisNameTests {
  @Test("are as wide as they are drawn, and none overlaps another")
  func wide() throws {
    let names = ["日本語日本語", "한국어한국어", "c", "日本語日本語"]
    let row = Picture.Row("r", [.init(0, 3, .wait)])
    let picture = Picture(title: "t", axis: Axis(names: names), rows: [row])
    for width in [40, 60, 80] {
      let line = try #require(TextPicture(picture, style: Style(width: width)).lines().last)
      #expect(line.columns <= width, "\(line.plainText)")
      #expect(line.plainText.split(separator: " ").allSatisfy { names.contains(String($0)) })
    }
  }

  @Test("of subjects stand above the rows with their numbers, as far as there are any")
  func naming() {
    let rows = ["1  op", "op", "2  op", "3  op"].map { Picture.Row($0) }
    let picture = Picture(title: "t", axis: Axis(0...1) { "\($0)" }, rows: rows)
    let named = picture.naming(["a", "b"]).rows
    #expect(named.map(\.name) == ["", "op", "op", "", "op", "3  op"])
    #expect(named.compactMap(\.remark) == ["a", "b"])
    #expect(picture.naming([]).rows.map(\.name) == rows.map(\.name))
  }
}

@Suite("Words in images")
struct ImageWordTests {
  private static func image(_ plot: Plot) -> String {
    let axis = Axis(0...3, text: { "\($0)" })
    let title = String(repeating: "title ", count: 40)
    return SVGPicture(
      Picture(title: title, summary: title, axis: axis, bands: [.plot(plot)])
    ).text
  }

  private static let values = Axis(0...1, text: { "\($0)" })

  @Test("signs stand beside each other where points are at the same place, also of other series")
  func beside() {
    let series = ["A", "B", "C"].enumerated().map { place, sign in
      Plot.Series(
        .points, .measured, [.point(place < 2 ? 1 : 2, 0.5, sign: sign, note: sign)])
    }
    let text = Self.image(Plot("p", axis: Self.values, series))
    let places = text.matches(of: #/<text x="(\d+)" y="\d+">([ABC])</#).compactMap { Int($0.1) }
    #expect(places.count == 3 && places[1] == places[0] + 10 && places[2] > places[1] + 100)
  }

  @Test("a named value has its name in whatever order the values come")
  func pointers() {
    let names = ["p50", "p99", "p90", "p99.9"]
    let pointers = zip(names, [0.5, 2.5, 1.5, 2.52]).map { Plot.Pointer($1, $0, note: $0) }
    let text = Self.image(Plot("p", axis: Self.values, [], pointers: pointers))
    // The last would overlap the name of another one.
    #expect(names.map { text.contains(">\($0)</text>") } == [true, true, true, false])
  }

  @Test("no word goes beyond the image, and what was cut says so")
  func clipped() {
    let name = String(repeating: "name ", count: 60)
    let text = Self.image(Plot(name, axis: Self.values, []))
    let drawn = text.matches(of: #/<text( class="head")?[^>]* x="(\d+)"[^>]*>([^<]*)</#)
    #expect(drawn.count > 3)
    for word in drawn where word.3.hasSuffix("…") {
      let letter = word.1 == nil ? 9.64 : 10.85
      #expect((Double(word.2) ?? .infinity) + letter * Double(word.3.count) <= 1016, "\(word.3)")
    }
    #expect(drawn.count { $0.3.hasSuffix("…") } == 3)
  }
}
