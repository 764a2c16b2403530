import RetryLanguage

/// A lesson as the students of a class get it: without the answers, and with the values of their own exercise.
package struct LessonCopy: Sendable {
  /// The name of its file without the ending.
  package let name: String
  private let text: String
  /// The files that it reads, by their paths beside it.
  package let files: [String: String]

  /// Reads a lesson that was checked, with the files that were read then.
  init(_ text: String, named name: String, files: [String: String]) {
    (self.name, self.text, self.files) = (name, text, files)
  }

  /// The text for the student of a seed; predictions stay, since answers tell what the class guessed.
  package func text(seed: UInt64) -> String {
    let drawn = Variants(in: text)?.text(seed: seed) ?? text
    return LessonPart.sheet(LessonPart.parts(of: drawn).filter(\.isForStudents))
  }
}

extension LessonPart {
  /// Whether a student may read it in the file of a lesson.
  fileprivate var isForStudents: Bool {
    guard isSecret, case .command(let written) = statement else { return true }
    switch CommandTable.standard[written].role {
    case .question, .exercise(.summary): return true
    default: return false
    }
  }
}
