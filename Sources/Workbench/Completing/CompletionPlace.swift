import RetryLanguage

/// The context of a cursor, which determines the completions.
struct CompletionPlace {
  /// The kind of text that can follow.
  enum Kind {
    /// A statement.
    case statement
    /// A condition of a command.
    case condition(of: Command)
    /// An error in a list of patterns, behind an operation in this range if it is known.
    case pattern(behind: Range<Int>?)
    /// A word after a command that takes words.
    case word(of: Command)
    /// A member of the expression in this range.
    case member(of: Range<Int>)
    /// The kind of an error, after a leading point, behind an operation in this range if it is known.
    case kind(behind: Range<Int>?)
    /// An argument of a call, with or without its label.
    case argument(of: String, isMethod: Bool, given: Set<String>)
    /// The value of a label in a call.
    case value(of: String, in: String)
    /// An operand, perhaps inside a list or a closure.
    case expression(isNested: Bool)
    /// An option of a command, after a complete operand.
    case key(of: Command)
    /// Nothing, for example inside a string.
    case nothing
  }

  /// The word so far.
  let partial: String
  /// The range of the partial word.
  let range: Range<Int>
  let kind: Kind

  /// Analyses a text that ends at the cursor.
  init(_ source: SourceText, commands: [Command]) {
    let end = source.characters.count
    // One more letter shows the context: in a comment or a string it makes no name.
    let (tokens, _) = Lexer.tokens(of: SourceText(String(source.characters) + "z"))
    let before = Array(tokens.dropLast())
    guard let last = before.last, let name = last.name, last.range.upperBound == end + 1 else {
      (partial, range, kind) = ("", end..<end, .nothing)
      return
    }
    partial = String(name.dropLast())
    range = end - partial.count..<end
    kind = Scan(tokens: before.dropLast(), commands: commands).kind
  }
}

extension Type {
  /// Whether its lists name kinds of errors.
  fileprivate var takesKinds: Bool { self == .list(.pattern) || self == .faults }
}

extension Token {
  /// Whether an operand can end with this token.
  fileprivate var endsOperand: Bool {
    switch kind {
    case .name(let name):
      !["is", "in", "let", "var", "return", "if", "else", "guard", "switch", "case"].contains(name)
    case .int, .double, .share, .duration, .rate, .text: true
    case .mark(let mark): [")", "]", "}"].contains(mark)
    default: false
    }
  }
}

/// The tokens before the partial word.
struct Scan {
  let tokens: [Token]
  let commands: [Command]
  /// The bracket depth before each token and at the end; negative after too many closing brackets.
  let depths: [Int]

