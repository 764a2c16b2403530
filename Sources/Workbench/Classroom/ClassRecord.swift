import RetryLanguage

/// What was handed out to a class: who got which exercise with which seed.
///
/// It stays with the teacher.
package struct ClassRecord: Equatable, Sendable {
  /// An exercise of a student.
  package struct Row: Equatable, Sendable {
    package let student: String
    /// The name of the exercise.
    package let task: String
    package let seed: UInt64
  }

  /// The name of its file.
  package static let file = "class.txt"
  private static let mark = "retrylab class"
  private static let header = "student\texercise\tseed"

  /// The path of the exercises, as the teacher gave it.
  package let exercises: String
  package let rows: [Row]

  /// Records handouts, in order.
  package init(_ handouts: [Handout], of exercises: String) {
    self.exercises = exercises
    rows = handouts.map { Row(student: $0.student, task: $0.task, seed: $0.seed) }
  }

  /// The text of the file, which a spreadsheet can open: columns are separated by tabs.
  package var text: String {
    let lines =
      [Self.mark, "exercises\t\(exercises)", "", Self.header]
      + rows.map { "\($0.student)\t\($0.task)\t\($0.seed)" }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Parses the text of a file; fails if it is not such a record.
  package init?(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 4, lines[0] == Self.mark, lines[1].hasPrefix("exercises\t"),
      lines[3] == Self.header
    else { return nil }
    exercises = String(lines[1].dropFirst("exercises\t".count))
    var rows: [Row] = []
    for line in lines.dropFirst(4) where !line.isEmpty {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 3, let seed = UInt64(fields[2]), Int64(exactly: seed) != nil else {
        return nil
      }
      rows.append(Row(student: String(fields[0]), task: String(fields[1]), seed: seed))
    }
    guard Students.problem(in: rows.map(\.student), mayRepeat: true) == nil else { return nil }
    self.rows = rows
  }

  /// The students, in order, each once.
  package var students: [String] {
    var seen: Set<String> = []
    return rows.map(\.student).filter { seen.insert($0).inserted }
  }
}

/// The names of students, which are names of folders, too.
package enum Students {
  /// Returns names for a number of students.
  package static func numbered(_ count: Int) -> [String] {
    let width = max(2, "\(count)".count)
    return (1...count).map { number in
      "student-" + String(repeating: "0", count: width - "\(number)".count) + "\(number)"
    }
  }

  /// Returns the names in a list with one per line.
  package static func listed(in text: String) -> [String] {
    // Some editors begin a text with a byte order mark.
    text.drop { $0 == "\u{FEFF}" }.split(whereSeparator: \.isNewline).map { line in
      String(line.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }.filter { !$0.isEmpty }
  }

  /// Returns why names cannot be used, if so.
  package static func problem(in names: [String], mayRepeat: Bool = false) -> String? {
    if names.isEmpty { return "there are no names" }
    var seen: Set<String> = []
    for name in names {
      if name.hasPrefix(".") || name.contains("/") || name != name.sanitized
        || name.utf8.count > 100
      {
        return "'\(name.sanitized)' cannot be the name of a folder"
      }
      if name.lowercased() == ClassRecord.file {
        return "'\(name)' cannot be the name of a student: the record of the class has it"
      }
      // Not every file system tells upper from lower case.
      if !seen.insert(name.lowercased()).inserted, !mayRepeat { return "'\(name)' is there twice" }
    }
    return nil
  }
}
