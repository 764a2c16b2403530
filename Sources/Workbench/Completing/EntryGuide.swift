import PolicyFiles
import RetryLanguage
package import TextLayout

/// Finds what to show about an entry while it is typed.
///
/// It keeps what it found out about each statement, most of which do not change with every key.
package struct EntryGuide {
  private let session: Session
  private var memory: EntryMemory

  /// Creates a guide for the names and commands of a session as it is.
  package init(_ session: Session) {
    (self.session, memory) = (session, EntryMemory(session))
  }

  /// The number of bytes up to which an entry is guided, so that each key is answered at once.
  static let longest = 100_000

  /// Returns what to show about a text with the cursor at a position.
  package mutating func guidance(
    for text: String, at cursor: Int, _ style: Style
  ) -> Guidance {
    var guidance = Guidance()
    guard text.utf8.count <= Self.longest, style.isColoured || session.settings.isHinted else {
      return guidance
    }
    let source = SourceText(text)
    // Parts of characters that were typed apart are fewer characters in a text.
    let cursor = min(cursor, source.characters.count)
    let tokens = Lexer.tokens(of: source).tokens
    if style.isColoured {
      guidance.colours =
        SyntaxColours(tokens, of: source, commands: session.shapes).ranges
    }
    guard session.settings.isHinted else { return guidance }
    let parts = tokens.statements(in: source)
    let last = parts.lastIndex { $0.lowerBound <= cursor } ?? 0
    let part = EntryPart(source, parts[last], at: cursor)
    let isGuess =
      parts.count == 1
      && (ForeignSyntaxHint.meaning(of: text, isStepping: session.isStepping) != nil
        || ForeignSyntaxHint.dotCommand(text) != nil)
    let (mistakes, below) = isGuess ? ([], []) : mistakes(in: parts, of: source, last, part)
    if !mistakes.isEmpty, let pasted = session.pasted(text) {
      guidance.note = note(on: pasted.file, style)
      return guidance
    }
    if style.isColoured {
      guidance.marks = (mistakes + below).map { InkedRange($0.range, .mistake) } + part.brackets
    }
    guidance.note =
      mistakes.first.map { note(on: $0, style) }
      ?? SignatureNote(
        Completer(session).signature(for: part.source, at: part.cursor), style
      ).line ?? below.first.map { note(on: $0, style) }
    return guidance
  }

  /// The policy that pasted code will be read as.
  private func note(on pasted: PolicyFile, _ style: Style) -> TextLine {
    var line = TextLine(style: style)
    if let policy = pasted.policies.first { line.add("\(policy.about): \(policy.text)".sanitized) }
    return line
  }

  /// What is wrong and what corrects it; only the latter if there is no room for both.
  private func note(on mistake: Diagnostic, _ style: Style) -> TextLine {
    var (line, fixIt) = (TextLine(style: style), TextLine(style: style))
    line.add(mistake.message, .failure)
    guard let words = mistake.fixIt?.phrase else { return line }
    fixIt.add(words)
    line.addSeparator()
    line.add(fixIt)
    return line.columns < style.width ? line : fixIt
  }

  /// The mistakes up to the statement of the cursor, and those below it.
  private mutating func mistakes(
    in parts: [Range<Int>], of source: SourceText, _ current: Int, _ part: EntryPart
  ) -> (mistakes: [Diagnostic], below: [Diagnostic]) {
    var (mistakes, below): ([Diagnostic], [Diagnostic]) = ([], [])
    var isUnsure = false
    memory.begin()
    for (index, range) in parts.enumerated() {
      if index == current {
        mistakes += part.mistakes { text in
          let found = memory.read(text)
          isUnsure = !found.isEmpty || text.count < range.count
          return found
        }
        if let name = part.boundName { memory.defineBroken(name) }
        continue
      }
      let found = memory.read(source[range]).map { $0.moved(by: range.lowerBound) }
      if index < current {
        mistakes += found
      } else {
        // What is missing at the end has no place, and a statement that is not whole yet may still have a result.
        below += found.filter { mistake in
          mistake.range.upperBound <= source.characters.count
            && (!isUnsure || source.characters[mistake.range.lowerBound] != "_")
        }
      }
    }
    return (mistakes, below)
  }
}

extension Diagnostic {
  /// The diagnostic of a text that begins at another position.
  fileprivate func moved(by distance: Int) -> Diagnostic {
    Diagnostic(
      code, message, at: range.lowerBound + distance..<range.upperBound + distance, fixIt: fixIt)
  }
}

/// The statement of an entry that the cursor is in.
private struct EntryPart {
  let text: String
  let cursor: Int
  let source: SourceText
  private let start: Int
  private let tokens: ArraySlice<Token>

  init(_ entry: SourceText, _ range: Range<Int>, at cursor: Int) {
    (text, start, self.cursor) = (entry[range], range.lowerBound, cursor - range.lowerBound)
    source = SourceText(text)
    tokens = Lexer.tokens(of: source).tokens.dropLast()
  }

