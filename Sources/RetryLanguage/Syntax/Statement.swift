/// A statement.
package enum Statement: Sendable {
  /// `let name = expression`.
  case binding(Expression.Name, Expression)
  /// An expression.
  case expression(Expression)
  /// A command.
  case command(Command)
  /// A narration comment.
  case narration(String, Range<Int>)

  /// A command as written.
  package struct Command: Sendable {
    package let name: Expression.Name
    package let subjects: [Expression]
    /// Words that are not expressions, such as the topic of `help`.
    package let words: [Expression.Name]
    package let options: [(key: Expression.Name, value: Expression)]
    package let range: Range<Int>

    /// Returns the command under another name, with some of its keys.
    package func renamed(_ text: String, keeping keys: Set<String>) -> Command {
      Command(
        name: Expression.Name(text: text, range: name.range), subjects: subjects, words: words,
        options: options.filter { keys.contains($0.key.text) }, range: range)
    }
  }
}

/// The syntax of a command.
package struct CommandShape: Sendable {
  /// What follows the name of a command.
  package enum Subject: Hashable, Sendable {
    case none
    case expression
    case optionalExpression
    case expressions
    /// Words up to the end of the line.
    case words
    /// `name in values`, one or more, and a closure of the names.
    case loop
  }

  package let name: String
  package let subject: Subject
  /// The options, each followed by an expression.
  package let keys: [String]
  /// The commands it enables.
  package let opens: [CommandShape]
  /// An example, shown if its subject is missing.
  package let example: String

  /// Creates a shape.
  package init(
    _ name: String, _ subject: Subject, keys: [String] = [], opens: [CommandShape] = [],
    example: String = ""
  ) {
    self.example = example
    self.opens = opens
    self.name = name
    self.subject = subject
    self.keys = keys
  }
}
