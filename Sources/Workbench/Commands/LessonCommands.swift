import RetryLanguage

extension Command {
  /// Lists the lessons, or starts one.
  static let lesson = Command(
    "lesson", .text([]), readsFile: true,
    "lists the lessons and your progress; 'lesson 3' starts the third, 'lesson mine.retry' one from a file",
    example: "lesson",
    words: { session in
      session.lessons.course.enumerated().map { index, path in
        Proposals.Word("\(index + 1)", session.lessons.title(of: path))
      }
    }
  ) { (session, call) throws(Diagnostic) in
    guard let name = call.text else {
      let rows = session.lessons.rows()
      session.tellWarning()
      session.emit(
        .text(
          rows.isEmpty
            ? "no lessons found: start in the package's folder, or give the path of a lesson"
            : Help.rows(rows) + "\n'lesson 1' starts the first"))
      return .ready
    }
    guard session.environment.depth == 0 else {
      throw Diagnostic(.tooDeep, "a script cannot start a lesson", at: call.range)
    }
    let course = session.lessons.course
    var path: String
    var number = Int(name.text)
    if let index = number {
      guard course.indices.contains(index - 1) else {
        let count = course.isEmpty ? "there are none here" : "they are 1 to \(course.count)"
        throw Diagnostic(.unknownName, "there is no lesson \(index): \(count)", at: name.range)
      }
      path = course[index - 1]
    } else {
      path = name.text
      number = course.firstIndex(of: path).map { $0 + 1 }
    }
    let text: String
    switch number == nil ? .absent : session.lessons.content(of: path) {
    case .text(let lesson): text = lesson
    case .absent, .folder: (path, text) = try session.environment.scenario(at: path, call.range)
    case .unreadable(let reason):
      throw Diagnostic(
        .unknownName, "the lesson '\(path.sanitized)' cannot be read: \(reason)", at: call.range)
    }
    let status = session.run(text, of: path, onlyChecking: true)
    guard status == .ready else { return status }
    return session.begin(session.lesson(text, of: path), number: number)
  }

  /// Checks an answer against the goals of the exercise.
  static let check = Command(
    "check", .none,
    "checks your answer against the goals of the exercise",
    example: """
      exercise answer
      goal success >= 99% calls 5000
      goal attempts <= 2 calls 5000
      let answer = op(fails: 30%).retry(3)
      check
      """
  ) { (session, call) throws(Diagnostic) in
    let exercise = try session.currentExercise(at: call.range)
    return try session.check(exercise, at: call.range)
  }

  /// Shows a hint, or adds one.
  static let hint = Command(
    "hint", .text([]), saving: .exercise,
    "shows the next hint of the exercise; in a lesson's file, adds one: hint \"text\"",
    example: "exercise answer\nhint \"what does the 3 count?\"\nhint"
  ) { (session, call) throws(Diagnostic) in
    if let hint = call.text {
      try session.changeExercise(call) { $0.hints.append(hint.text.sanitized) }
      return .ready
    }
    let exercise = try session.currentExercise(at: call.range)
    let index = exercise.hintCount
    guard index < exercise.hints.count else {
      session.emit(.text(exercise.hints.isEmpty ? "there are no hints" : "there are no more hints"))
      session.lessons.exercise?.hintCount = 0
      return .ready
    }
    session.lessons.exercise?.hintCount += 1
    session.emit(.text("hint \(index + 1) of \(exercise.hints.count): \(exercise.hints[index])"))
    return .ready
  }
}

extension Session {
  /// Returns the current exercise; throws if there is none.
  fileprivate func currentExercise(at range: Range<Int>) throws(Diagnostic) -> Exercise {
    guard let exercise = lessons.exercise else {
      throw Diagnostic(
        .missingArgument, "there is no exercise; 'lesson' lists the lessons", at: range)
    }
    return exercise
  }

  /// Reads a lesson.
  fileprivate func lesson(_ text: String, of path: String) -> Lesson {
    let source = SourceText(text)
    let statements = Parser.read(source, commands: table.all.map(\.shape)).statements
    return Lesson(path: path, source, statements, endsSection: endsSection)
  }

  /// Returns whether narration after a statement starts a new section.
  private func endsSection(_ statement: Statement) -> Bool {
    switch statement {
    case .narration, .binding: return false
    case .expression: return true
    case .command(let written):
      switch table[written].saving {
      case .result, .call, .exercise: return true
      // An expectation belongs to the result before it.
      case .expectation, .setting, .reset: return false
      case .nothing: return false
      }
    }
  }
}
