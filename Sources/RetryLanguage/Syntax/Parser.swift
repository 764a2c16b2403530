/// A recursive-descent parser for statements.
///
/// An error is reported once, where parsing fails; parsing continues with the next line, so all errors of an entry
/// are reported together.
package struct Parser {
  let source: SourceText
  let tokens: [Token]
  var commands: [CommandShape]
  var position = 0
  var depth = 0
  /// The number of operators in a row, including those around the current expression.
  var operators = 0
  /// The number of open brackets, within which newlines are ignored.
  var brackets = 0
  /// Whether a brace opens a block, because a condition precedes it.
  var isCondition = false
  /// Whether the text ended too early.
  private var isIncomplete = false
  var diagnostics: [Diagnostic] = []
  /// The ranges of free-form words, such as a file path.
  var wordRanges: [Range<Int>] = []
  /// The ranges of the statements so far.
  var ranges: [Range<Int>] = []
  /// What is kept about the way to the cursor, if that is asked for.
  var search: CursorSearch?

  /// The result of parsing.
  package struct Result: Sendable {
    /// The statements; of a statement with an error, only its name is kept.
    package let statements: [Statement]
    /// Where each statement is, without the comment behind it.
    package let ranges: [Range<Int>]
    package let diagnostics: [Diagnostic]
    /// Whether the text is incomplete, so that a prompt should continue.
    package let isIncomplete: Bool
    /// The commands that what follows the text can use.
    package let commands: [CommandShape]
  }

  /// Thrown when parsing of a statement fails; the error has been reported.
  struct Abandoned: Error {}

  private init(_ source: SourceText, _ tokens: [Token], commands: [CommandShape]) {
    self.source = source
    self.tokens = tokens
    self.commands = commands
  }

  /// Parses a text.
  package static func read(_ source: SourceText, commands: [CommandShape] = []) -> Result {
    let (tokens, diagnostics) = Lexer.tokens(of: source)
    var parser = Parser(source, tokens, commands: commands)
    let statements = parser.statements(beside: diagnostics)
    let mistakes = diagnostics.filter { !parser.excuses($0) }
    return Result(
      statements: statements, ranges: parser.ranges,
      diagnostics: mistakes + parser.diagnostics,
      isIncomplete: mistakes.isEmpty && parser.isIncomplete && parser.diagnostics.count == 1,
      commands: parser.commands)
  }
}

// MARK: - The cursor

extension Parser {
  /// Returns what is expected in place of the word that a text ends with, which may be empty, with that word.
  ///
  /// A path or a key in quotes is a word, too, if it is not closed yet.
  package static func cursor(
    atWordEnding source: SourceText, commands: [CommandShape]
  ) -> (cursor: Cursor, word: String, isQuoted: Bool) {
    let end = source.characters.count
    // One more letter makes a name of an empty word, but not of what is in a comment or a string.
    let whole = SourceText(String(source.characters) + "z")
    let tokens = Lexer.tokens(of: whole).tokens
    let last = tokens.count - 2
    let cursor = cursor(atToken: last, of: tokens, whole, commands)
    guard last >= 0, tokens[last].range.upperBound == end + 1 else {
      // In a comment, nothing of the statement before it matters.
      return (Cursor(statement: end), "", false)
    }
    switch tokens[last].kind {
    case .name(let name): return (cursor, String(name.dropLast()), false)
    case .text(let text) where tokens[last].range.count == text.count + 1:
      return (cursor, String(text.dropLast()), true)
    default: return (Cursor(statement: cursor.statement), "", false)
    }
  }

  /// Returns what surrounds the end of a text: the innermost call that is open there.
  package static func cursor(
    atEndOf source: SourceText, commands: [CommandShape]
  ) -> Cursor {
    let tokens = Lexer.tokens(of: source).tokens
    return cursor(atToken: tokens.count - 1, of: tokens, source, commands)
  }

  private static func cursor(
    atToken token: Int, of tokens: [Token], _ source: SourceText, _ commands: [CommandShape]
  ) -> Cursor {
    var parser = Parser(source, tokens, commands: commands)
    parser.search = CursorSearch(of: token)
    _ = parser.statements(beside: [])
    return parser.search?.cursor ?? Cursor()
  }
}

// MARK: - Tokens

extension Parser {
  /// The errors that are allowed within words: numbers that are too large or have no unit, and `..` in a path.
  private static let excused: Set<DiagnosticCode> = [
    .unknownUnit, .impossibleValue, .unknownCharacter,
  ]

  /// Returns whether an error is harmless because it lies in a free-form word.
  func excuses(_ mistake: Diagnostic) -> Bool {
    Self.excused.contains(mistake.code) && wordRanges.contains(where: mistake.range.overlaps)
  }

