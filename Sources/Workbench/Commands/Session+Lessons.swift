import RetryLanguage
import TextLayout

// Walking through a lesson, section by section.

extension Session {
  /// The paths of the course.
  var course: [String] { terminal.lessonStore.course() }

  /// The lessons of the course, by their numbers, with marks.
  mutating func lessonRows() -> [(name: String, text: String)] {
    let progress = keptProgress()
    return course.enumerated().map { index, path in
      let title = lessonTitle(path)
      let words = progress.marks[Self.lessonName(path)]?.words ?? ""
      return ("\(index + 1)", words.isEmpty ? title : "\(title)  (\(words))")
    }
  }

  /// Returns the title of a lesson, or why it cannot be read.
  func lessonTitle(_ path: String) -> String {
    let lesson = terminal.lessonStore.lesson(path)
    return lesson.text.map { Lesson.title(of: $0) }
      ?? "cannot be read: \(lesson.reason ?? "")".sanitized
  }

  /// The name under which the progress in a lesson is kept.
  static func lessonName(_ path: String) -> String {
    let file = path.split(separator: "/").suffix(1).joined()
    return file.hasSuffix(".retry") ? String(file.dropLast(".retry".count)) : file
  }

  /// Begins a lesson: at its beginning, or where the person left it.
  mutating func begin(_ lesson: Lesson, number: Int?) -> Status {
    let old = lessonState.walk?.settings ?? settings
    var plain = Settings()
    plain.width = settings.width
    plain.threads = settings.threads
    adopt(plain)
    let name = Self.lessonName(lesson.path)
    var walk = LessonState.Walk(lesson: lesson, name: name, number: number, settings: old)
    walk.passed = keptProgress().marks[name]?.passed ?? []
    lessonState.walk = walk
    return goOn()
  }

  /// Shows the next section of the lesson.
  mutating func goOn() -> Status {
    guard var walk = lessonState.walk else { return .ready }
    if lessonState.exercise != nil, !walk.passed.contains(walk.place), !walk.isWarned {
      lessonState.walk?.isWarned = true
      emit(
        .text(
          "the exercise is not solved: use 'check' or 'hint', or 'next' again to skip it"
        ))
      return .ready
    }
    walk.place += 1
    guard walk.place < walk.lesson.sections.count else { return end() }
    walk.states.append(LessonState.State(settings: settings, definitions: definitions))
    lessonState.walk = walk
    return present()
  }

  /// Shows the section before again.
  mutating func goBack() -> Status {
    guard var walk = lessonState.walk else { return .ready }
    walk.place = max(0, walk.place - 1)
    let state = walk.states[walk.place]
    walk.states.removeLast(walk.states.count - walk.place - 1)
    lessonState.walk = walk
    adopt(state.settings)
    for name in state.definitions.names {
      guard let definition = state.definitions[name] else { continue }
      if definitions[name]?.text != definition.text { note(definition.written(as: name)) }
      define(name, definition)
    }
    return present()
  }

  /// Shows the current section.
  private mutating func present() -> Status {
    guard let walk = lessonState.walk else { return .ready }
    (lessonState.exercise, lessonState.prediction) = (nil, nil)
    lessonState.walk?.isWarned = false
    lessonState.isPresenting = true
    let status = run(walk.lesson.sections[walk.place], of: walk.lesson.path)
    lessonState.isPresenting = false
    guard status == .ready else { return status }
    if let exercise = lessonState.exercise { emit(.text("\n" + exercise.task)) }
    keepProgress()
    return walk.isOver && lessonState.exercise == nil ? end() : sayPlace(walk)
  }

  private func sayPlace(_ walk: LessonState.Walk) -> Status {
    let place = "\(walk.place + 1) of \(walk.lesson.sections.count)"
    let isOpen = lessonState.exercise != nil && !walk.passed.contains(walk.place)
    emit(.note("\(place) · " + (isOpen ? "your turn" : "'next' continues")))
    return .ready
  }

  /// Says that the lesson is over, and puts the settings back.
  private mutating func end() -> Status {
    guard let walk = lessonState.walk else { return .ready }
    keepProgress(isDone: true)
    (lessonState.walk, lessonState.exercise) = (nil, nil)
    var old = walk.settings
    old.width = settings.width
    adopt(old)
    let next = walk.number.map {
      $0 < course.count ? "; 'lesson \($0 + 1)' starts the next one" : ""
    }
    emit(.text("end of the lesson '\(walk.lesson.title)'" + (next ?? "")))
    return .ready
  }

  /// Checks the person's answer to the current exercise.
  mutating func check(_ exercise: Exercise, at range: Range<Int>) throws(Diagnostic) -> Status {
    guard let definition = definitions[exercise.name] else {
      throw Diagnostic(
        .unknownName, "'\(exercise.name)' is not defined yet", at: range,
        mend: .advice("let \(exercise.name) = \(exercise.base ?? "…") …"))
    }
    guard let source = definition.item.source else {
      throw Diagnostic(
        .wrongType, "'\(exercise.name)' must be an operation, not \(definition.type)",
        at: range)
    }
    if let base = missingBase(of: exercise, in: source) {
      emit(.text("not yet: '\(exercise.name)' does not run '\(base)'"))
      return .failed
    }
    guard let answers = answers(of: source, to: exercise) else {
      emit(.note("stopped by Ctrl-C"))
      return .ready
    }
    let missed = answers.count { !$0.isMet }
    let count = missed == 1 ? "one goal is missed" : "\(missed) goals are missed"
    let isLast = lessonState.walk?.isOver == true
    let verdict = missed > 0 ? "not yet: \(count)" : "well done"
    emit(.text(Exercise.lines(answers) + "\n" + verdict))
    guard missed == 0 else { return .failed }
    guard let walk = lessonState.walk else { return .ready }
    lessonState.walk?.passed.insert(walk.place)
    keepProgress()
    if isLast { return end() }
    emit(.note("'next' continues"))
    return .ready
  }
}

// MARK: - Progress

extension Session {
  /// What was kept, with what this session knows besides; what is no progress is left alone, and told of once.
  private mutating func storedProgress() -> LessonProgress? {
    switch terminal.lessonStore.kept() {
    case .absent: return LessonProgress()
    case .unreadable(let reason):
      warn("your progress cannot be read: \(reason)")
    case .text(let text):
      if let progress = LessonProgress(text, json: host.json) { return progress }
      warn("the file with your progress is damaged; it is not changed")
    }
    return nil
  }

  private mutating func keptProgress() -> LessonProgress {
    var progress = storedProgress() ?? LessonProgress()
    progress.marks.merge(lessonState.progress.marks) { $1 }
    return progress
  }

  private mutating func keepProgress(isDone: Bool = false) {
    guard let walk = lessonState.walk else { return }
    var mark = keptProgress().marks[walk.name, default: LessonProgress.Mark()]
    mark.place = min(walk.place + 1, walk.lesson.sections.count)
    mark.count = walk.lesson.sections.count
    mark.passed.formUnion(walk.passed)
    if isDone { mark.ends += 1 }
    lessonState.progress.marks[walk.name] = mark
    guard var stored = storedProgress() else { return }
    stored.marks[walk.name] = mark
    if let reason = terminal.lessonStore.keep(stored.text) {
      warn("your progress is not saved: \(reason)")
    }
  }

  private mutating func warn(_ words: String) {
    guard !lessonState.hasWarned else { return }
    lessonState.hasWarned = true
    emit(.note("warning: \(words)"))
  }
}