  /// The number of letters of the word before the cursor.
  private var word: Int {
    source.characters[..<cursor].reversed().prefix { $0.isLetter || $0.isNumber }.count
  }

  /// The name that the statement defines, if it begins so.
  var boundName: String? {
    let first = tokens.drop { $0.kind == .newline }.prefix(2)
    guard ["let", "var", "func"].contains(first.first?.name), first.count == 2 else { return nil }
    return first.last?.name
  }

  /// The mistakes that no further key can correct, except in the word at the cursor.
  func mistakes(found find: (String) -> [Diagnostic]) -> [Diagnostic] {
    let (word, end) = (word, source.characters.count)
    let isOpen = !Brackets(tokens, upTo: cursor).closing.isEmpty
    // What follows a bracket that is never closed may not belong to it.
    let reach = Brackets(tokens, upTo: end).closing.isEmpty ? end : cursor
    // What is missing right behind a word may be the next key.
    let last = tokens.prefix { $0.range.upperBound <= cursor }.last
    let kept = keptEnd
    // The steps of a closure that is typed are not known yet, and so is its type.
    let body = openBody
    return find(closed).filter { mistake in
      // What was cut off may correct what it followed.
      (kept == end || mistake.range.upperBound < kept)
        && (mistake.code != .wrongType || mistake.range.upperBound <= body ?? .max)
        && (mistake.range.upperBound < cursor - word
          || mistake.range.lowerBound > cursor && mistake.range.lowerBound < reach)
        && mistake.range.upperBound <= end && (!isOpen || Self.certain.contains(mistake.code))
        && (mistake.code != .missingArgument || mistake.range.upperBound != last?.range.upperBound)
        // The quote that is missing may be the next key.
        && (mistake.code != .unclosedText
          || source.place(of: mistake.range.lowerBound).line < source.place(of: cursor).line)
    }.map { $0.moved(by: start) }
  }

  /// The mistakes in a call that more arguments do not correct.
  private static let certain: Set<DiagnosticCode> = [
    .unknownCharacter, .unknownUnit, .unknownName, .unknownMember, .unknownLabel, .wrongType,
    .unknownCommand,
  ]

  /// The text with the brackets that are still missing, without what waits for its second half at the end.
  private var closed: String {
    let end = keptEnd
    return source[0..<end] + Brackets(tokens, upTo: end).closing
  }

  /// The end of the text without what waits for its second half, as an operator or a member of a value that is begun.
  private var keptEnd: Int {
    let end = source.characters.count
    guard cursor == end else { return end }
    let begun = tokens.prefix { $0.range.upperBound <= cursor - word }
    let isPoint = begun.last.map { $0.isMark(".") && $0.range.upperBound == cursor - word } ?? false
    let isMember = isPoint && begun.dropLast().last?.endsOperand == true
    return word == 0 || isMember ? Self.complete(begun).last?.range.upperBound ?? 0 : end
  }

  /// Where the closure around the cursor opens, if there is no other bracket in between.
  private var openBody: Int? {
    guard Brackets(tokens, upTo: cursor).closing.first == "}" else { return nil }
    var depth = 0
    for token in tokens.reversed() where token.range.lowerBound < cursor {
      depth += token.bracket
      if depth > 0 { return token.range.upperBound }
    }
    return nil
  }

  /// Returns tokens up to the last that nothing has to follow, unlike an operator, a label or a definition.
  private static func complete(_ tokens: ArraySlice<Token>) -> ArraySlice<Token> {
    var kept = tokens
    while let last = kept.last, last.isWaiting {
      kept.removeLast()
      if last.isMark(":") || last.isMark("="), kept.last?.name != nil { kept.removeLast() }
      if last.isMark("="), kept.last?.name == "let" { kept.removeLast() }
    }
    return kept
  }

  /// The bracket at the cursor and the one that matches it.
  var brackets: [InkedRange] {
    let pairs = Brackets(tokens, upTo: source.characters.count).pairs
    let pair = pairs.first { $0.close + 1 == cursor } ?? pairs.first { $0.open == cursor }
    guard let pair else { return [] }
    return [pair.open, pair.close].map { InkedRange(start + $0..<start + $0 + 1, .bracket) }
  }
}

extension Token {
  /// Whether something has to follow it.
  fileprivate var isWaiting: Bool {
    switch kind {
    case .mark(let mark): ![")", "]", "}", "(", "[", "{"].contains(mark)
    case .name("is"): true
    default: false
    }
  }

  /// Whether a point behind it selects a member, rather than naming an error.
  fileprivate var endsOperand: Bool {
    switch kind {
    case .name(let name): !["is", "in", "return", "case"].contains(name)
    case .mark(let mark): [")", "]", "}"].contains(mark)
    case .narration, .newline, .end: false
    case .int, .double, .share, .duration, .rate, .text: true
    }
  }
}