  /// The next token; newlines are skipped within brackets.
  var current: Token { tokens[place] }

  /// The token after the next.
  var following: Token { tokens[min(place + 1, tokens.count - 1)] }

  /// The position of the next token.
  var place: Int {
    min(brackets > 0 ? skippingLines(position) : position, tokens.count - 1)
  }

  /// Returns the position of the first token that is neither a newline nor narration.
  private func skippingLines(_ start: Int) -> Int {
    var index = start
    while index < tokens.count - 1, tokens[index].kind.isLineEnd { index += 1 }
    return index
  }

  /// Consumes the next token.
  @discardableResult
  mutating func advance() -> Token {
    if brackets > 0 { position = skippingLines(position) }
    let token = tokens[min(position, tokens.count - 1)]
    position = min(position + 1, tokens.count - 1)
    return token
  }

  /// Consumes a punctuation token, if it is next.
  mutating func take(_ mark: String) -> Token? {
    current.isMark(mark) ? advance() : nil
  }

  /// Consumes a comma outside of brackets, and the newlines behind it, if there is one.
  mutating func takeSeparator() -> Bool {
    guard take(",") != nil else { return false }
    skipLines()
    return true
  }

  /// Returns whether the next token beyond newlines is a dot, which continues a chain.
  func chainContinues() -> Bool {
    guard brackets == 0, tokens[position].kind == .newline else { return false }
    let next = tokens[skippingLines(position)]
    return next.isMark(".")
  }

  /// Skips the newlines before the dot that continues a chain.
  mutating func skipLines() {
    position = skippingLines(position)
  }

  /// Reports an unexpected token.
  mutating func expected(_ what: String, advice: String? = nil) -> Abandoned {
    meet(.nothing)
    let token = current
    isIncomplete = isIncomplete || token.kind == .end
    diagnostics.append(
      Diagnostic(
        .unexpectedToken, "expected \(what), found \(token.kind.text)", at: token.visibleRange,
        fixIt: advice.map(Diagnostic.FixIt.advice)))
    return Abandoned()
  }

  /// Consumes a required punctuation token.
  @discardableResult
  mutating func require(_ mark: String) throws(Abandoned) -> Token {
    guard let token = take(mark) else { throw expected("'\(mark)'") }
    return token
  }

  /// Consumes a closing bracket, or reports the unclosed one.
  @discardableResult
  mutating func close(_ mark: String, opened: Token) throws(Abandoned) -> Token {
    guard let token = take(mark) else {
      meet(.nothing)
      if current.kind == .end {
        isIncomplete = true
        let message = "\(opened.kind.text) is never closed"
        diagnostics.append(Diagnostic(.unclosedBracket, message, at: opened.range))
      } else {
        let message = "expected '\(mark)' or ',', found \(current.kind.text)"
        let advice = Self.advice(for: current)
        diagnostics.append(
          Diagnostic(
            .unclosedBracket, message, at: current.visibleRange,
            fixIt: advice.map(Diagnostic.FixIt.advice)))
      }
      throw Abandoned()
    }
    return token
  }

  /// What to write in the place of a mark that does not go on with a list.
  private static func advice(for token: Token) -> String? {
    switch token.kind {
    case .mark("="): "a label ends with ':', as in 'latency: 50ms'"
    case .mark(":"): "several values for a label are in brackets, as in '[.timeout: 30%]'"
    default: nil
    }
  }

  /// Parses a nested part, optionally within brackets.
  mutating func nested<Value>(
    brackets count: Int = 0, _ body: (inout Parser) throws(Abandoned) -> Value
  ) throws(Abandoned) -> Value {
    depth += 1
    brackets += count
    let (outer, outside) = (isCondition, search?.outside)
    if count > 0 {
      isCondition = false
      search?.enter()
    }
    defer {
      depth -= 1
      brackets -= count
      isCondition = outer
      if count > 0, let outside { search?.leave(to: outside) }
    }
    guard depth <= SourceText.deepest else {
      let message = "this is nested more than \(SourceText.deepest) levels deep"
      diagnostics.append(Diagnostic(.tooDeep, message, at: current.visibleRange))
      throw Abandoned()
    }
    return try body(&self)
  }
}

extension Token {
  /// The range of a message: the token, or the position after the last character.
  var visibleRange: Range<Int> {
    range.isEmpty ? range.lowerBound..<range.lowerBound + 1 : range
  }
}

extension Token.Kind {
  /// Whether it is ignored within brackets.
  fileprivate var isLineEnd: Bool {
    switch self {
    case .newline, .narration: true
    default: false
    }
  }
}
