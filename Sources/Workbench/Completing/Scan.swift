import RetryLanguage

/// The tokens before the partial word.
struct Scan {
  let tokens: [Token]
  let commands: [Command]
  /// The bracket depth before each token and at the end; negative after too many closing brackets.
  private let depths: [Int]

  init(tokens: some Sequence<Token>, commands: [Command]) {
    self.tokens = Array(tokens)
    self.commands = commands
    depths = self.tokens.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.bracket) }
  }

  /// The kind of text that can follow.
  var kind: CompletionPlace.Kind {
    let statement = statementStart
    guard let last = tokens.last, tokens.count > statement else { return .statement }
    if last.isMark(".") { return afterPoint }
    if last.kind == .newline {
      // Inside brackets, new lines have no meaning.
      let end = tokens.lastIndex { $0.kind != .newline } ?? -1
      return Scan(tokens: tokens[...end], commands: commands).kind
    }
    if let kind = inDefinition(statement) { return kind }
    if let command = command(at: statement), let kind = behind(command, statement, last) {
      return kind
    }
    return operand(after: last)
  }

  /// The functions among which a string here chooses.
  var keyed: [Callable] {
    guard let last = tokens.last, last.isMark("("), let call = openCall else { return [] }
    return call.allForms.filter { $0.key != nil }
  }

  /// Whether a string here is the path of a file.
  var isPath: Bool {
    guard let last = tokens.last, last.isMark("("), let call = openCall else { return false }
    return call.parameters.contains(where: \.isPath)
  }
}

// MARK: - Statements

extension Scan {
  /// The position in the text where the last statement starts.
  var statementOffset: Int {
    let start = statementStart
    return start > 0 ? tokens[start - 1].range.upperBound : 0
  }

  /// The index of the first token of the last statement.
  private var statementStart: Int {
    var open = 0
    for index in tokens.indices.reversed() {
      open -= tokens[index].bracket
      if open < 0 { open = 0 }
      let ends = tokens[index].kind == .newline || tokens[index].isMark(";")
      if ends, open == 0, !isInBrackets(index), !isJoined(index) { return index + 1 }
    }
    return 0
  }

  /// Whether a line that begins with a point goes on with the statement before a newline.
  private func isJoined(_ newline: Int) -> Bool {
    tokens[newline].kind == .newline
      && tokens[newline...].first { $0.kind != .newline }?.isMark(".") == true
  }

  /// Tells whether a bracket is open at a position.
  private func isInBrackets(_ position: Int) -> Bool { depths[position] > 0 }

  private func command(at start: Int) -> Command? {
    guard let name = tokens[start].name else { return nil }
    if tokens.count > start + 1, tokens[start + 1].continuesExpression { return nil }
    return commands.first { $0.shape.name == name }
  }

  /// The place in a definition before its value; `nil` if this is not such a place.
  private func inDefinition(_ start: Int) -> CompletionPlace.Kind? {
    let rest = tokens[start...]
    switch tokens[start].name {
    case "let", "var":
      if rest.contains(where: { $0.isMark("=") }) { return nil }
      return rest.last?.isMark(":") == true ? .type : .nothing
    case "func":
      if rest.contains(where: { $0.isMark("{") }) { return nil }
      return rest.last?.isMark(":") == true || rest.last?.isMark("->") == true ? .type : .nothing
    default: return nil
    }
  }

  private func behind(
    _ command: Command, _ start: Int, _ last: Token
  ) -> CompletionPlace.Kind? {
    let typed = tokens[(start + 1)...]
    switch command.shape.subject {
    case .words, .text:
      return .word(of: command, before: typed.map(\.kind.word))
    case .none where command.options.isEmpty: return .nothing
    default: break
    }
    guard !isInBrackets(tokens.count) else { return nil }
    let keys = typed.indices.filter { index in
      depths[index] == depths[start] && index > start + 1 && key(at: index, of: command) != nil
    }
    let isAtKey = keys.last == tokens.count - 1
    if command.shape.subject == .loop, keys.isEmpty,
      let kind = inLoop(typed, last)
    {
      return kind
    }
    if !isAtKey, !typed.isEmpty, last.endsOperand {
      return .option(of: command, given: Set(keys.compactMap { tokens[$0].name }))
    }
    let option = keys.last.flatMap { key(at: $0, of: command) }
    let isCondition = command.subjectType == nil && !command.givens.isEmpty
    guard option?.isCondition ?? isCondition else {
      return .operand(option?.type ?? command.subjectType)
    }
    return last.name == "is" ? .error(behind: subject(of: command, start)) : .condition(of: command)
  }

  private func key(at index: Int, of command: Command) -> CommandOption? {
    command.options.first { $0.key == tokens[index].name }
  }

  /// The place in `name in values, name in values` of a loop.
  private func inLoop(_ typed: ArraySlice<Token>, _ last: Token) -> CompletionPlace.Kind? {
    if typed.contains(where: { $0.isMark("{") }) { return nil }
    return last.name == "in" ? .operand(.list(.any)) : .nothing
  }

