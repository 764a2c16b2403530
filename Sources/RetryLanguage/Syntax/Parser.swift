/// Reads statements from tokens, by recursive descent.
///
/// A mistake is told once, where the text stops making sense; reading goes on with the next line, so that all
/// mistakes of an entry are told together.
package struct Parser {
  /// The deepest nesting that is read.
  static let deepest = 100

  let tokens: [Token]
  private let commands: [CommandShape]
  var position = 0
  var depth = 0
  /// The number of brackets that are open; within them a new line means nothing.
  var brackets = 0
  /// A flag that tells whether `{` may not begin a closure behind a call, as before the body of a sweep.
  var diagnostics: [Diagnostic] = []

  /// What was read from a text.
  package struct Result: Sendable {
    package let statements: [Statement]
    package let diagnostics: [Diagnostic]
    /// A flag that tells whether the text stops where more must follow, so that a prompt goes on reading.
    package let isIncomplete: Bool
  }

  /// Thrown when a statement cannot be read further; the diagnostic has been told.
  struct Abandoned: Error {}

  private init(_ tokens: [Token], commands: [CommandShape]) {
    self.tokens = tokens
    self.commands = commands
  }

  /// Reads a text.
  package static func read(_ source: SourceText, commands: [CommandShape] = []) -> Result {
    let (tokens, diagnostics) = Lexer.tokens(of: source)
    var parser = Parser(tokens, commands: commands)
    let statements = parser.statements()
    let isAtEnd = parser.diagnostics.first?.range.lowerBound == tokens.last?.range.lowerBound
    return Result(
      statements: statements, diagnostics: diagnostics + parser.diagnostics,
      isIncomplete: diagnostics.isEmpty && isAtEnd)
  }
}

// MARK: - Tokens

extension Parser {
  /// The token that is read next; new lines are skipped within brackets.
  var current: Token {
    var index = position
    if brackets > 0 { index = skippingLines(index) }
    return tokens[min(index, tokens.count - 1)]
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
  mutating func close(_ mark: String, opened: Token) throws(Abandoned) -> Token {
    guard let token = take(mark) else {
      let isEnd = current.kind == .end
      let message =
        isEnd
        ? "\(opened.kind.text) is never closed"
        : "expected '\(mark)' or ',', found \(current.kind.text)"
      diagnostics.append(
        Diagnostic(.unclosedBracket, message, at: current.visibleRange))
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
    defer {
      depth -= 1
      brackets -= count
    }
    guard depth <= Self.deepest else {
      let message = "this nests deeper than \(Self.deepest) levels"
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
  /// A flag that tells whether it means nothing within brackets.
  fileprivate var isLineEnd: Bool {
    switch self {
    case .newline, .narration: true
    default: false
    }
  }
}

// MARK: - Statements

extension Parser {
  private mutating func statements() -> [Statement] {
    var statements: [Statement] = []
    while current.kind != .end {
      if current.kind == .newline || current.isMark(";") {
        advance()
        continue
      }
      do throws(Abandoned) {
        statements.append(try statement())
        try endOfStatement()
      } catch {
        skipStatement()
      }
    }
    return statements
  }

  /// Leaves the rest of a statement that could not be read.
  private mutating func skipStatement() {
    depth = 0
    brackets = 0
    while current.kind != .end, current.kind != .newline { advance() }
  }

  private mutating func endOfStatement() throws(Abandoned) {
    switch current.kind {
    case .newline, .end, .narration, .mark(";"): break
    default: throw expected("the end of the line")
    }
  }

  private mutating func statement() throws(Abandoned) -> Statement {
    let first = current
    if case .narration(let text) = first.kind {
      advance()
      return .narration(text, first.range)
    }
    guard let word = first.name else { return .expression(try expression()) }
    let next = tokens[min(position + 1, tokens.count - 1)]
    if word == "let" || word == "var" { return try binding() }
    if let shape = commands.first(where: { $0.name == word }), !next.continuesExpression {
      return try command(shape)
    }
    return .expression(try expression())
  }

  private mutating func binding() throws(Abandoned) -> Statement {
    advance()
    let name = try self.name("a name")
    if take(":") != nil { try skipType(upTo: ["="]) }
    try require("=")
    return .binding(name, try expression())
  }

  /// Takes a name.
  mutating func name(_ what: String) throws(Abandoned) -> Expression.Name {
    guard let text = current.name else { throw expected(what) }
    return Expression.Name(text: text, range: advance().range)
  }

  private mutating func command(_ shape: CommandShape) throws(Abandoned) -> Statement {
    let name = try self.name("a command")
    var subjects: [Expression] = []
    var words: [Expression.Name] = []
    switch shape.subject {
    case .none: break
    case .words: words = self.words()
    case .expression: subjects = [try expression()]
    case .optionalExpression:
      if !isAtStatementEnd { subjects = [try expression()] }
    case .expressions:
      repeat { subjects.append(try expression()) } while take(",") != nil
    }
    let options = try self.options(shape)
    let end = tokens[max(position - 1, 0)].range.upperBound
    return .command(
      Statement.Command(
        name: name, subjects: subjects, words: words, options: options,
        range: name.range.lowerBound..<max(end, name.range.upperBound)))
  }

  private var isAtStatementEnd: Bool {
    switch current.kind {
    case .newline, .end, .narration, .mark(";"): true
    default: false
    }
  }

  private mutating func words() -> [Expression.Name] {
    var words: [Expression.Name] = []
    while !isAtStatementEnd {
      let token = advance()
      let text =
        switch token.kind {
        case .name(let name): name
        case .text(let text): text
        case .int(let number): "\(number)"
        case .mark(let mark): mark
        default: token.kind.text
        }
      words.append(Expression.Name(text: text, range: token.range))
    }
    return words
  }

  private mutating func options(
    _ shape: CommandShape
  ) throws(Abandoned) -> [(key: Expression.Name, value: Expression)] {
    var options: [(key: Expression.Name, value: Expression)] = []
    while let word = current.name {
      guard shape.keys.contains(word) else {
        let nearest = Suggestion.nearest(to: word, among: shape.keys)
        diagnostics.append(
          Diagnostic(
            .unknownLabel, "'\(shape.name)' has no word '\(word)'", at: current.range,
            mend: nearest.map(Diagnostic.Mend.replacement)))
        throw Abandoned()
      }
      let key = try name("a word")
      options.append((key, try expression()))
    }
    return options
  }
}

extension Token {
  /// A flag that tells whether a name before it is a value rather than a command.
  fileprivate var continuesExpression: Bool {
    switch kind {
    case .mark("."), .mark("="), .mark("?"): !isSpaced || kind == .mark("=") || kind == .mark("?")
    case .mark("("): !isSpaced
    default: false
    }
  }
}
