import RetryLanguage

/// Checks that a file works as a lesson: that each exercise has a goal, and each prediction a result.
struct LessonRules {
  private let table: CommandTable
  private(set) var diagnostics: [Diagnostic] = []
  /// The exercise of the section, while it has no goal.
  private var openExercise: Range<Int>?
  /// The predictions of the section, while no result has come after them.
  private var openPredictions: [Range<Int>] = []
  private var hasExercise = false
  /// Whether a section has ended with its exercise, which nothing can be added to any more.
  private var isExerciseOver = false

  /// Checks the statements of a file, each with whether it gives a result that a figure can be taken from.
  init(_ statements: [(Statement, givesResult: Bool)], _ table: CommandTable) {
    self.table = table
    var splitter = Lesson.Splitter()
    for (statement, givesResult) in statements {
      if splitter.begins(with: Lesson.Role(statement, table)) { endSection() }
      add(statement, givesResult)
    }
    endSection()
  }

  private mutating func add(_ statement: Statement, _ givesResult: Bool) {
    if givesResult { openPredictions = [] }
    guard case .command(let written) = statement else { return }
    switch table[written].role {
    case .exercise(let part): add(part, written)
    case .question: openPredictions.append(written.range)
    case .result, .call, .setting, .reset, .expectation, .nothing: break
    }
  }

  private mutating func add(_ part: Command.ExercisePart, _ written: Statement.Command) {
    switch part {
    case .task:
      endExercise()
      openExercise = written.range
      (hasExercise, isExerciseOver) = (true, false)
    case .summary: break
    case .goal, .hint, .solution, .wrong:
      if part == .goal { openExercise = nil }
      guard isExerciseOver, part != .hint || written.text != nil else { return }
      diagnostics.append(
        Diagnostic(
          .missingArgument, "'\(written.name.text)' is cut off from its exercise by narration",
          at: written.range, fixIt: .advice("move the narration to before 'exercise'")))
    }
  }

  private mutating func endSection() {
    isExerciseOver = isExerciseOver || hasExercise
    endExercise()
    endPredictions()
    hasExercise = false
  }

  private mutating func endExercise() {
    guard let range = openExercise else { return }
    openExercise = nil
    diagnostics.append(
      Diagnostic(
        .missingArgument, "this exercise has no goal", at: range,
        fixIt: .advice("add one below, for example: goal success >= 99% calls 5000")))
  }

  private mutating func endPredictions() {
    diagnostics += openPredictions.prefix(1).map { range in
      Diagnostic(
        .missingArgument, "this prediction has no result to compare it with", at: range,
        fixIt: .advice("add a call below, for example: stats fetch calls 1000"))
    }
    openPredictions = []
  }
}

extension Lesson.Role {
  init(_ statement: Statement, _ table: CommandTable) {
    switch statement {
    case .narration: self = .narration
    case .binding: self = .setup
    case .expression: self = .result
    case .command(let written):
      switch table[written].role {
      case .result, .call: self = .result
      case .exercise: self = .exercise
      case .setting, .reset: self = .setup
      // An expectation belongs to the result before it, and a question to the one after it.
      case .expectation, .question, .nothing: self = .part
      }
    }
  }
}