  /// The range of the subject of a command, if it is an operation.
  private func subject(of command: Command, _ start: Int) -> Range<Int>? {
    let subject = tokens[(start + 1)...].enumerated().prefix { place, token in
      place == 0 || depths[start + 1 + place] > depths[start]
        || !command.options.contains { $0.key == token.name }
    }
    guard command.subjectType == .runnable, let first = subject.first?.element,
      let last = subject.last?.element
    else { return nil }
    return first.range.lowerBound..<last.range.upperBound
  }
}

// MARK: - Points

extension Scan {
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

  /// The kind of an error in an argument of a method, in a condition on an operation, or anywhere else.
  private var kindAfterPoint: CompletionPlace.Kind {
    let before = Scan(tokens: tokens.dropLast(), commands: commands)
    if let call = before.openCall { return .kind(behind: call.receiver) }
    let start = before.statementStart
    guard start < before.tokens.count, let command = before.command(at: start) else {
      return .kind(behind: nil)
    }
    return .kind(behind: before.subject(of: command, start))
  }

  /// Returns the start of the chain of calls that ends at a position.
  private func chainStart(endingAt end: Int) -> Int {
    var index = end
    while true {
      index = operandStart(endingAt: index)
      var previous = index - 1
      while previous > 0, tokens[previous].kind == .newline { previous -= 1 }
      guard previous >= 0 else { return index }
      if tokens[previous].isMark(".") {
        // A point behind no operand begins the name of an error.
        guard previous > 0, tokens[previous - 1].endsOperand else { return previous }
        index = previous - 1
      } else if isCalled(index), previous == index - 1 {
        index = previous
      } else {
        return index
      }
    }
  }

  /// Whether a bracket stands directly behind what it calls.
  private func isCalled(_ index: Int) -> Bool {
    guard index > 0, tokens[index].isMark("(") || tokens[index].isMark("{") else { return false }
    return tokens[index - 1].name.map { !Token.words.contains($0) } ?? tokens[index - 1].isMark(")")
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
}

// MARK: - Calls

extension Scan {
  /// The position of the opening bracket of what the cursor is in.
  private var innermost: Int? {
    var open = 0
    for index in tokens.indices.reversed() {
      open += tokens[index].bracket
      if open > 0 { return index }
    }
    return nil
  }

  /// The innermost call that is still open, lists in between aside.
  var openCall: OpenCall? {
    guard var call = innermost else { return nil }
    while tokens[call].isMark("[") {
      guard let outer = Scan(tokens: tokens[..<call], commands: commands).innermost else {
        return nil
      }
      call = outer
    }
    guard tokens[call].isMark("("), call > 0, let name = tokens[call - 1].name else { return nil }
    let isMethod = call > 1 && tokens[call - 2].isMark(".")
    let receiver =
      isMethod && call > 2
      ? tokens[chainStart(endingAt: call - 3)].range.lowerBound..<tokens[call - 3].range.upperBound
      : nil
    var labels = [String?.none]
    for index in tokens.indices[(call + 1)...] where depths[index] == depths[call + 1] {
      if tokens[index].isMark(",") { labels.append(nil) }
      if tokens[index].isMark(":"), let label = tokens[index - 1].name {
        labels[labels.count - 1] = label
      }
    }
    var key: String?
    if tokens.count > call + 1, case .text(let text) = tokens[call + 1].kind { key = text }
    return OpenCall(
      name: name, isMethod: isMethod, receiver: receiver, labels: labels, key: key)
  }

  /// The place of an operand, perhaps in a call.
  private func operand(after last: Token) -> CompletionPlace.Kind {
    if last.endsOperand { return .nothing }
    guard let bracket = innermost else { return .operand(nil) }
    guard let call = openCall else { return .inner }
    if tokens[bracket].isMark("(") {
      if last.isMark("(") || last.isMark(",") { return .argument(of: call) }
      return last.isMark(":") ? .value(of: call, .whole) : .inner
    }
    if last.isMark("[") || last.isMark(",") { return .value(of: call, .element) }
    return last.isMark(":") ? .value(of: call, .entry) : .inner
  }
}

extension Token {
  /// The names that are no operands.
  fileprivate static let words: Set<String> = [
    "is", "in", "let", "var", "return", "if", "else", "guard", "switch", "case",
  ]

  fileprivate var endsOperand: Bool {
    switch kind {
    case .name(let name): !Self.words.contains(name)
    case .int, .double, .share, .duration, .rate, .text: true
    case .mark(let mark): [")", "]", "}"].contains(mark)
    default: false
    }
  }
}

extension Token.Kind {
  /// The token as a word after a command.
  fileprivate var word: String {
    switch self {
    case .name(let word), .text(let word): word
    case .int(let number): "\(number)"
    default: ""
    }
  }
}
