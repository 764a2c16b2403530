package import RetryLanguage
import Synchronization

/// An exercise for a class: what its students get, and what their teacher keeps.
package struct ClassTask: Sendable {
  /// The name, which the files of the students carry.
  package let name: String
  /// The path of the lesson that it comes from, as displayed.
  package let path: String
  /// The name that an answer defines.
  let answer: String
  let title: String
  /// What the lesson defines and sets before the section of the exercise.
  private(set) var carried: [LessonPart]
  private(set) var section: [LessonPart]
  /// The exercise with its goals, hints and answers.
  private(set) var exercise: [LessonPart]
  /// What each student gets a text of its own from, if the lesson varies.
  ///
  /// All exercises of a lesson have the values of the first one, if there are several.
  private(set) var variants: (all: Variants, exercise: Int, first: String?)?
  /// Whether the results before the exercise stay, since definitions alone do not prepare it.
  private var isWhole = false
  /// The whole lesson, for its students.
  package let lesson: LessonCopy
  /// The files that the lesson may read.
  let host: ScriptHost
  /// The goals in words.
  package private(set) var goals: [String] = []
  /// The files that the lesson reads, such as samples.
  package private(set) var files: [String: String] = [:]

  /// Why a lesson cannot be used.
  package struct Problem: Error {
    /// The message, with its place.
    package let message: String
  }

  /// Reads the exercises of a lesson, whose name is that of its file; throws if the lesson has an error.
  package static func tasks(
    in text: String, named name: String, path: String, host: ScriptHost
  ) throws(Problem) -> [ClassTask] {
    let read = FilesRead()
    var headless = HeadlessSession(read.watching(host))
    try headless.run(text, of: path, onlyChecking: true)
    let lesson = LessonCopy(text, named: name, files: read.files)
    let variants = Variants(in: text)
    let outlines = Outline.all(in: LessonPart.parts(of: Variants.first(of: text)))
    var tasks: [ClassTask] = []
    for (index, outline) in outlines.enumerated() {
      let own = outlines.count > 1 ? "\(name)-\(index + 1)" : name
      var task = try prepared(
        outline, named: own, path: path, title: Lesson.title(of: text), lesson, host: host)
      task.variants = variants.map { ($0, index, outlines.count > 1 ? "\(name)-1" : nil) }
      tasks.append(task)
    }
    return tasks
  }

  /// Tries whether definitions alone prepare the exercise; otherwise the results before it stay, too.
  private static func prepared(
    _ outline: Outline, named name: String, path: String, title: String, _ lesson: LessonCopy,
    host: ScriptHost
  ) throws(Problem) -> ClassTask {
    let read = FilesRead()
    var task = ClassTask(
      outline, named: name, path: path, title: title, lesson, host: read.watching(host))
    var headless: HeadlessSession
    do throws(Problem) {
      headless = try task.headless(seed: 0)
    } catch {
      var whole = outline
      whole.carried = outline.earlier
      task = ClassTask(
        whole, named: name, path: path, title: title, lesson, host: read.watching(host))
      task.isWhole = true
      headless = try task.headless(seed: 0)
    }
    task.goals = headless.session.lessons.exercise?.goals.map(\.phrase) ?? []
    task.files = read.files
    return task
  }

  private init(
    _ outline: Outline, named name: String, path: String, title: String, _ lesson: LessonCopy,
    host: ScriptHost
  ) {
    (self.name, self.path, self.title, self.host) = (name, path, title, host)
    self.lesson = lesson
    (carried, section, exercise) = (outline.carried, outline.section, outline.exercise)
    answer = outline.answer
  }

  /// The exercise with the values that a seed draws.
  package func drawn(under seed: UInt64) -> ClassTask {
    guard let variants else { return self }
    let outline = Outline.all(in: LessonPart.parts(of: variants.all.text(seed: seed)))[
      variants.exercise]
    var task = self
    task.carried = isWhole ? outline.earlier : outline.carried
    (task.section, task.exercise) = (outline.section, outline.exercise)
    let begun = try? task.headless(seed: seed)
    task.goals = begun?.session.lessons.exercise?.goals.map(\.phrase) ?? goals
    return task
  }
}

