import Workbench

/// The parsed command line of `retrylab class`.
struct ClassArguments {
  /// What to do for the class.
  enum Task: String {
    case pack, grade
  }

  /// What to do.
  let task: Task
  /// The file or the folder that the task is about.
  let path: String
  /// The values of the options by name.
  private var values: [String: String] = [:]

  /// An option that takes a value.
  private enum Option: String {
    case students = "--for"
    case seed = "--seed"
    case target = "--to"
    case exercises = "--exercises"
    case record = "--class"
    case csv = "--csv"
    case junit = "--junit"
    case threads = "--threads"

    /// The task that it belongs to, if only one has it.
    var task: Task? {
      switch self {
      case .students, .seed, .target: .pack
      case .exercises, .record, .csv, .junit: .grade
      case .threads: nil
      }
    }
  }

  /// Parses the words after `class`.
  init(_ words: some Sequence<String>) throws(Arguments.Mistake) {
    var rest = Array(words)[...]
    guard let word = rest.popFirst(), let task = Task(rawValue: word) else {
      throw Arguments.Mistake(message: "class needs 'pack' or 'grade'")
    }
    self.task = task
    var paths: [String] = []
    while let word = rest.popFirst() {
      guard word.hasPrefix("-"), word != "-" else {
        paths.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard let option = Option(rawValue: parts[0]), option.task == nil || option.task == task
      else { throw Arguments.Mistake(message: "class \(task.rawValue) has no option '\(word)'") }
      guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
        throw Arguments.Mistake(message: "\(word) needs a value")
      }
      values[option.rawValue] = value
    }
    guard paths.count == 1, let path = paths.first, !path.isEmpty else {
      let what = task == .pack ? "a lesson or a folder of lessons" : "the folder of the answers"
      throw Arguments.Mistake(message: "class \(task.rawValue) needs \(what)")
    }
    self.path = path
    if task == .pack, students == nil {
      throw Arguments.Mistake(message: "class pack needs --for, with a number or a list of names")
    }
    try check()
  }

  private func check() throws(Arguments.Mistake) {
    if let text = values[Option.seed.rawValue], seed == nil {
      throw Arguments.Mistake(
        message: "--seed takes an integer from 0 to \(Int64.max), not '\(text)'")
    }
    if let text = values[Option.threads.rawValue], threads == nil {
      throw Arguments.Mistake(message: "--threads takes an integer from 1 to 256, not '\(text)'")
    }
    if let count = students.flatMap({ Int($0) }), !(1...9999).contains(count) {
      throw Arguments.Mistake(message: "--for takes a number of students from 1 to 9999, or a file")
    }
  }

  /// The number of students, or the path of a list of their names.
  var students: String? { values[Option.students.rawValue] }
  /// The seed from which all others are drawn.
  var seed: UInt64? {
    (values[Option.seed.rawValue] ?? "42").utf8.allSatisfy { (48...57).contains($0) }
      ? Int64(values[Option.seed.rawValue] ?? "42").map { UInt64($0) } : nil
  }
  /// The folder for the handouts.
  var target: String { values[Option.target.rawValue] ?? "class" }
  /// The path of the exercises, if it differs from that of the handouts.
  var exercises: String? { values[Option.exercises.rawValue] }
  /// The folder of the handouts, with the record of them.
  var record: String? { values[Option.record.rawValue] }
  /// The path of the CSV file.
  var csv: String? { values[Option.csv.rawValue] }
  /// The path of the JUnit report.
  var junit: String? { values[Option.junit.rawValue] }
  /// The number of threads.
  var threads: Int? {
    values[Option.threads.rawValue].flatMap { Int($0) }.flatMap {
      (1...256).contains($0) ? $0 : nil
    }
  }
}
