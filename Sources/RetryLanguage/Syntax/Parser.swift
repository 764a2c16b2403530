/// Reads statements from tokens, by recursive descent.
///
/// A mistake is told once, where the text stops making sense; reading goes on with the next line, so that all
/// mistakes of an entry are told together.
package struct Parser {
  let source: SourceText
  let tokens: [Token]
  var commands: [CommandShape]
  var position = 0
  var depth = 0
  /// The number of operators in a row, here and around.
  var operators = 0
  /// The number of brackets that are open; within them a new line means nothing.
  var brackets = 0
  /// Whether a brace opens steps, since a condition stands before it.
  var isCondition = false
  /// Whether the text ended where more had to follow.
  private var isIncomplete = false
  var diagnostics: [Diagnostic] = []
  /// Where words stand that may be anything, such as the path of a file.
  var wordRanges: [Range<Int>] = []

  /// What was read from a text.
  package struct Result: Sendable {
    /// The statements; where one could not be read whole, its name alone is kept, for a broken value.
    package let statements: [Statement]
    package let diagnostics: [Diagnostic]
    /// Whether the text stops where more must follow, so that a prompt goes on reading.
    package let isIncomplete: Bool
  }

  /// Thrown when a statement cannot be read further; the diagnostic has been told.
  struct Abandoned: Error {}

  private init(_ source: SourceText, _ tokens: [Token], commands: [CommandShape]) {
    self.source = source
    self.tokens = tokens
    self.commands = commands
  }

  /// Reads a text.
  package static func read(_ source: SourceText, commands: [CommandShape] = []) -> Result {
    let (tokens, diagnostics) = Lexer.tokens(of: source)
    var parser = Parser(source, tokens, commands: commands)
    let statements = parser.statements(beside: diagnostics)
    let mistakes = diagnostics.filter { !parser.excuses($0) }
    return Result(
      statements: statements, diagnostics: mistakes + parser.diagnostics,
      isIncomplete: mistakes.isEmpty && parser.isIncomplete && parser.diagnostics.count == 1)
  }
}

// MARK: - Tokens

extension Parser {
  /// What a word may look like that is none of it: numbers too great or without a unit, and `..` in a path.
  private static let excused: Set<DiagnosticCode> = [
    .unknownUnit, .impossibleValue, .unknownCharacter,
  ]

  /// Tells whether something is no mistake, since it stands in a word that may be anything.
  func excuses(_ mistake: Diagnostic) -> Bool {
    Self.excused.contains(mistake.code) && wordRanges.contains(where: mistake.range.overlaps)
  }

  /// The token that is read next; new lines are skipped within brackets.
  var current: Token { tokens[place] }

  /// The token behind the one that is read next.
  var following: Token { tokens[min(place + 1, tokens.count - 1)] }

  private var place: Int {
    min(brackets > 0 ? skippingLines(position) : position, tokens.count - 1)
  }

  /// Returns the position of the first token that is no new line and no narration.
  private func skippingLines(_ start: Int) -> Int {
    var index = start
    while index < tokens.count - 1, tokens[index].kind.isLineEnd { index += 1 }
    return index
  }

  /// Takes the current token.
  @discardableResult
  mutating func advance() -> Token {
    if brackets > 0 { position = skippingLines(position) }
    let token = tokens[min(position, tokens.count - 1)]
    position = min(position + 1, tokens.count - 1)
    return token
  }

  /// Takes a mark, if it comes next.
  mutating func take(_ mark: String) -> Token? {
    current.isMark(mark) ? advance() : nil
  }

  /// Returns the next token beyond new lines if it is a point, which continues a chain.
  func chainContinues() -> Bool {
    guard brackets == 0, tokens[position].kind == .newline else { return false }
    let next = tokens[skippingLines(position)]
    return next.isMark(".")
  }

  /// Skips the new lines before the point that continues a chain.
  mutating func skipLines() {
    position = skippingLines(position)
  }

  /// Tells a mistake and gives the statement up.
  func abandoned(_ diagnostic: Diagnostic, _ parser: inout Parser) -> Abandoned {
    parser.diagnostics.append(diagnostic)
    return Abandoned()
  }

  /// Says that something else was expected here.
  mutating func expected(_ what: String) -> Abandoned {
    let token = current
    isIncomplete = isIncomplete || token.kind == .end
    diagnostics.append(
      Diagnostic(
        .unexpectedToken, "expected \(what), found \(token.kind.text)", at: token.visibleRange))
    return Abandoned()
  }

  /// Takes a mark that must come.
  @discardableResult
  mutating func require(_ mark: String) throws(Abandoned) -> Token {
    guard let token = take(mark) else { throw expected("'\(mark)'") }
    return token
  }

  /// Takes a closing bracket, or tells which one was left open.
  @discardableResult
  mutating func close(_ mark: String, opened: Token) throws(Abandoned) -> Token {
    guard let token = take(mark) else {
      if current.kind == .end {
        isIncomplete = true
        let message = "\(opened.kind.text) is never closed"
        diagnostics.append(Diagnostic(.unclosedBracket, message, at: opened.range))
      } else {
        let message = "expected '\(mark)' or ',', found \(current.kind.text)"
        diagnostics.append(Diagnostic(.unclosedBracket, message, at: current.visibleRange))
      }
      throw Abandoned()
    }
    return token
  }

  /// Runs a part of the reading within brackets, or deeper in an expression.
  mutating func nested<Value>(
    brackets count: Int = 0, _ body: (inout Parser) throws(Abandoned) -> Value
  ) throws(Abandoned) -> Value {
    depth += 1
    brackets += count
    let outer = isCondition
    if count > 0 { isCondition = false }
    defer {
      depth -= 1
      brackets -= count
      isCondition = outer
    }
    guard depth <= SourceText.deepest else {
      let message = "this nests deeper than \(SourceText.deepest) levels"
      diagnostics.append(Diagnostic(.tooDeep, message, at: current.visibleRange))
      throw Abandoned()
    }
    return try body(&self)
  }
}

extension Token {
  /// Where a message points: at the token, or behind the last character of the text.
  var visibleRange: Range<Int> {
    range.isEmpty ? range.lowerBound..<range.lowerBound + 1 : range
  }
}

extension Token.Kind {
  /// Whether it means nothing within brackets.
  fileprivate var isLineEnd: Bool {
    switch self {
    case .newline, .narration: true
    default: false
    }
  }
}
