import RetryLanguage
package import TextLayout

/// Finds what to show about an entry while it is typed.
package struct EntryGuide {
  private let session: Session

  /// Creates a guide for the names and commands of a session.
  package init(_ session: Session) {
    self.session = session
  }

  /// The number of bytes up to which an entry is guided, so that each key is answered at once.
  private static let longest = 20_000

  /// Returns what to show about a text with the cursor at a position.
  package func guidance(for text: String, at cursor: Int, _ style: Style) -> Guidance {
    var guidance = Guidance()
    guard text.utf8.count <= Self.longest else { return guidance }
    let source = SourceText(text)
    if style.isColoured {
      guidance.colours = SyntaxColours(source, commands: session.commands).ranges
    }
    guard session.settings.isHinted else { return guidance }
    let mistakes = mistakes(in: source, at: cursor)
    if style.isColoured {
      guidance.marks =
        mistakes.map { InkedRange($0.range, .mistake) } + brackets(source, at: cursor)
    }
    guidance.note =
      mistakes.first.map { note(on: $0, style) }
      ?? SignatureNote(
        Completer(session).signature(for: text, at: cursor), style
      ).line
    return guidance
  }

  private func note(on mistake: Diagnostic, _ style: Style) -> TextLine {
    var line = TextLine(style: style)
    line.add(mistake.message, .failure)
    if let mend = mistake.mend {
      line.addSeparator()
      line.add(mend.words)
    }
    return line
  }
}

// MARK: - Mistakes

extension EntryGuide {
  /// The mistakes that no further key can mend, except in the word at the cursor.
  private func mistakes(in source: SourceText, at cursor: Int) -> [Diagnostic] {
    let text = String(source.characters)
    guard Guess.meaning(of: text) == nil, Guess.dotCommand(text) == nil else { return [] }
    let isOpen = !Brackets(source, upTo: cursor).closing.isEmpty
    let word = source.characters[..<cursor].reversed().prefix { $0.isLetter || $0.isNumber }.count
    return session.mistakes(in: Self.closed(source, at: cursor, word)).filter { mistake in
      (mistake.range.upperBound < cursor - word || mistake.range.lowerBound > cursor)
        && mistake.range.upperBound <= source.characters.count
        && (!isOpen || Self.certain.contains(mistake.code))
        // The quote that is missing may be the next key.
        && (mistake.code != .unclosedText
          || source.place(of: mistake.range.lowerBound).line < source.place(of: cursor).line)
    }
  }

  /// Returns a text with the brackets that are still missing, without what waits for its second half at the end.
  private static func closed(_ source: SourceText, at cursor: Int, _ word: Int) -> SourceText {
    var end = source.characters.count
    if cursor == end {
      let tokens = Lexer.tokens(of: source).tokens.dropLast()
      let begun = tokens.reversed().drop { $0.range.upperBound > cursor - word }
      let isMember = begun.first.map { $0.isMark(".") && $0.range.upperBound == cursor - word }
      if word == 0 || isMember == true {
        end = Self.complete(Array(begun.reversed())).last?.range.upperBound ?? 0
      }
    }
    let kept = SourceText(source[0..<end])
    return SourceText(source[0..<end] + Brackets(kept, upTo: end).closing)
  }

  /// Returns tokens up to the last that nothing has to follow, as it has an operator, a label or a definition.
  private static func complete(_ tokens: [Token]) -> ArraySlice<Token> {
    var kept = tokens[...]
    while let last = kept.last, last.isWaiting {
      kept.removeLast()
      if last.isMark(":") || last.isMark("="), kept.last?.name != nil { kept.removeLast() }
      if last.isMark("="), kept.last?.name == "let" { kept.removeLast() }
    }
    return kept
  }

  /// The mistakes in a call that more arguments do not mend.
  private static let certain: Set<DiagnosticCode> = [
    .unknownCharacter, .unknownUnit, .unknownName, .unknownMember, .unknownLabel, .wrongType,
    .unknownCommand,
  ]
}

// MARK: - Brackets

extension EntryGuide {
  /// The bracket at the cursor and the one that matches it.
  private func brackets(_ source: SourceText, at cursor: Int) -> [InkedRange] {
    let pairs = Brackets(source, upTo: source.characters.count).pairs
    let pair = pairs.first { $0.close + 1 == cursor } ?? pairs.first { $0.open == cursor }
    guard let pair else { return [] }
    return [pair.open, pair.close].map { InkedRange($0..<$0 + 1, .bracket) }
  }
}

extension Token {
  /// Whether something has to follow it.
  fileprivate var isWaiting: Bool {
    if case .mark(let mark) = kind {
      ![")", "]", "}", "(", "[", "{"].contains(mark)
    } else {
      false
    }
  }
}

/// The brackets of a text.
private struct Brackets {
  /// The pairs that match.
  private(set) var pairs: [(open: Int, close: Int)] = []
  /// The brackets that close what is still open.
  private(set) var closing = ""

  /// Reads the brackets before a position.
  init(_ source: SourceText, upTo end: Int) {
    var open: [(place: Int, closing: String)] = []
    for token in Lexer.tokens(of: source).tokens where token.range.lowerBound < end {
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
