import RetryLanguage

extension [Token] {
  /// Splits a text after each newline that ends a statement; a line that begins with a point goes on with it.
  func statements(in source: SourceText) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var (start, depth) = (0, 0)
    for (index, token) in enumerated() {
      depth = Swift.max(0, depth + token.bracket)
      guard token.kind == .newline, depth == 0,
        !self[(index + 1)...].goesOn
      else { continue }
      parts.append(start..<token.range.upperBound)
      start = token.range.upperBound
    }
    return parts + [start..<source.characters.count]
  }
}

extension Collection<Token> {
  /// Whether they go on with the statement before them.
  fileprivate var goesOn: Bool { first { !$0.isPassedOver }?.isMark(".") == true }
}

extension Token {
  /// Whether a statement can go on behind it.
  fileprivate var isPassedOver: Bool {
    if case .narration = kind { true } else { kind == .newline }
  }
}
