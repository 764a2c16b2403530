import RetryLanguage
import Simulation

/// Decides how a lesson goes on, and keeps the person's progress.
///
/// The session runs the sections and prints what is told.
struct LessonPlayer {
  var exercise: Exercise?
  /// The predictions of the next result.
  var predictions: [Prediction] = []
  /// What came of the predictions in the lesson.
  var guesses: [KeptGuess] = []
  /// The course of which the open lesson is a part, if it was opened so.
  var taken: Course?
  private var walk: LessonWalk?
  private var progress = LessonProgress()
  private let store: LessonStore
  let host: ScriptHost
  private var hasWarned = false
  private var warning: String?

  /// Creates a player of stored lessons, and of those in the folders of a host.
  init(_ store: LessonStore, _ host: ScriptHost = ScriptHost()) {
    (self.store, self.host) = (store, host)
  }

  /// The state at the start of a section.
  struct State {
    let settings: Settings
    let definitions: Definitions
  }
}

// MARK: - Going through a lesson

extension LessonPlayer {
  /// The result of a request to continue.
  enum Step {
    /// The next section is to be presented.
    case section
    /// The exercise is not solved, which is told once.
    case openExercise
    case end
  }

  var isOpen: Bool { walk != nil }

  /// Whether no section and no exercise follows.
  var isOver: Bool { walk?.isOver == true && exercise == nil }

  /// Starts a lesson where it was left, or from its beginning; returns the settings that it runs with.
  mutating func begin(
    _ lesson: Lesson, number: Int?, with settings: Settings, isFresh: Bool = false
  ) -> Settings {
    let name = number == nil ? lesson.path : lesson.name
    let bookmark = currentProgress().bookmarks[name] ?? LessonProgress.Bookmark()
    walk = LessonWalk(
      lesson: lesson, number: number, settings: walk?.settings ?? settings,
      start: isFresh ? 0 : bookmark.place(among: lesson.sections.count),
      left: isFresh ? bookmark.place : 0, passed: bookmark.passed)
    (exercise, guesses) = (nil, [])
    var plain = Settings().onScreen(of: settings)
    plain.threads = settings.threads
    return plain
  }

  /// Passes over a section before the place to begin with; returns what it defines and sets.
  mutating func passOver(_ state: State) -> String? {
    guard let walk, walk.place + 1 < walk.start else { return nil }
    self.walk?.place += 1
    self.walk?.states.append(state)
    return walk.lesson.sections[walk.place + 1].setup
  }

  /// Goes to the beginning of the lesson.
  mutating func startOver() {
    walk?.place = -1
    walk?.states = []
    walk?.start = 0
  }

  /// Where the person goes on, if not at the beginning, or was before starting over.
  var resumption: String? {
    guard let walk else { return nil }
    if walk.left > 1 { return "you were at \(walk.left) of \(walk.lesson.sections.count)" }
    guard walk.start > 0 else { return nil }
    return "at \(walk.start + 1) of \(walk.lesson.sections.count)"
      + ": 'back' goes to earlier sections, '\(walk.command) again' starts over"
  }

  /// Goes to the next section, which starts from a state; returns `nil` if no lesson is open.
  mutating func next(_ state: @autoclosure () -> State) -> Step? {
    guard var walk else { return nil }
    if exercise != nil, !walk.passed.contains(walk.place), !walk.isWarned {
      self.walk?.isWarned = true
      return .openExercise
    }
    walk.place += 1
    guard walk.place < walk.lesson.sections.count else { return .end }
    walk.states.append(state())
    self.walk = walk
    return .section
  }

  /// Goes to the previous section; returns the state it starts from.
  mutating func back() -> State? {
    guard var walk else { return nil }
    walk.place = max(0, walk.place - 1)
    walk.states.removeLast(walk.states.count - walk.place - 1)
    self.walk = walk
    return walk.states[walk.place]
  }

  /// Leaves a section that was stopped, so that 'next' shows it again.
  mutating func leaveSection() {
    guard walk?.states.popLast() != nil else { return }
    walk?.place -= 1
  }

  /// Starts to present the current section; returns its text and the path of the lesson.
  mutating func beginSection() -> (text: String, path: String)? {
    guard let walk else { return nil }
    (exercise, predictions) = (nil, [])
    self.walk?.isWarned = false
    return (walk.lesson.sections[walk.place].text, walk.lesson.path)
  }

  /// Records that the exercise is solved; returns what follows, if a lesson is open.
  mutating func pass() -> Step? {
    guard let walk else { return nil }
    self.walk?.passed.insert(walk.place)
    keepProgress()
    return walk.isOver ? .end : .section
  }

  /// How a lesson ends: the settings to restore, what it came to, and what follows.
  typealias End = (settings: Settings, summary: LessonSummary?, phrase: String)

  /// Closes the lesson.
  ///
  /// An exercise of its last section stays, so that it can still be checked and saved.
  mutating func end() -> End? {
    guard let walk else { return nil }
    keepProgress(isDone: true)
    self.walk = nil
    let end = "end of the lesson '\(walk.lesson.title)'"
    let next: String
    if let taken, stop(in: taken, after: walk.lesson.path) == nil {
      next = ", the last of '\(taken.command)'"
    } else {
      next = walk.number == nil ? "" : "; \(advice())"
    }
    return (walk.settings, walk.lesson.summary, end + next)
  }

