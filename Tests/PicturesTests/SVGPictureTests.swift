import Foundation
import Pictures
import Testing

@Suite("Pictures as SVG")
struct SVGPictureTests {
  private static let tones: [Tone] = [
    .outage, .perhaps, .wait, .unknown, .succeeded, .failed, .cancelled, .open,
  ]

  private static var picture: Picture {
    let marks = tones.enumerated().map { place, tone in
      Picture.Mark(
        Double(place) * 10, Double(place) * 10 + 9, tone, captions: ["\(tone)"], note: "\(tone) <&>"
      )
    }
    return Picture(
      title: "a </text><script>\u{202E}", summary: "a & b",
      axis: Axis(0...80, tick: { "\(Int($0))" }, text: { "\(Int($0))s" }),
      rows: [.init("f\" onload=\"x", marks), .init("", remark: "and more")])
  }

  /// The colour that a rule of the style sheet gives to a class, in light or dark.
  private static func colour(_ property: String, of kind: String, isDark: Bool) throws -> String {
    let sheet = SVGPicture(picture).text
    let parts = sheet.components(separatedBy: "@media")
    let rule = try #require(
      parts[isDark ? 1 : 0].components(separatedBy: ".\(kind){").dropFirst().first)
    let body = try #require(rule.components(separatedBy: "}").first)
    let value = body.components(separatedBy: ";").first { $0.hasPrefix("\(property):") }
    return try #require(value).components(separatedBy: ":")[1]
  }

  /// The relative luminance of a colour, as in the guidelines for accessible content.
  private static func luminance(_ colour: String) -> Double {
    var hex = String(colour.dropFirst())
    if hex.count == 3 { hex = hex.map { "\($0)\($0)" }.joined() }
    let value = Int(hex, radix: 16) ?? 0
    let parts = [value >> 16, (value >> 8) & 255, value & 255].map { (part: Int) -> Double in
      let share = Double(part) / 255
      return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  private static func contrast(_ one: String, _ other: String) -> Double {
    let both = [luminance(one), luminance(other)].sorted()
    return (both[1] + 0.05) / (both[0] + 0.05)
  }

  @Test("each mark stands out from the page, in light and in dark", arguments: [false, true])
  func contrast(isDark: Bool) throws {
    let page = try Self.colour("fill", of: "page", isDark: isDark)
    for (kind, property) in [
      ("ok", "fill"), ("bad", "stroke"), ("gone", "stroke"), ("open", "fill"), ("down", "stroke"),
      ("perhaps", "stroke"), ("unknown", "stroke"), ("wait", "stroke"), ("badbar", "fill"),
      ("retried", "stroke"), ("measured", "fill"), ("cell", "fill"), ("curve", "stroke"),
      ("whisker", "stroke"), ("pointer", "stroke"),
    ] {
      let colour = try Self.colour(property, of: kind, isDark: isDark)
      #expect(Self.contrast(colour, page) >= 3, "\(kind): \(Self.contrast(colour, page))")
    }
    let words = try Self.colour("fill", of: "faint", isDark: isDark)
    #expect(Self.contrast(words, page) >= 4.5)
  }

  @Test("what failed has another outline than what succeeded")
  func outlines() {
    let sheet = SVGPicture(Self.picture).text
    #expect(sheet.contains(".bad{fill:#fff;stroke:") && !sheet.contains(".ok{fill:#fff"))
  }

  @Test("hostile words stay words, and nothing is fetched")
  func hostile() throws {
    let text = SVGPicture(Self.picture).text
    #expect(!text.contains("<script") && !text.contains("onload=\"") && !text.contains("url("))
    #expect(!text.contains("href"))
    // Each opened element is closed, and quotes are in pairs.
    #expect(text.count { $0 == "\"" }.isMultiple(of: 2))
    #expect(text.components(separatedBy: "<g ").count == text.components(separatedBy: "</g>").count)
  }

  @Test(
    "each mark is reached with the tabulator key and says what it is, and the tones have a legend")
  func keyboard() {
    let text = SVGPicture(Self.picture).text
    #expect(text.components(separatedBy: "tabindex=\"0\"").count - 1 == Self.tones.count)
    for tone in Self.tones {
      #expect(text.contains("aria-label=\"\(tone) &lt;&amp;&gt;\""))
      #expect(text.contains(">\(tone.word ?? "")</text>"), "\(tone)")
    }
    #expect(text.contains("<title id=\"title\">") && text.contains("id=\"summary\""))
  }

  @Test("equal signs at one place are one, which says how many they are")
  func covered() {
    let marks = (0..<50_000).map { place in
      Picture.Mark(
        Double(place), Double(place), place < 40_000 ? .value : .badEnd, note: "at \(place)")
    }
    let picture = Picture(
      title: "many", axis: Axis(0...50_000) { "\($0)" }, rows: [Picture.Row("", marks)])
    let text = SVGPicture(picture).text
    #expect(text.utf8.count < 200_000)
    #expect(text.contains("at 0, with ") && text.contains("at 40000, with "))
    let counts = text.matches(of: /aria-label="at [0-9]+(?:, with ([0-9]+) more here)?"/).map {
      1 + ($0.1.flatMap { Int($0) } ?? 0)
    }
    #expect(counts.reduce(0, +) == 50_000)
  }

  @Test("letters have 16 pixels or more")
  func letters() {
    let text = SVGPicture(Self.picture).text
    for match in text.matches(of: /font(?:-size)?:([0-9]+)px/) {
      #expect((Int(match.1) ?? 0) >= 16)
    }
  }
}