  init(tokens: some Sequence<Token>, commands: [Command]) {
    self.tokens = Array(tokens)
    self.commands = commands
    depths = self.tokens.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.bracket) }
  }

  var kind: CompletionPlace.Kind {
    let statement = statementStart
    guard let last = tokens.last, tokens.count > statement else { return .statement }
    if last.isMark(".") { return afterPoint }
    if last.kind == .newline {
      // Inside brackets, new lines have no meaning.
      let end = tokens.lastIndex { $0.kind != .newline } ?? -1
      return Scan(tokens: tokens[...end], commands: commands).kind
    }
    if let command = command(at: statement), let kind = behind(command, statement, last) {
      return kind
    }
    if let list = openList, let kind = pattern(in: list) { return kind }
    if let (call, name) = enclosingCall { return inside(call, of: name, last) }
    return last.endsOperand ? .nothing : expression
  }

  private var expression: CompletionPlace.Kind {
    .expression(isNested: isInBrackets(tokens.count))
  }

  /// The index of the first token of the last statement.
  private var statementStart: Int {
    var open = 0
    for index in tokens.indices.reversed() {
      open -= tokens[index].bracket
      if open < 0 { open = 0 }
      let ends = tokens[index].kind == .newline || tokens[index].isMark(";")
      if ends, open == 0, !isInBrackets(index) { return index + 1 }
    }
    return 0
  }

  /// Tells whether a bracket is open at a position.
  private func isInBrackets(_ position: Int) -> Bool { depths[position] > 0 }

  private func command(at start: Int) -> Command? {
    guard let name = tokens[start].name else { return nil }
    return commands.first { $0.shape.name == name }
  }

  private func behind(
    _ command: Command, _ start: Int, _ last: Token
  ) -> CompletionPlace.Kind? {
    switch command.shape.subject {
    case .words, .text: return tokens.count == start + 1 ? .word(of: command) : .nothing
    default: break
    }
    guard !isInBrackets(tokens.count) else { return nil }
    let isCondition = command.subjectType == nil && !command.givens.isEmpty
    if tokens.count == start + 1 { return isCondition ? .condition(of: command) : expression }
    let option = last.name.flatMap { name in command.options.first { $0.key == name } }
    if option?.isCondition == true { return .condition(of: command) }
    return last.endsOperand ? .key(of: command) : expression
  }

  private var afterPoint: CompletionPlace.Kind {
    var end = tokens.count - 1
    // A leading point continues the chain of the previous line.
    while end > 0, tokens[end - 1].kind == .newline { end -= 1 }
    guard end > 0, tokens[end - 1].endsOperand else { return kindAfterPoint }
    let isNextLine = end < tokens.count - 1
    if tokens[tokens.count - 1].isSpaced, !isNextLine { return kindAfterPoint }
    let start = chainStart(endingAt: end - 1)
    return .member(of: tokens[start].range.lowerBound..<tokens[end - 1].range.upperBound)
  }

  /// The kind of an error in a list of patterns, or anywhere else.
  private var kindAfterPoint: CompletionPlace.Kind {
    let before = Scan(tokens: tokens.dropLast(), commands: commands)
    guard let list = before.openList, case .pattern(let range)? = before.pattern(in: list) else {
      return .kind(behind: nil)
    }
    return .kind(behind: range)
  }

  /// Returns the start of the chain of calls that ends at a position.
  func chainStart(endingAt end: Int) -> Int {
    var index = end
    while true {
      index = operandStart(endingAt: index)
      var previous = index - 1
      while previous > 0, tokens[previous].kind == .newline { previous -= 1 }
      guard previous > 0 else { return index }
      if tokens[previous].isMark("."), tokens[previous - 1].endsOperand {
        index = previous - 1
      } else if tokens[index].isMark("(") || tokens[index].isMark("{"),
        previous == index - 1, tokens[previous].name != nil || tokens[previous].isMark(")")
      {
        index = previous
      } else {
        return index
      }
    }
  }

  /// Returns the position of the matching opening bracket, or the same position.
  private func operandStart(endingAt end: Int) -> Int {
    var open = 0
    for index in tokens.indices.prefix(end + 1).reversed() {
      open -= tokens[index].bracket
      if open <= 0 { return index }
    }
    return end
  }

  /// The position of the opening bracket of the innermost list, right after which or after whose comma the word stands.
  private var openList: Int? {
    guard let last = tokens.last, last.isMark("[") || last.isMark(",") else { return nil }
    var open = 0
    for index in tokens.indices.reversed() {
      open += tokens[index].bracket
      if open > 0 { return tokens[index].isMark("[") ? index : nil }
    }
    return nil
  }

  /// Returns the place of an error in the list of a label such as `on:`.
  private func pattern(in list: Int) -> CompletionPlace.Kind? {
    guard list > 1, tokens[list - 1].isMark(":"), let label = tokens[list - 2].name,
      let (call, name) = Scan(tokens: tokens[..<list], commands: commands).enclosingCall,
      Catalogue.callables(withLabel: label).contains(where: { callable in
        callable.name == name
          && callable.parameters.contains { $0.label == label && $0.type.takesKinds }
      })
    else { return nil }
    guard call > 2, tokens[call - 2].isMark(".") else { return .pattern(behind: nil) }
    let start = chainStart(endingAt: call - 3)
    return .pattern(
      behind: tokens[start].range.lowerBound..<tokens[call - 3].range.upperBound)
  }

  /// The position of the opening parenthesis of the innermost call.
  private var enclosingCall: (place: Int, name: String)? {
    var open = 0
    for index in tokens.indices.reversed() {
      open += tokens[index].bracket
      guard open > 0 else { continue }
      guard tokens[index].isMark("("), index > 0, let name = tokens[index - 1].name else {
        return nil
      }
      return (index, name)
    }
    return nil
  }

  private func inside(_ call: Int, of name: String, _ last: Token) -> CompletionPlace.Kind {
    let isMethod = call > 1 && tokens[call - 2].isMark(".")
    if last.isMark("(") || last.isMark(",") {
      let inner = tokens[(call + 1)...]
      let given = zip(inner, inner.dropFirst()).compactMap { $1.isMark(":") ? $0.name : nil }
      return .argument(of: name, isMethod: isMethod, given: Set(given))
    }
    if last.isMark(":"), let label = tokens[tokens.count - 2].name {
      return .value(of: label, in: name)
    }
    return last.endsOperand ? .nothing : expression
  }
}
