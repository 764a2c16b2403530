import RetryLanguage

// Presenting lessons, section by section.

extension Session {
  /// Starts a lesson, or goes on where it was left.
  mutating func begin(_ lesson: Lesson, number: Int?, isFresh: Bool) -> Status {
    let plain = lessons.begin(lesson, number: number, with: settings, isFresh: isFresh)
    reportWarning()
    workspace.change { $0.adopt(plain) }
    passOver(lesson)
    if let words = lessons.resumption { workspace.emit(.note(words)) }
    return goOn()
  }

  /// Defines and sets, without a word, what the sections before the place of the person do.
  private mutating func passOver(_ lesson: Lesson) {
    let state = stateNow
    workspace.isMuted = true
    defer { workspace.isMuted = false }
    while true {
      let now = stateNow
      guard let setup = lessons.passOver(now) else { return }
      guard run(setup, of: lesson.path) != .ready else { continue }
      // Something depends on a result: then every section has to run.
      lessons.startOver()
      return restore(state)
    }
  }

  /// What a section starts from.
  private var stateNow: LessonPlayer.State {
    LessonPlayer.State(settings: settings, definitions: workspace.environment.definitions)
  }

  private mutating func restore(_ state: LessonPlayer.State) {
    workspace.change {
      $0.adopt(state.settings)
      $0.adopt(state.definitions)
    }
  }

  /// Presents the next section of the lesson.
  mutating func goOn() -> Status {
    let state = stateNow
    switch lessons.next(state) {
    case nil: return .ready
    case .section?: return present()
    case .end?: return endLesson()
    case .openExercise?:
      workspace.emit(
        .text("the exercise is not solved: use 'check' or 'hint', or 'next' again to skip it"))
      return .ready
    }
  }

  /// Presents the previous section again.
  mutating func goBack() -> Status {
    guard let state = lessons.back() else { return .ready }
    let names = state.definitions.names.filter { name in
      let old = workspace.environment.definitions.replaced(name, in: nil)
      return old.map { Description.value($0) }
        != state.definitions[name].map { Description.value($0) }
        && old != nil
    }
    if !names.isEmpty {
      workspace.emit(
        .note("restored as at the start of the section: \(names.joined(separator: ", "))"))
    }
    restore(state)
    return present()
  }

  private mutating func present() -> Status {
    for dropped in lessons.predictions {
      workspace.emit(
        .note(
          "there was no result to compare with your guess \(dropped.said) for \(dropped.question.subject)"
        ))
    }
    guard let section = lessons.beginSection() else { return .ready }
    if asksForAnswer(section.text) { restoreGiven() }
    workspace.isPresenting = true
    workspace.terminal.presents?(true)
    defer { workspace.terminal.presents?(false) }
    let status = run(section.text, of: section.path)
    workspace.isPresenting = false
    if status == .wrong, workspace.terminal.isInterrupted?() == true {
      lessons.leaveSection()
      workspace.emit(.note("'next' shows this section again"))
      return status
    }
    // A file may hold the answer, too, and check it.
    guard status == .ready, lessons.isOpen else { return status }
    if let exercise = lessons.exercise { workspace.emit(.text("\n" + exercise.task)) }
    lessons.keepProgress()
    reportWarning()
    if lessons.isOver { return endLesson() }
    if let place = lessons.placePhrase { workspace.emit(.note(place)) }
    return .ready
  }

  private func asksForAnswer(_ text: String) -> Bool {
    Parser.read(SourceText(text), commands: shapes).statements.contains {
      Lesson.Role($0, workspace.table) == .exercise
    }
  }

  /// Brings back what the lesson gave, which is what the goals of an exercise are about.
  private mutating func restoreGiven() {
    let names = workspace.change { $0.restoreGiven() }
    guard !names.isEmpty else { return }
    workspace.emit(.note("restored as in the lesson: \(names.joined(separator: ", "))"))
  }

  private mutating func endLesson() -> Status {
    guard let end = lessons.end() else { return .ready }
    reportWarning()
    let settings = end.settings.onScreen(of: settings)
    workspace.change { $0.adopt(settings) }
    let summary = end.summary.map { Article.rows($0.rows) + "\n" } ?? ""
    workspace.emit(.text(summary + end.phrase))
    return .ready
  }

  /// How a person who comes back goes on with the lessons; `nil` if there is none to go on with.
  package mutating func resumption() -> String? {
    lessons.last() == nil ? nil : lessons.advice()
  }

  /// Emits the player's warning, if any.
  mutating func reportWarning() {
    if let warning = lessons.takeWarning() { workspace.emit(.note("warning: \(warning)")) }
  }

  /// Checks the person's answer to the current exercise.
  mutating func check(_ exercise: Exercise, at range: Range<Int>) throws(Diagnostic) -> Status {
    guard let definition = workspace.environment.definitions[exercise.name] else {
      throw Diagnostic(
        .unknownName, "'\(exercise.name)' is not defined yet", at: range,
        fixIt: .advice("let \(exercise.name) = \(exercise.base?.name ?? "…") …"))
    }
    guard let source = definition.item.source else {
      throw Diagnostic(
        .wrongType, "'\(exercise.name)' must be an operation, not \(definition.type)",
        at: range)
    }
    let checker = ExerciseChecker(exercise, workspace.environment, workspace.terminal)
    guard let check = checker.check(source, written: definition.text, by: .student) else {
      workspace.emit(.note("stopped by Ctrl-C"))
      return .ready
    }
    workspace.emit(.checked(check))
    guard check.isMet else { return .failed }
    lessons.exercise?.isPassed = true
    let step = lessons.pass()
    reportWarning()
    switch step {
    case nil: return .ready
    case .end?: return endLesson()
    case .section?, .openExercise?:
      workspace.emit(.note("'next' continues"))
      return .ready
    }
  }
}
