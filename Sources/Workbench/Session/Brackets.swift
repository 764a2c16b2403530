import RetryLanguage

/// The brackets of a text.
struct Brackets {
  private(set) var pairs: [(open: Int, close: Int)] = []
  /// The brackets that close what is still open.
  private(set) var closing = ""

  /// Reads the brackets before a position.
  init(_ tokens: some Sequence<Token>, upTo end: Int) {
    var open: [(place: Int, closing: String)] = []
    for token in tokens where token.range.lowerBound < end {
      guard case .mark(let mark) = token.kind else { continue }
      if let closing = ["(": ")", "[": "]", "{": "}"][mark] {
        open.append((token.range.lowerBound, closing))
      } else if mark == open.last?.closing, let last = open.popLast() {
        pairs.append((last.place, token.range.lowerBound))
      }
    }
    closing = open.reversed().map(\.closing).joined()
  }
}
