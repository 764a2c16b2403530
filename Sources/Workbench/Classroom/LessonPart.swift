import RetryLanguage

/// A statement of a lesson, with what it is for.
struct LessonPart: Sendable {
  /// What a statement is for.
  enum Kind: Hashable, Sendable {
    case narration
    /// It defines or sets something.
    case setup
    /// It runs or shows something.
    case result
    /// It asks about the next result, or checks the last one.
    case remark
    case exercise(Command.ExercisePart)

    /// Whether only the author sees it.
    var isSecret: Bool {
      switch self {
      case .remark, .exercise(.solution), .exercise(.wrong), .exercise(.summary): true
      case .narration, .setup, .result, .exercise: false
      }
    }
  }

  let kind: Kind
  let statement: Statement
  /// The statement as written, without comments.
  let text: String
  let line: Int
  /// Whether an empty line precedes it.
  let isApart: Bool

  /// Whether students do not see it, or not before they miss it.
  var isSecret: Bool {
    guard case .command(let written) = statement else { return false }
    return kind.isSecret || written.options.contains { $0.key.text == CommandOption.secret.key }
  }

  /// Whether it is a goal that students do not see before they miss it.
  var isSecretGoal: Bool { isSecret && !kind.isSecret }

  /// What it is for among the sections of the lesson.
  var role: Lesson.Role { Lesson.Role(statement, .standard) }

  /// Splits a lesson; errors in it are found when it is checked.
  static func parts(of text: String) -> [LessonPart] {
    let source = SourceText(text)
    let reading = Parser.read(source, commands: formatterShapes)
    var end = 0
    return zip(reading.statements, reading.ranges).map { statement, range in
      let between = source[end..<range.lowerBound]
      end = range.upperBound
      let written = source[range]
      let hasComment = !statement.isNarration && (written.contains("//") || written.contains("/*"))
      return LessonPart(
        kind: Kind(statement), statement: statement,
        text: hasComment ? formatter.text(statement) : written,
        line: source.place(of: range.lowerBound).line,
        isApart: between.split(separator: "\n", omittingEmptySubsequences: false).count > 2)
    }
  }

  /// Returns parts as a text in which they are on the same lines as in the lesson.
  static func script(_ parts: [LessonPart]) -> String {
    var (text, line) = ("", 1)
    for part in parts {
      if part.line > line {
        text += String(repeating: "\n", count: part.line - line)
      } else if !text.isEmpty {
        text += ";"
      }
      text += part.text
      line = part.line + part.text.count(where: \.isNewline)
    }
    return text + "\n"
  }

  /// Returns parts as the text of a file, with its paragraphs.
  static func sheet(_ parts: [LessonPart]) -> String {
    var text = ""
    for part in parts {
      if part.isApart, !text.isEmpty { text += "\n" }
      text += part.text + "\n"
    }
    return text
  }

  static let formatterShapes = CommandTable.standard.all.map(\.shape)
  /// Writes statements in the one form that all layouts have in common.
  static let formatter = Formatter(commands: formatterShapes, width: .max)
}

extension LessonPart.Kind {
  fileprivate init(_ statement: Statement) {
    switch statement {
    case .narration: self = .narration
    case .binding: self = .setup
    case .expression: self = .result
    case .command(let written):
      let command = CommandTable.standard[written]
      switch command.role {
      // A file is loaded for what it defines.
      case .nothing where command.isFollowed: self = .setup
      case .setting, .reset: self = .setup
      case .result, .call, .nothing: self = .result
      case .question, .expectation: self = .remark
      case .exercise(let part): self = .exercise(part)
      }
    }
  }
}

extension Statement {
  fileprivate var isNarration: Bool { if case .narration = self { true } else { false } }
}
