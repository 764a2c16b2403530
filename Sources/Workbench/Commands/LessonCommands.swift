import RetryLanguage

extension Command {
  static let lesson = Command(
    "lesson", .text([.again]), reads: ["retry"],
    "lists the lessons and your progress; 'lesson 3' starts the third or goes on where you left it, 'lesson 3 again' starts over, 'lesson mine.retry' takes one from a file",
    example: "lesson",
    words: { session, _ in
      session.lessons.course.enumerated().map { index, path in
        Proposals.Word("\(index + 1)", session.lessons.title(of: path))
      }
    }
  ) { (session: inout Session, call) throws(Diagnostic) in
    guard let name = call.text else {
      session.listLessons()
      return .ready
    }
    guard session.workspace.environment.depth == 0 else {
      throw Diagnostic(.tooDeep, "a script cannot start a lesson", at: call.range)
    }
    return try session.open(lesson: name, isFresh: call.has(.again))
  }

  static let course = Command(
    "course", .text([]), reads: ["/"],
    "lists the courses and how long they take; 'course hour' starts or continues the one-hour course, and 'next' at the end of a lesson starts the next one of the course; 'course mine/' takes the lessons in a folder; 'course sheet' shows the rules of all lessons on one page",
    example: "course sheet",
    words: { _, _ in
      Course.known.map { Proposals.Word($0.word, $0.summary) }
        + [Proposals.Word("sheet", "the rules of all lessons, on one page")]
    }
  ) { (session: inout Session, call) throws(Diagnostic) in
    // The name of a folder may have spaces.
    let words = call.text?.text.split(separator: " ").map(String.init) ?? []
    let wantsSheet = words.first == "sheet"
    let word = (wantsSheet ? words.dropFirst() : words[...]).joined(separator: " ")
    guard !word.isEmpty else {
      let rows = wantsSheet ? session.rules(of: session.lessons.course) : session.courseRows
      session.reportWarning()
      session.workspace.emit(.text(rows.isEmpty ? Self.noLessons : Article.rows(rows)))
      return .ready
    }
    let range = call.text?.range ?? call.range
    let course = try session.course(word, at: range)
    if wantsSheet {
      session.workspace.emit(
        .text(Article.rows(session.rules(of: session.lessons.lessons(of: course)))))
      return .ready
    }
    guard session.workspace.environment.depth == 0 else {
      throw Diagnostic(.tooDeep, "a script cannot start a course", at: call.range)
    }
    return try session.take(course, at: range)
  }

  /// What there is to say where no lessons are.
  fileprivate static let noLessons =
    "no lessons found: start in the package's folder, or give the path of a lesson"

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
  ) { (session: inout Session, call) throws(Diagnostic) in
    let exercise = try session.currentExercise(at: call.range)
    return try session.check(exercise, at: call.range)
  }

  static let hint = Command(
    "hint", .text([]), role: .exercise(.hint),
    "shows the next hint of the exercise; in a lesson's file, adds one: hint \"text\"",
    example: "exercise answer\nhint \"what does the 3 count?\"\nhint"
  ) { (session: inout Session, call) throws(Diagnostic) in
    if let hint = call.text {
      try session.changeExercise(call) { $0.hints.append(hint.text.sanitized) }
      return .ready
    }
    let exercise = try session.currentExercise(at: call.range)
    let index = exercise.hintCount
    guard index < exercise.hints.count else {
      session.workspace.emit(
        .text(exercise.hints.isEmpty ? "there are no hints" : "there are no more hints"))
      session.lessons.exercise?.hintCount = 0
      return .ready
    }
    session.lessons.exercise?.hintCount += 1
    session.workspace.emit(
      .text("hint \(index + 1) of \(exercise.hints.count): \(exercise.hints[index])"))
    return .ready
  }
}

extension Session {
  /// Returns the path and the text of a lesson, and its number if it is part of the course.
  private func text(
    of lesson: Expression.Name
  ) throws(Diagnostic) -> (path: String, text: String, number: Int?) {
    let course = lessons.course
    var path = lesson.text
    var number = Int(lesson.text)
    if let index = number {
      guard course.indices.contains(index - 1) else {
        let count = course.isEmpty ? "there are none here" : "they are 1 to \(course.count)"
        throw Diagnostic(
          .unknownName, "there is no lesson \(index): \(count)", at: lesson.range)
      }
      path = course[index - 1]
    } else {
      number = course.firstIndex(of: path).map { $0 + 1 }
    }
    switch number == nil ? .absent : lessons.content(of: path) {
    case .text(let text): return (path, text, number)
    case .absent, .folder:
      let (found, text) = try workspace.environment.scenario(at: path, lesson.range)
      return (found, text, number)
    case .unreadable(let reason):
      throw Diagnostic(
        .unknownName, "the lesson '\(path.sanitized)' cannot be read: \(reason)", at: lesson.range)
    }
  }

