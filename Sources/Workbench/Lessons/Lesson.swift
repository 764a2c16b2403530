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

  /// A section; its texts come after as many empty lines as keep their line numbers.
  struct Section {
    let text: String
    /// What it defines and sets.
    let setup: String
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
    var starts: [Int] = []
    var setups: [String] = []
    var splitter = Splitter()
    var (exercises, isInExercise) = (0, false)
    for (statement, range) in zip(reading.statements, reading.ranges) {
      let role = role(statement)
      if splitter.begins(with: role) {
        starts.append(starts.isEmpty && role != .narration ? 0 : range.lowerBound)
        setups.append("")
      }
      if role == .exercise, !isInExercise { exercises += 1 }
      isInExercise = role == .exercise
      if role == .setup { setups[setups.count - 1] += Self.line(range, in: source, setups.last) }
    }
    let ends = starts.dropFirst() + [source.characters.count]
    sections = zip(zip(starts, ends), setups).map { bounds, setup in
      let lines = String(repeating: "\n", count: source.place(of: bounds.0).line - 1)
      return Section(text: lines + source[bounds.0..<bounds.1], setup: setup)
    }
    minutes = Self.minutes(of: text, sections: sections.count, exercises: exercises)
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

  /// Returns the name under which progress in a lesson is stored.
  static func name(of path: String) -> String {
    let file = path.split(separator: "/").suffix(1).joined()
    return file.hasSuffix(".retry") ? String(file.dropLast(".retry".count)) : file
  }

  /// Returns the first line of the narration of a text.
  static func title(of text: String) -> String {
    let line = text.split(separator: "\n").first { $0.hasPrefix("///") } ?? ""
    return String(line.drop { $0 == "/" || $0 == " " }).sanitized
  }
}
