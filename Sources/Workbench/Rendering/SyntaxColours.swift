package import RetryLanguage
import TextLayout

/// The colours of a text of the language, which need not be valid.
struct SyntaxColours {
  private(set) var ranges: [InkedRange] = []
  private let commands: [CommandShape]
  /// The command of the current statement, if it is one.
  private var command: CommandShape?
  private var isAtStart = true
  /// The number of open brackets.
  private var depth = 0

  init(_ tokens: [Token], of source: SourceText, commands: [CommandShape]) {
    self.commands = commands
    // The last token, and the last that is no newline.
    var (last, previous): (Token?, Token?)
    for (token, next) in zip(tokens, tokens.dropFirst().map(Optional.some) + [nil]) {
      // What is between tokens is white space or a comment.
      let gap = (last?.range.upperBound ?? 0)..<token.range.lowerBound
      if gap.count > 1, source.characters[gap].contains("/") {
        ranges.append(InkedRange(gap, .faint))
      }
      read(token, after: previous, before: next, isAtLineStart: last?.kind == .newline)
      last = token
      if token.kind != .newline { previous = token }
    }
  }

  /// Returns a text as typed in pieces of one colour, each line of which only draws.
  static func pieces(
    of text: String, _ commands: [CommandShape]
  ) -> [(text: String, ink: Ink?)] {
    let safe = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { String($0).sanitized }.joined(separator: "\n")
    let source = SourceText(safe)
    let colours = SyntaxColours(Lexer.tokens(of: source).tokens, of: source, commands: commands)
    return InkedRange.pieces(of: safe, colours.ranges)
  }

  private mutating func read(
    _ token: Token, after previous: Token?, before next: Token?, isAtLineStart: Bool
  ) {
    if depth == 0, token.kind == .newline || token.isMark(";") {
      (isAtStart, command) = (true, nil)
      return
    }
    depth = max(0, depth + token.bracket)
    if isAtStart, let name = token.name {
      // A value may have the name of a command.
      let isValue = next?.continuesExpression == true
      command = isValue ? nil : commands.first { $0.name == name }
      if command != nil || name == "let" { add(token, .strong) }
    } else if command?.takesWords != true {
      colour(token, after: previous, isAtLineStart: isAtLineStart)
    }
    isAtStart = false
  }

  private mutating func colour(_ token: Token, after previous: Token?, isAtLineStart: Bool) {
    switch token.kind {
    case .int, .double, .share, .duration, .rate: add(token, .number)
    case .text: add(token, .quoted)
    case .narration: add(token, .faint)
    case .name(let name):
      if previous.map({ $0.isMark(".") && ranges.last?.range == $0.range }) == true {
        add(token, .kind)
      } else if depth == 0, command?.keys.contains(name) == true {
        add(token, .strong)
      }
    // A point that follows no operand begins the name of an error; on a new line it goes on with the operand.
    case .mark("."):
      if token.isSpaced && !isAtLineStart || previous?.isOperator != false { add(token, .kind) }
    case .mark, .newline, .end: break
    }
  }

  private mutating func add(_ token: Token, _ ink: Ink) {
    ranges.append(InkedRange(token.range, ink))
  }
}

extension Token {
  /// Whether an operand follows it.
  fileprivate var isOperator: Bool {
    if case .mark(let mark) = kind { ![")", "]", "}"].contains(mark) } else { false }
  }
}

extension CommandShape {
  /// Whether words follow it that are no expressions.
  package var takesWords: Bool {
    switch subject {
    case .words, .text: true
    case .none, .expression, .optionalExpression, .expressions, .loop, .search: false
    }
  }
}
