import RetryLanguage

/// The statements of a text before the one with the cursor, and what they define.
///
/// They are read once, however often the statement behind them is completed.
struct EarlierStatements {
  /// What is known after them.
  private(set) var known: TypedMistakes
  /// The number of their characters.
  private(set) var count = 0
  private var text = ""
  private let session: Session

  init(_ session: Session) {
    (self.session, known) = (session, TypedMistakes(session))
  }

  /// Goes to a place of a text, and returns what is between the start of its statement and the place.
  mutating func statement(of text: String, before cursor: Int) -> SourceText {
    // A file that is read again may say something else by then.
    if cursor < count || known.isFollowing || !text.hasPrefix(self.text) { self = Self(session) }
    let source = SourceText(String(text.dropFirst(count).prefix(cursor - count)))
    let tokens = Lexer.tokens(of: source).tokens
    if count > 0, tokens.goesOn {
      self = Self(session)
      return statement(of: text, before: cursor)
    }
    let start = tokens.statements(in: source).last?.lowerBound ?? 0
    guard start > 0 else { return source }
    let new = source[0..<start]
    if new.utf8.count <= EntryGuide.longest { _ = known.find(in: SourceText(new)) }
    self.text += new
    count += start
    return SourceText(source[start..<source.characters.count])
  }
}

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
