import Testing
import TextLayout

@Suite("Big letters")
struct BigTypeTests {
  @Test("a letter is three rows of half blocks, or five rows of signs in ASCII")
  func shapes() {
    #expect(BigType.lines("E1", .strong, Style()).map(\.text) == ["█▀▀▀ ▄█", "█▀▀   █", "▀▀▀▀  ▀"])
    #expect(
      BigType.lines("L", nil, Style(isUnicode: false)).map(\.text) == [
        "#   ", "#   ", "#   ", "#   ", "####",
      ])
  }

  @Test("every printable character has a shape or a space, of the same height")
  func all() {
    for scalar in (0x20..<0x7F).map({ Unicode.Scalar(UInt8($0)) }) + ["✓", "✗", "ä", "🙂"] {
      let lines = BigType.lines(String(Character(scalar)), nil, Style())
      #expect(lines.count == 3, "\(scalar)")
      #expect(Set(lines.map(\.columns)).count == 1, "\(scalar)")
    }
    for letter in "abcdefghijklmnopqrstuvwxyz0123456789.,:-+/()%✓✗" {
      let text = BigType.lines(String(letter), nil, Style()).map(\.text).joined()
      #expect(text.contains { $0 != " " }, "\(letter)")
    }
  }

  @Test("a text that would be too wide is shown as it is")
  func wide() {
    let text = "a text of many words that do not fit"
    #expect(BigType.lines(text, nil, Style(width: 40)).map(\.text) == [text])
    #expect(BigType.lines("attempt 2", nil, Style(width: 40)).count == 3)
  }
}
