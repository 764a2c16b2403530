import RetryLanguage
import Testing

@Suite("Source texts")
struct SourceTextTests {
  @Test(
    "each position has the line and the column that counting gives",
    arguments: [
      "", "a", "\n", "a\nb", "\n\n\n", "ab\n\ncd\n", "a\r\nb\r\nc", "let a = 1\nlet b = 2\n\nb",
    ])
  func places(text: String) {
    let source = SourceText(text)
    var (line, column) = (1, 1)
    for (position, character) in (Array(text) + ["\u{0}"]).enumerated() {
      #expect(
        source.place(of: position) == (line, column), "\(position) in \(text.debugDescription)")
      (line, column) = character.isNewline ? (line + 1, 1) : (line, column + 1)
    }
  }
}
