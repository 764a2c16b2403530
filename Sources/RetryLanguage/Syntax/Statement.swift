/// A statement.
package enum Statement: Sendable {
  /// `let name = expression`.
  case binding(Expression.Name, Expression)
  case expression(Expression)
  case command(Command)
  case narration(String, Range<Int>)

  /// A command as written.
  package struct Command: Sendable {
    /// The command, as the index of its shape in the command table.
    package let id: Int
    package let name: Expression.Name
    package let subjects: [Expression]
    /// Words that are not expressions, such as the topic of `help`.
    package let words: [Expression.Name]
    /// The words as one text, without clauses.
    package let text: Expression.Name?
    /// The clauses after the text, each with the name that follows it, if any.
    package let clauses: [CommandShape.Clause: Expression.Name]
    package let options: [(key: Expression.Name, value: Expression)]
    package let range: Range<Int>

    /// Returns the statement for another command that has a subset of its options.
    package func changed(to shape: CommandShape) -> Command {
      Command(
        id: shape.id, name: Expression.Name(text: shape.name, range: name.range),
        subjects: subjects, words: words, text: text, clauses: clauses,
        options: options.filter { shape.keys.contains($0.key.text) }, range: range)
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
    /// A path or other text up to the end of the line, quoted or not, optionally followed by clauses.
    case text([Clause])
    /// One or more `name in values`, and a closure over the names.
    case loop
    /// An expression, `where`, and one or more `name in values` for names in it; or a word that stands for the last one.
    case search(again: String)
  }

  /// Words after a text, such as `over`.
  package struct Clause: Hashable, Sendable {
    /// The words.
    package let words: [String]
    /// Whether a name follows the words.
    package let takesName: Bool

    /// Creates a clause.
    package init(_ words: String..., takesName: Bool = false) {
      (self.words, self.takesName) = (words, takesName)
    }
  }

  /// The index of the command in the command table.
  package private(set) var id = 0
  package let name: String
  package let subject: Subject
  /// The options, each followed by an expression.
  package let keys: [String]
  /// The options that take several expressions.
  package let listKeys: Set<String>
  /// The commands it enables.
  package private(set) var opens: [CommandShape]
  /// An example, shown if its subject is missing.
  package let example: String

  /// Creates a shape.
  package init(
    _ name: String, _ subject: Subject, keys: [String] = [], listKeys: Set<String> = [],
    opens: [CommandShape] = [],
    example: String = ""
  ) {
    self.example = example
    self.listKeys = listKeys
    self.opens = opens
    self.name = name
    self.subject = subject
    self.keys = keys
  }

  /// Returns the shape and those it enables, with their indices from a table of names.
  package func placed(in table: [String: Int]) -> CommandShape {
    var shape = self
    shape.id = table[name, default: 0]
    shape.opens = opens.map { $0.placed(in: table) }
    return shape
  }
}
