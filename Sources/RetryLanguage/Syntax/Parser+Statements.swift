// Statements: bindings, commands and expressions, one per line.

extension Parser {
  /// Parses statements up to the end of the text.
  ///
  /// Of a statement that contains unreadable characters, only the defined name is kept.
  mutating func statements(beside unreadable: [Diagnostic]) -> [Statement] {
    var statements: [Statement] = []
    while current.kind != .end {
      if current.kind == .newline || current.isMark(";") {
        advance()
        continue
      }
      let start = position
      search?.begin(statement: tokens[start].range.lowerBound)
      do throws(Abandoned) {
        let statement = try statement()
        try endOfStatement()
        let range = tokens[start].range.lowerBound..<current.range.lowerBound
        let isWhole = !unreadable.contains { range.overlaps($0.range) && !excuses($0) }
        statements += isWhole ? [statement] : remains(from: start)
      } catch {
        skipStatement(from: start)
        statements += remains(from: start)
      }
      let end = tokens[max(position - 1, start)].range.upperBound
      if ranges.count < statements.count { ranges.append(tokens[start].range.lowerBound..<end) }
    }
    return statements
  }

  /// Skips the rest of a statement with an error, including the lines within its brackets.
  private mutating func skipStatement(from start: Int) {
    depth = 0
    brackets = 0
    isCondition = false
    operators = 0
    var open = tokens[start..<position].reduce(0) { $0 + $1.bracket }
    while current.kind != .end, open > 0 || current.kind != .newline {
      if open <= 0, isBeforeCursor, current.isMark(";") { break }
      open += advance().bracket
    }
  }

  /// Returns the name that a statement with an error would have defined.
  private func remains(from start: Int) -> [Statement] {
    guard ["let", "var", "func"].contains(tokens[start].name), start + 1 < tokens.count,
      let name = tokens[start + 1].name
    else { return [] }
    let range = tokens[start + 1].range
    return [.binding(Expression.Name(text: name, range: range), .broken(range))]
  }

  private mutating func endOfStatement() throws(Abandoned) {
    switch current.kind {
    case .newline, .end, .narration, .mark(";"): break
    default: throw expected("the end of the line")
    }
  }

  private mutating func statement() throws(Abandoned) -> Statement {
    let (start, first) = (place, current)
    meet(.statement)
    if case .narration(let text) = first.kind {
      advance()
      return .narration(text, first.range)
    }
    guard let word = first.name else { return .expression(try expression()) }
    let next = tokens[min(position + 1, tokens.count - 1)]
    if word == "let" || word == "var" { return try binding() }
    if word == "func" { return try function() }
    if let shape = commands.first(where: { $0.name == word }), !next.continuesExpression {
      return try command(shape)
    }
    if next.kind == .mark("=") { throw unnamed(word, next) }
    if next.cannotFollowName {
      // Of a mistyped command, the rest is still completed.
      if isBeforeCursor { advance() }
      if isBeforeCursor { _ = try expression() }
      throw unknownCommand(word, at: start)
    }
    return .expression(try expression())
  }

  /// Reports an assignment without `let`.
  private mutating func unnamed(_ name: String, _ mark: Token) -> Abandoned {
    diagnostics.append(
      Diagnostic(
        .unexpectedToken, "expected the end of the line, found '='", at: mark.visibleRange,
        fixIt: .replacement("let \(name) = …")))
    return Abandoned()
  }

  private mutating func unknownCommand(_ word: String, at place: Int) -> Abandoned {
    let nearest =
      Suggestion.nearest(to: word, among: declarationWords(before: place + 1))
      ?? Suggestion.nearest(to: word, among: commands.map(\.name))
    diagnostics.append(
      Diagnostic(
        .unknownCommand, "there is no command '\(word)'", at: tokens[place].range,
        fixIt: nearest.map(Diagnostic.FixIt.replacement)))
    return Abandoned()
  }

  /// The words that may have been meant before a name, by what is behind it.
  private func declarationWords(before name: Int) -> [String] {
    guard name + 1 < tokens.count, tokens[name].name != nil else { return [] }
    return switch tokens[name + 1].kind {
    case .mark("="), .mark(":"): ["let", "var"]
    case .mark("("): ["func"]
    default: []
    }
  }

  private static let keywords: Set<String> = [
    "let", "var", "func", "in", "is", "true", "false", "return", "if", "else", "guard", "switch",
    "case",
  ]

  private mutating func binding() throws(Abandoned) -> Statement {
    advance()
    let name = try newName()
    if take(":") != nil { try skipType(upTo: ["="]) }
    if current.isMark("(") {
      throw expected("'='", advice: "a function is written 'let \(name.text) = { x in … }'")
    }
    try require("=")
    return .binding(name, try expression())
  }

  /// Parses a name being defined.
  mutating func newName() throws(Abandoned) -> Expression.Name {
    let name = try self.name("a name")
    // A command word may be defined as a name, because the next token distinguishes them.
    guard !Self.keywords.contains(name.text) else {
      let message = "'\(name.text)' is a keyword and cannot be used as a name"
      diagnostics.append(Diagnostic(.unexpectedToken, message, at: name.range))
      throw Abandoned()
    }
    return name
  }

