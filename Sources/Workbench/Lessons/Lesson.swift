import RetryLanguage

/// A scenario that teaches, split into sections.
struct Lesson {
  /// The path, as displayed.
  let path: String
  /// The first line of its narration.
  let title: String
  let sections: [Section]
  /// How long it takes, as an estimate from its length.
  let minutes: Int
  /// What it comes to, if it says so.
  let summary: LessonSummary?

  /// A section; its texts come after as many empty lines as keep their line numbers.
  struct Section {
    let text: String
    /// What it defines and sets.
    let setup: String
    let hasExercise: Bool
  }

  /// What a statement of a lesson is for.
  enum Role {
    case narration
    /// It defines or sets something for what follows.
    case setup
    /// It gives a result or an exercise, so that narration after it starts a new section.
    case result
    case exercise
    /// It belongs to what is before it, or to what follows.
    case part
  }

  /// Finds where sections begin.
  struct Splitter {
    private var hasBegun = false
    /// Whether narration would begin the next section.
    private var isOver = true

    /// Returns whether a statement begins a section.
    mutating func begins(with role: Role) -> Bool {
      defer {
        hasBegun = true
        isOver = role == .narration ? false : isOver || role == .result || role == .exercise
      }
      return !hasBegun || role == .narration && isOver
    }
  }

  /// Splits a lesson into sections; its errors are reported when it runs.
  init(
    path: String, _ source: SourceText, _ reading: Parser.Result, role: (Statement) -> Role
  ) {
    let text = String(source.characters)
    self.path = path
    title = Self.title(of: text)
    summary = reading.statements.lazy.compactMap { LessonSummary($0) }.first
    var starts: [Int] = []
    var setups: [String] = []
    var splitter = Splitter()
    var exercises: Set<Int> = []
    for (statement, range) in zip(reading.statements, reading.ranges) {
      let role = role(statement)
      if splitter.begins(with: role) {
        starts.append(starts.isEmpty && role != .narration ? 0 : range.lowerBound)
        setups.append("")
      }
      if role == .exercise { exercises.insert(starts.count - 1) }
      if role == .setup { setups[setups.count - 1] += Self.line(range, in: source, setups.last) }
    }
    let ends = starts.dropFirst() + [source.characters.count]
    sections = zip(zip(starts, ends), setups).enumerated().map { index, section in
      let (bounds, setup) = section
      let lines = String(repeating: "\n", count: source.place(of: bounds.0).line - 1)
      return Section(
        text: lines + source[bounds.0..<bounds.1], setup: setup,
        hasExercise: exercises.contains(index))
    }
    minutes = Self.minutes(of: text, sections: sections.count, exercises: exercises.count)
  }

  /// Returns a statement, with the empty lines between it and the text before it.
  private static func line(
    _ range: Range<Int>, in source: SourceText, _ before: String?
  ) -> String {
    let lines = (before ?? "").count { $0 == "\n" }
    let missing = source.place(of: range.lowerBound).line - 1 - lines
    return (missing > 0 ? String(repeating: "\n", count: missing) : ";") + source[range]
  }

  /// Estimates how long a lesson takes: to read it, to look at its results, and to find the answers.
  private static func minutes(of text: String, sections: Int, exercises: Int) -> Int {
    let narration = text.split(separator: "\n").filter { $0.hasPrefix("///") }
    let words = narration.reduce(0) { $0 + $1.split(separator: " ").count - 1 }
    return words / 150 + sections + 6 * exercises
  }

  static func time(minutes: Int) -> String {
    minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }

  /// The name under which progress is stored.
  var name: String { Self.name(of: path) }

  /// Returns the name under which progress in a lesson is stored: that of its file without its number, which may change.
  static func name(of path: String) -> String {
    let file = path.split(separator: "/").suffix(1).joined()
    return unnumbered(file.hasSuffix(".retry") ? String(file.dropLast(".retry".count)) : file)
  }

  /// Returns the name of a lesson without the number before it, as in `11-storms`.
  static func unnumbered(_ name: String) -> String {
    let rest = name.drop(while: \.isNumber)
    return rest.count < name.count && rest.first == "-" && rest.count > 1
      ? String(rest.dropFirst()) : name
  }

  /// Returns the first line of the narration of a text.
  static func title(of text: String) -> String {
    let line = text.split(separator: "\n").first { $0.hasPrefix("///") } ?? ""
    return String(line.drop { $0 == "/" || $0 == " " }).sanitized
  }
}
