/// One thing that a text asks for.
package enum Statement: Sendable {
  /// `let name = expression`.
  case binding(Expression.Name, Expression)
  /// An expression on its own.
  case expression(Expression)
  /// A command with its subjects and its words.
  case command(Command)
  /// A line for the reader of a scenario.
  case narration(String, Range<Int>)

  /// A command, as it was written.
  package struct Command: Sendable {
    package let name: Expression.Name
    package let subjects: [Expression]
    /// Words that are no expressions, such as the topic of `help`.
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

/// What a command takes, as far as reading it goes.
package struct CommandShape: Sendable {
  /// What follows the word.
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
  /// The keys that may follow, each with an expression.
  package let keys: [String]
  /// The commands that are there from then on.
  package let opens: [CommandShape]
  /// A line that has it, for who leaves out what it is about.
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