  /// Lists the lessons, with the courses that take them.
  fileprivate mutating func listLessons() {
    let rows = lessons.rows(lessons.course.map(minutes))
    let courses = courseRows
    let advice = lessons.advice()
    reportWarning()
    guard !rows.isEmpty else { return workspace.emit(.text(Command.noLessons)) }
    let note =
      courses.count > 1
      ? "  * part of 'course hour'; the minutes are estimates from the length of each lesson\n" : ""
    workspace.emit(.text("\(Article.rows(rows))\n\(note)\(Article.rows(courses))\n\(advice)"))
  }

  /// The rule of each lesson that has one, under its number.
  fileprivate func rules(of paths: [String]) -> [(name: String, text: String)] {
    zip(1..., paths).compactMap { number, path in
      let place = lessons.course.firstIndex(of: path).map { $0 + 1 }
      return text(at: path).flatMap { lesson($0, of: path).summary }.map {
        ("\(place ?? number)", $0.rule)
      }
    }
  }

  /// The courses, with how long they take.
  fileprivate var courseRows: [(name: String, text: String)] {
    mutating get {
      let times = { [self] in minutes($0) }
      return lessons.courseRows(times)
    }
  }

  /// How long a lesson takes.
  fileprivate func minutes(_ path: String) -> Int {
    text(at: path).map { lesson($0, of: path).minutes } ?? 0
  }

  /// The text of a lesson of the program, or of one in a folder.
  private func text(at path: String) -> String? {
    lessons.course.contains(path)
      ? lessons.content(of: path).text : workspace.environment.host.file(path).text
  }

  /// Returns the course that a word names: one of the program, or a folder.
  fileprivate func course(_ word: String, at range: Range<Int>) throws(Diagnostic) -> Course {
    if let course = Course(word) ?? Course(word + "/"),
      Course.known.contains(course) || !lessons.lessons(of: course).isEmpty
    {
      return course
    }
    let names = Course.known.map(\.word).joined(separator: ", ")
    throw word.contains("/")
      ? Diagnostic(
        .unknownName, "there are no lessons in '\(word.sanitized)'", at: range,
        fixIt: .advice("a folder is in this one or below, as in 'course mine/'"))
      : Diagnostic(
        .unknownName, "there is no course '\(word.sanitized)'", at: range,
        fixIt: .advice(
          "the courses are \(names), or a folder with lessons, and 'course sheet' shows their rules"
        ))
  }

  /// Opens the first lesson of a course that was not completed.
  fileprivate mutating func take(
    _ course: Course, at range: Range<Int>
  ) throws(Diagnostic) -> Status {
    guard let first = lessons.lessons(of: course).first else {
      throw Diagnostic(.unknownName, "none of the lessons of the course is here", at: range)
    }
    guard let stop = lessons.stop(in: course) else {
      workspace.emit(
        .text(
          "'\(course.command)' is completed; 'lesson \(lessons.word(for: lessons.name(of: first))) again' takes its first lesson again"
        ))
      return .ready
    }
    let name = Expression.Name(text: lessons.word(for: lessons.name(of: stop.path)), range: range)
    return try open(lesson: name, isFresh: false, in: course)
  }

  /// Opens a lesson, named by its number or by its path, perhaps as a part of a course.
  mutating func open(
    lesson name: Expression.Name, isFresh: Bool, in course: Course? = nil
  ) throws(Diagnostic) -> Status {
    let (path, text, number) = try text(of: name)
    let status = run(text, of: path, onlyChecking: true)
    guard status == .ready else { return status }
    lessons.taken = course
    if let course, let stop = lessons.stop(in: course), stop.path == path {
      workspace.emit(.note(stop.phrase))
    }
    return begin(lesson(text, of: path), number: number, isFresh: isFresh)
  }

  /// Goes on in the open lesson, or in the one that was left last; returns `nil` if there is none.
  mutating func goOnInLesson(_ call: CommandCall) throws(Diagnostic) -> Status? {
    if lessons.isOpen { return goOn() }
    guard let last = lessons.last() else {
      guard lessons.hasDoneAll else { return nil }
      workspace.emit(.text(lessons.advice()))
      return .ready
    }
    let name = Expression.Name(text: last.lesson, range: call.range)
    return try open(lesson: name, isFresh: false, in: last.course)
  }

  /// Returns the current exercise; throws if there is none.
  mutating func currentExercise(at range: Range<Int>) throws(Diagnostic) -> Exercise {
    if let exercise = lessons.exercise { return exercise }
    throw Diagnostic(
      .missingArgument, "there is no exercise now", at: range, fixIt: .advice(lessons.advice()))
  }

  private func lesson(_ text: String, of path: String) -> Lesson {
    let source = SourceText(Variants.first(of: text))
    let reading = Parser.read(source, commands: workspace.table.all.map(\.shape))
    return Lesson(path: path, source, reading) { Lesson.Role($0, workspace.table) }
  }
}
