import Pictures
import Testing
import TextLayout

@Suite("Pictures at the prompt")
struct TextPictureTests {
  private static func picture(_ marks: [Picture.Mark], to end: Double = 100) -> Picture {
    Picture(
      title: "f", axis: Axis(0...end, tick: { "\(Int($0))" }, text: { "\(Int($0))s" }),
      rows: [.init("f", marks)])
  }

  private static func lines(_ picture: Picture, _ style: Style, until value: Double? = nil)
    -> [String]
  {
    TextPicture(picture, style: style).lines(until: value).map(\.plainText)
  }

  static let widths = [40, 80, 120, 200]

  @Test("any two spans of equal length are drawn within one cell of each other", arguments: widths)
  func scale(width: Int) {
    for length in stride(from: 1.0, through: 40, by: 0.7) {
      let starts = stride(from: 0.0, through: 100 - length, by: 0.9)
      let drawn = starts.map { start -> Int in
        let line = Self.lines(
          Self.picture([.init(start, start + length, .wait)]), Style(width: width))[0]
        return line.count { $0 == "╌" }
      }
      #expect((drawn.max() ?? 0) - (drawn.min() ?? 0) <= 1, "\(length): \(drawn)")
    }
  }

  @Test("a picture takes the width that there is, and no more", arguments: widths)
  func width(width: Int) {
    for isUnicode in [true, false] {
      let lines = Self.lines(
        Self.picture([.init(0, 100, .failed)]), Style(width: width, isUnicode: isUnicode))
      #expect(lines.allSatisfy { $0.count <= width })
      #expect(lines[0].count > width - 4 && lines[1].hasSuffix("100s"))
    }
  }

  @Test("for a projector, a plot is twice as high, and a row is not")
  func tall() {
    let axis = Axis(0...100) { "\(Int($0))" }
    func plot(_ height: Int) -> Picture.Band {
      let point = Plot.Point.bar(0, 100, 100, note: "")
      return .plot(Plot("p", axis: axis, [.init(.bars, .measured, [point])], height: height))
    }
    let bands: [Picture.Band] = [.row(.init("f", [.init(0, 9, .wait)])), plot(1), plot(4)]
    let picture = Picture(title: "f", axis: axis, bands: bands)
    let (plain, tall) = (Self.lines(picture, Style()), Self.lines(picture, Style(isTall: true)))
    #expect(tall.count == plain.count + 4)
    #expect(tall.count { $0.contains("█") } == plain.count { $0.contains("█") } + 4)
  }

  @Test("an interval has two ends, with its value between them")
  func interval() {
    let marks = [Picture.Mark](
      [.init(20, 80, .interval), .init(50, 50, .value, sign: "●")])
    let line = Self.lines(Self.picture(marks), Style(width: 40))[0]
    #expect(line.wholeMatch(of: #/  f +├─+●─+┤/#) != nil, "\(line)")
    let plain = Self.lines(Self.picture(marks), Style(width: 40, isUnicode: false))[0]
    #expect(plain.wholeMatch(of: #/  f +\|-+.+-+\|/#) != nil, "\(plain)")
  }

  @Test("a sign stays in sight where the next span begins in the same cell")
  func signs() {
    let marks = [Picture.Mark](
      [.init(0, 50, .failed), .init(50, 60, .wait), .init(60, 100, .succeeded)])
    let line = Self.lines(Self.picture(marks), Style(width: 40))[0]
    #expect(line.count { $0 == "✗" } == 1 && line.hasSuffix("✓"))
  }

  @Test("what is still going on is drawn up to now")
  func past() {
    let picture = Self.picture([.init(0, 50, .failed), .init(50, 100, .succeeded)])
    let whole = Self.lines(picture, Style(width: 80))
    for now in stride(from: 0.0, through: 100, by: 7) {
      let part = Self.lines(picture, Style(width: 80), until: now)
      #expect(whole[0].hasPrefix(part[0]) && (now >= 50) == part[0].contains("✗"))
    }
  }

  @Test("a cut is marked, and its length is named", arguments: widths)
  func cut(width: Int) {
    let picture = Picture(
      title: "f", axis: Axis(0...100, stops: [5, 95], idle: [5...95]) { "\(Int($0))s" },
      rows: [.init("f", [.init(0, 5, .failed), .init(5, 95, .wait), .init(95, 100, .succeeded)])])
    let lines = Self.lines(picture, Style(width: width))
    #expect(lines[0].contains("≈") && lines[1].contains("90s"))
    #expect(width < 80 || lines[1].contains("90s, not to scale"))
  }
}