  mutating func name(_ what: String) throws(Abandoned) -> Expression.Name {
    guard let text = current.name else { throw expected(what) }
    return Expression.Name(text: text, range: advance().range)
  }

  private mutating func command(_ shape: CommandShape) throws(Abandoned) -> Statement {
    let name = try self.name("a command")
    var subjects: [Expression] = []
    var words: [Expression.Name] = []
    var (text, clauses): (Expression.Name?, [CommandShape.Clause: Expression.Name]) = (nil, [:])
    search?.expect(clause: nil, of: shape.id)
    let start = place
    if shape.needsSubject, isAtStatementEnd { throw lacksSubject(shape, name.range) }
    switch shape.subject {
    case .none: break
    case .words: words = self.words()
    case .text(let known):
      words = self.words()
      (text, clauses) = self.text(words, known)
    case .expression: subjects = [try expression()]
    case .optionalExpression:
      // A key where a value follows is no subject: `presets number 3`.
      let isKey = shape.keys.contains(current.name ?? "") && following.cannotFollowName
      if !isAtStatementEnd, !isKey { subjects = [try expression()] }
    case .loop: subjects = try loop(&words)
    case .search(let again): subjects = try search(again: again, &words)
    case .expressions:
      repeat { subjects.append(try expression()) } while takeSeparator()
    }
    if !subjects.isEmpty {
      let range = range(from: start)
      search?.end(subject: range)
    }
    let options = try self.options(shape)
    let end = tokens[max(position - 1, 0)].range.upperBound
    commands += shape.opens.filter { opened in !commands.contains { $0.name == opened.name } }
    return .command(
      Statement.Command(
        id: shape.id, name: name, subjects: subjects, words: words, text: text, clauses: clauses,
        options: options, range: name.range.lowerBound..<max(end, name.range.upperBound)))
  }

  /// Reports a missing subject of a command.
  private mutating func lacksSubject(_ shape: CommandShape, _ range: Range<Int>) -> Abandoned {
    diagnostics.append(
      Diagnostic(
        .missingArgument, "'\(shape.name)' needs an argument", at: range,
        fixIt: shape.example.isEmpty ? nil : .advice("example: \(shape.example)")))
    return Abandoned()
  }

  private var isAtStatementEnd: Bool {
    switch current.kind {
    case .newline, .end, .narration, .mark(";"): true
    default: false
    }
  }

  /// Returns words as one text, with the clauses that follow.
  private func text(
    _ words: [Expression.Name], _ known: [CommandShape.Clause]
  ) -> (Expression.Name?, [CommandShape.Clause: Expression.Name]) {
    var (left, clauses) = (words[...], [CommandShape.Clause: Expression.Name]())
    while let clause = known.first(where: { clauses[$0] == nil && left.ends(with: $0) }) {
      let count = clause.words.count + (clause.takesName ? 1 : 0)
      clauses[clause] = left.last
      left = left.dropLast(count)
    }
    guard let first = left.first, let last = left.last else { return (nil, clauses) }
    let range = first.range.lowerBound..<last.range.upperBound
    // An unquoted path is not assembled from words, because they may look like numbers.
    let isQuoted = left.count == 1 && source[range].hasPrefix("\"")
    return (Expression.Name(text: isQuoted ? first.text : source[range], range: range), clauses)
  }

  private mutating func words() -> [Expression.Name] {
    var words: [Expression.Name] = []
    while !isAtStatementEnd {
      meet(.word(before: words.map(\.text)))
      let token = advance()
      let text =
        switch token.kind {
        case .name(let name): name
        case .text(let text): text
        case .int(let number): "\(number)"
        default: source[token.range]
        }
      words.append(Expression.Name(text: text, range: token.range))
      // A quoted word is an ordinary string.
      if case .text = token.kind { continue }
      wordRanges.append(token.range)
    }
    return words
  }
}

extension Parser {
  /// Returns the number of unclosed brackets in a text.
  package static func openBrackets(in text: String) -> Int {
    Lexer.tokens(of: SourceText(text)).tokens.reduce(0) { max(0, $0 + $1.bracket) }
  }
}

extension ArraySlice<Expression.Name> {
  /// Whether the words end with a clause and have other words before it.
  fileprivate func ends(with clause: CommandShape.Clause) -> Bool {
    let end = dropLast(clause.takesName ? 1 : 0)
    return end.count > clause.words.count
      && end.suffix(clause.words.count).map(\.text) == clause.words
  }
}

extension CommandShape {
  fileprivate var needsSubject: Bool {
    switch subject {
    case .expression, .expressions, .loop, .search: true
    case .none, .optionalExpression, .words, .text: false
    }
  }
}

extension Token {
  /// Whether the token cannot follow a name in an expression.
  fileprivate var cannotFollowName: Bool {
    switch kind {
    case .name(let name): name != "is" && name != "in"
    case .int, .double, .share, .duration, .rate, .text: true
    default: false
    }
  }

  /// Whether a name before it is a value rather than a command.
  package var continuesExpression: Bool {
    switch kind {
    case .mark("."), .mark("="), .mark("?"): !isSpaced || kind == .mark("=") || kind == .mark("?")
    case .mark("("): !isSpaced
    default: false
    }
  }
}
