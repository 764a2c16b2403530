import Retry
package import RetryLanguage
import Simulation
package import TextLayout

// What an editor shows of a text that does not run, or runs in part.

/// How many attempts a number in a text allows.
package struct AttemptNote: Hashable, Sendable {
  /// The end of the number.
  package let place: Int
  package let text: String
}

extension Session {
  /// Returns the colours of a text.
  package func colours(of source: SourceText) -> [InkedRange] {
    SyntaxColours(Lexer.tokens(of: source).tokens, of: source, commands: shapes).ranges
  }

  /// Returns how many attempts the numbers in the calls of a text allow, as the `3` of `retry(3)`.
  package func attemptNotes(in source: SourceText) -> [AttemptNote] {
    var planner = StatementPlanner(self, source)
    var notes: [AttemptNote] = []
    for statement in Parser.read(source, commands: shapes).statements {
      for call in statement.expressions.flatMap(\.callsWithNumber) {
        notes += planner.attempts(of: call).map { [$0] } ?? []
      }
      planner.add(statement)
    }
    return notes
  }
}

// MARK: - One name, one statement

extension Session {
  /// Describes what a name means behind a place of a text; `nil` if it has no meaning there.
  package func description(of name: String, at place: Int, in source: SourceText) -> String? {
    let reading = Parser.read(source, commands: shapes)
    var planner = StatementPlanner(self, source)
    for (statement, range) in zip(reading.statements, reading.ranges)
    where range.lowerBound <= place {
      planner.add(statement)
    }
    return planner.definitions[name].map(Description.value)
  }

  /// Whether a statement shows something when it runs, so that a person may want to run it alone.
  package func shows(_ statement: Statement) -> Bool {
    switch statement {
    case .expression: true
    case .command(let written): workspace.table[written].result != nil
    case .binding, .narration: false
    }
  }

  /// Returns a text with one statement and what it may depend on: definitions, settings, and results if one is used.
  package func text(of source: SourceText, with index: Int) -> String {
    let reading = Parser.read(source, commands: shapes)
    let isNeeded = { (number: Int, statement: Statement) in
      number == index || number < index && (statement.defines || changes(statement))
    }
    let needed = reading.statements.enumerated().filter { isNeeded($0, $1) }.map(\.element)
    let usesResults = needed.flatMap(\.expressions).contains { $0.mentions { $0.hasPrefix("_") } }
    return source.text(of: reading) { number, statement in
      usesResults ? number <= index : isNeeded(number, statement)
    }
  }

  /// Whether a statement sets something, or takes back what others did.
  private func changes(_ statement: Statement) -> Bool {
    guard case .command(let written) = statement else { return false }
    if case .setting = workspace.table[written].role { return true }
    return ["undo", "redo", "reset"].contains(written.name.text)
  }
}

extension SourceText {
  /// Returns the text with some of its statements; others leave their room, so that mistakes keep their places.
  func text(of reading: Parser.Result, where isKept: (Int, Statement) -> Bool) -> String {
    var characters = characters
    for (index, statement) in reading.statements.enumerated() where !isKept(index, statement) {
      for place in reading.ranges[index] where !characters[place].isNewline {
        characters[place] = " "
      }
    }
    return String(characters)
  }
}

// MARK: - Attempts

extension StatementPlanner {
  fileprivate func attempts(of call: CountedCall) -> AttemptNote? {
    var planner = self
    let strategy: RetryStrategy
    switch planner.evaluate(call.expression)?.item {
    case .policy(let policy): strategy = policy
    case .source(let source):
      guard case .retry(let policy) = source.kind else { return nil }
      strategy = policy
    default: return nil
    }
    guard let count = strategy.policy.rules.mostAttempts else { return nil }
    return AttemptNote(place: call.end, text: count.counting("attempt"))
  }
}

/// A call whose first number is an argument without the label `attempts`.
private struct CountedCall {
  let expression: Expression
  let end: Int
}

extension Expression {
  fileprivate var callsWithNumber: [CountedCall] {
    let inner = parts.flatMap(\.callsWithNumber)
    guard case .call(let callee, let arguments, _) = self, let name = callee.calledName,
      Catalogue.all.contains(where: { $0.name == name && $0.topic == .strategy }),
      let number = arguments.first(where: \.isInt), number.label?.text != "attempts"
    else { return inner }
    return inner + [CountedCall(expression: self, end: number.range.upperBound)]
  }

  private var calledName: String? {
    switch self {
    case .name(let name, _): name
    case .member(_, let name), .implicitMember(let name, _, _): name.text
    default: nil
    }
  }
}

extension Expression.Argument {
  fileprivate var isInt: Bool { if case .int = value { true } else { false } }
}