// MARK: - Preparing

extension ClassTask {
  /// Returns a session in which the exercise has begun under a seed.
  func headless(seed: UInt64, isInterrupted: (@Sendable () -> Bool)? = nil) throws(Problem)
    -> HeadlessSession
  {
    var headless = HeadlessSession(host, isInterrupted: isInterrupted)
    try headless.run(LessonPart.script(carried + section.filter { $0.kind == .setup }), of: path)
    try headless.run("seed \(seed)", of: path)
    try headless.run(LessonPart.script(exercise.filter { !$0.kind.isSecret }), of: path)
    return headless
  }

  /// The answers of the author, right and wrong.
  var secrets: [LessonPart] { exercise.filter(\.kind.isSecret) }

  /// The answers of the author that meet the goals, as definitions of the answer.
  var solutions: [Statement] {
    exercise.compactMap { part in
      guard part.kind == .exercise(.solution), case .command(let written) = part.statement,
        let value = written.subjects.first
      else { return nil }
      return .binding(Expression.Name(text: answer, range: written.range), value)
    }
  }
}

/// The exercise of a lesson with what comes before it.
private struct Outline {
  /// The definitions and settings of earlier sections.
  var carried: [LessonPart]
  /// Everything of earlier sections but exercises and remarks.
  let earlier: [LessonPart]
  let section: [LessonPart]
  let exercise: [LessonPart]
  let answer: String

  static func all(in parts: [LessonPart]) -> [Outline] {
    var outlines: [Outline] = []
    // The parts before the current section, and those of the section.
    var (earlier, section): ([LessonPart], [LessonPart]) = ([], [])
    var splitter = Lesson.Splitter()
    var rest = parts[...]
    while let part = rest.popFirst() {
      if splitter.begins(with: part.role) { (earlier, section) = (earlier + section, []) }
      guard part.kind == .exercise(.task), case .command(let written) = part.statement else {
        if case .exercise = part.kind { continue }
        if part.kind != .remark { section.append(part) }
        continue
      }
      let others = rest.prefix { $0.belongsToExercise }
      rest = rest.dropFirst(others.count)
      outlines.append(
        Outline(
          carried: needed(of: earlier, by: section + [part] + others), earlier: earlier,
          section: section.filter { $0.kind != .result }.fromTheTask, exercise: [part] + others,
          answer: written.text?.text ?? ""))
      section += others.filter { $0.kind == .setup }
    }
    return outlines
  }

  /// Returns the settings, and the definitions that later parts name.
  private static func needed(
    of earlier: [LessonPart], by later: [LessonPart]
  ) -> [LessonPart] {
    var names = later.reduce(into: Set<String>()) { $0.formUnion($1.names) }
    var kept: [LessonPart] = []
    for part in earlier.reversed() where part.kind == .setup {
      if case .binding(let name, _) = part.statement {
        guard names.contains(name.text) else { continue }
        names.remove(name.text)
        names.formUnion(part.names)
      }
      kept.append(part)
    }
    return kept.reversed()
  }
}

extension [LessonPart] {
  /// The parts without the narration on earlier results, if a paragraph says where the task begins.
  fileprivate var fromTheTask: [LessonPart] {
    let start = lastIndex {
      if case .narration(let text, _) = $0.statement { text.hasPrefix("Your turn") } else { false }
    }
    guard let start else { return self }
    return self[..<start].filter { $0.kind != .narration } + self[start...]
  }
}

extension LessonPart {
  /// The words in it, of which some are names.
  fileprivate var names: Set<String> {
    var text = text
    if case .binding(_, let value) = statement { text = Formatter().text(value) }
    let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "$" }
    return Set(words.map(String.init))
  }

  /// Whether it belongs to the exercise before it.
  fileprivate var belongsToExercise: Bool {
    switch kind {
    case .exercise(.task), .narration, .result, .remark: false
    case .exercise, .setup: true
    }
  }
}
