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

  @Test("a text has the same tokens behind a comment in which not all is ASCII")
  func tokens() {
    let comment = "// é\n"
    for seed in 0..<2000 as Range<UInt64> {
      for text in [Mutation.nonsense(seed: seed), Mutation.text(seed: seed)] {
        let (alone, found) = Lexer.tokens(of: SourceText(text))
        let behind = Lexer.tokens(of: SourceText(comment + text))
        let tokens = behind.tokens.dropFirst()
        #expect(tokens.map(\.kind) == alone.map(\.kind), "\(text)")
        #expect(tokens.map(\.isSpaced) == alone.map(\.isSpaced), "\(text)")
        let moved = alone.map { $0.range.moved(by: comment.count) }
        #expect(tokens.map(\.range) == moved, "\(text)")
        #expect(behind.diagnostics.map(\.message) == found.map(\.message), "\(text)")
      }
    }
  }
}

extension Range<Int> {
  fileprivate func moved(by count: Int) -> Range { lowerBound + count..<upperBound + count }
}
