import Testing
import TextLayout

@Suite("Display width")
struct DisplayWidthTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let columns: Int
    init(_ text: String, _ columns: Int) {
      self.text = text
      self.columns = columns
    }
    var testDescription: String { "\(text) \(columns)" }
  }

  static let cases: [Case] = [
    Case("", 0), Case("fetch", 5), Case("é", 1), Case("e\u{301}", 1), Case("取得", 4), Case("한국", 4),
    Case("\u{1112}\u{1161}\u{11AB}", 2), Case("ＡＢ", 4), Case("ｱ", 1), Case("👩‍👩‍👧", 2), Case("👍🏽", 2),
    Case("🇩🇪", 2), Case("❤", 1), Case("❤\u{FE0F}", 2), Case("1\u{FE0F}\u{20E3}", 2), Case("⌚", 2),
    Case("⌚\u{FE0E}", 1), Case("✓✗━╌…≈·▶■", 9), Case("a\u{200D}b", 2), Case("นี้", 1),
    Case("\u{7}", 0),
  ]

  @Test("a text has a width", arguments: cases)
  func columns(row: Case) {
    #expect(DisplayWidth.columns(of: row.text) == row.columns)
  }

  @Test(
    "the first and the last character of a wide block take two columns",
    arguments: [
      (0x1100, 0x115F), (0x2E80, 0x303E), (0x3041, 0x33FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF),
      (0xA000, 0xA4CF), (0xA960, 0xA97F), (0xAC00, 0xD7A3), (0xF900, 0xFAFF), (0xFE10, 0xFE19),
      (0xFE30, 0xFE6F), (0xFF00, 0xFF60), (0xFFE0, 0xFFE6), (0x20000, 0x2FFFD),
      (0x30000, 0x3FFFD),
    ] as [(UInt32, UInt32)])
  func blocks(first: UInt32, last: UInt32) throws {
    for value in [first, last] {
      let scalar = try #require(Unicode.Scalar(value))
      #expect(DisplayWidth.columns(of: String(scalar)) == 2, "\(String(value, radix: 16))")
    }
  }

  @Test("a cut never splits a character, and ends with an ellipsis")
  func cut() {
    #expect(Fitting.cut("retry", to: 5, "…") == "retry")
    #expect(Fitting.cut("retrying", to: 5, "…") == "retr…")
    #expect(Fitting.cut("retrying", to: 5, "...") == "re...")
    #expect(Fitting.cut("取得する", to: 4, "…") == "取…")
    #expect(Fitting.cut("👩‍👩‍👧👩‍👩‍👧", to: 3, "…") == "👩‍👩‍👧…")
    #expect(Fitting.cut("e\u{301}e\u{301}e\u{301}", to: 2, "…") == "e\u{301}…")
    #expect(Fitting.cut("abc", to: 2, "...") == "..")
  }

  @Test("padding counts columns, not characters")
  func padding() {
    #expect(Fitting.padRight("取", to: 4) == "取  ")
    #expect(Fitting.padLeft("取", to: 4) == "  取")
    #expect(Fitting.padLeft("long", to: 2) == "long")
  }

  @Test(
    "wrapped lines are indented to the second column of a row, or to the start of their line",
    arguments: [
      ("a name  its long summary", "a name  its long\n        summary"),
      ("one two three four five", "one two three\nfour five"),
      ("  one two three four", "  one two three\n  four"), ("short  row", "short  row"),
    ])
  func prose(text: String, broken: String) {
    #expect(Wrapping.prose(text, width: 16) == broken)
  }

  @Test("characters that move the cursor or reorder text are escaped")
  func safety() {
    #expect(SafeText.make("a\u{1B}[2J\r\n\t", style: Style()) == "a\\u{1B}[2J\\r\\n\\t")
    #expect(
      SafeText.make("\u{202E}\u{85}\u{2028}\u{FEFF}", style: Style())
        == "\\u{202E}\\u{85}\\u{2028}\\u{FEFF}")
    #expect(SafeText.make("👩‍👧 é", style: Style()) == "👩‍👧 é")
    #expect(SafeText.make("a\u{7F}~ ", style: Style()) == "a\\u{7F}~ ")
    #expect(SafeText.make("é", style: Style(isUnicode: false)) == "\\u{E9}")
  }

  @Test("no style is narrower than 40 columns")
  func narrowest() {
    #expect(Style(width: 3).width == 40)
  }
}