  /// Whether the exercise is not solved.
  private var hasOpenExercise: Bool {
    walk.map { exercise != nil && !$0.passed.contains($0.place) } ?? false
  }

  /// The position in the lesson, in words.
  var placePhrase: String? {
    walk.map { $0.position + " · " + (hasOpenExercise ? "your turn" : "'next' continues") }
  }

  /// What the person can type now.
  mutating func advice() -> String {
    if let walk {
      return "'\(walk.command)' is open at \(walk.position): "
        + (hasOpenExercise
          ? "'check' measures your answer, 'hint' helps" : "'next' continues, 'back' goes back")
    }
    let progress = currentProgress()
    guard let name = nextName(progress) else {
      return hasDoneAll
        ? "you have done all lessons; 'lesson 1 again' repeats the first"
        : "'lesson 1' starts the first"
    }
    let bookmark = progress.bookmarks[name] ?? LessonProgress.Bookmark()
    return bookmark.place > 0
      ? "'next' goes on with 'lesson \(word(for: name))' at \(bookmark.place) of \(bookmark.count)"
      : "'next' starts 'lesson \(word(for: name))'"
  }

  /// The lesson to go on with, as a person types it, and the course of which it is a part.
  mutating func last() -> (lesson: String, course: Course?)? {
    let progress = currentProgress()
    return nextName(progress).map { (word(for: $0), progress.taken) }
  }

  /// Whether an answer to the current exercise has met its goals, now or in an earlier session.
  var hasPassed: Bool {
    exercise?.isPassed == true || walk.map { $0.passed.contains($0.place) } ?? false
  }

  /// Whether every lesson of the course was completed.
  var hasDoneAll: Bool {
    mutating get {
      let progress = currentProgress()
      return !course.isEmpty && course.allSatisfy { progress.isDone(Lesson.name(of: $0)) }
    }
  }

  /// The name of the lesson to go on with: the last one or, after another, the first that was not completed.
  private func nextName(_ progress: LessonProgress) -> String? {
    if let last = progress.last { return last }
    guard !progress.bookmarks.isEmpty else { return nil }
    return course.lazy.map { Lesson.name(of: $0) }.first { !progress.isDone($0) }
  }

  /// Returns what a person types for a lesson: its number in the course, or its path.
  func word(for name: String) -> String {
    course.firstIndex { Lesson.name(of: $0) == name }.map { "\($0 + 1)" } ?? name.sanitized
  }
}

// MARK: - The course

extension LessonPlayer {
  var course: [String] { store.course() }

  /// Returns what the file of a lesson of the course holds.
  func content(of path: String) -> FileContent { store.lesson(path) }
}

// MARK: - Progress

extension LessonPlayer {
  /// Returns a warning that was not told yet; each session has at most one.
  mutating func takeWarning() -> String? {
    defer { warning = nil }
    return warning
  }

  private mutating func warn(_ words: String) {
    if !hasWarned { warning = words }
    hasWarned = true
  }

  /// The stored progress, or `nil` if the file cannot be read; it is then left alone.
  private mutating func storedProgress() -> LessonProgress? {
    switch store.kept() {
    case .absent: return LessonProgress()
    case .unreadable(let reason):
      warn("your progress cannot be read: \(reason)")
    case .text(let text):
      if let progress = LessonProgress(text, json: host.json) { return progress }
      warn("the file with your progress is damaged; it is not changed")
    }
    return nil
  }

  /// The stored progress with the progress of this session.
  mutating func currentProgress() -> LessonProgress {
    var progress = storedProgress() ?? LessonProgress()
    progress.bookmarks.merge(self.progress.bookmarks) { $1 }
    if !self.progress.bookmarks.isEmpty {
      (progress.last, progress.taken) = (self.progress.last, self.progress.taken)
    }
    return progress
  }

  /// Stores how far the person is.
  mutating func keepProgress(isDone: Bool = false) {
    guard let walk else { return }
    let name = walk.name
    var bookmark = currentProgress().bookmarks[name, default: LessonProgress.Bookmark()]
    bookmark.place = min(walk.place + 1, walk.lesson.sections.count)
    bookmark.count = walk.lesson.sections.count
    bookmark.passed.formUnion(walk.passed)
    if isDone {
      bookmark.ends += 1
      let open = walk.lesson.sections.indices.first {
        walk.lesson.sections[$0].hasExercise && !bookmark.passed.contains($0)
      }
      bookmark.isOpen = open != nil
      bookmark.place = open.map { $0 + 1 } ?? 0
    }
    progress.bookmarks[name] = bookmark
    progress.last = isDone ? following(walk) : name
    progress.taken = progress.last == nil ? nil : taken
    guard var stored = storedProgress() else { return }
    stored.bookmarks[name] = bookmark
    (stored.last, stored.taken) = (progress.last, progress.taken)
    if let reason = store.keep(stored.text) { warn("your progress is not saved: \(reason)") }
  }

  /// The name of the lesson that follows, in the course that is taken or among all.
  private mutating func following(_ walk: LessonWalk) -> String? {
    if let taken {
      return stop(in: taken, after: walk.lesson.path).map { self.name(of: $0.path) }
    }
    guard let number = walk.number, course.indices.contains(number) else { return nil }
    return Lesson.name(of: course[number])
  }
}
