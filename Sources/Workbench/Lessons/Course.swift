import RetryLanguage

/// Lessons that are taken one after the other: a choice for the time that there is, or all in a folder.
enum Course: Hashable, Sendable {
  case hour, day, swift
  /// The lessons of a teacher, by the path of their folder, which ends with a slash.
  case folder(String)

  /// The courses of the program.
  static let known: [Course] = [.hour, .day, .swift]

  private static let ofAnHour = ["attempt", "backoff", "jitter", "storms"]
  private static let aboutSwift = ["counting", "retry-when", "filters", "person", "cancelling"]

  /// Creates a course from the word that a person types; fails for a word that is none.
  init?(_ word: String) {
    if let known = Self.known.first(where: { $0.word == word }) {
      self = known
    } else if word.hasSuffix("/"), word.count > 1 {
      self = .folder(word)
    } else {
      return nil
    }
  }

  /// Returns its lessons among those of the program, or those of its folder.
  func lessons(among all: [String], in folder: (String) -> [String]) -> [String] {
    if case .folder(let path) = self {
      return folder(path).filter { $0.hasSuffix(".retry") }.sorted()
    }
    return all.filter { includes(Lesson.name(of: $0)) }
  }

  private func includes(_ lesson: String) -> Bool {
    switch self {
    case .hour: Self.ofAnHour.contains(lesson)
    case .day: !Self.aboutSwift.contains(lesson)
    case .swift: Self.aboutSwift.contains(lesson)
    case .folder: false
    }
  }

  /// What a person types after `course`.
  var word: String {
    switch self {
    case .hour: "hour"
    case .day: "day"
    case .swift: "swift"
    case .folder(let path): path
    }
  }

  /// What a person types to take it.
  var command: String { "course \(word.sanitized)" }

  /// What it is, for completions.
  var summary: String {
    switch self {
    case .hour: "an hour: attempts, back-off, jitter, and why retries keep a server down"
    case .day: "a day: retries in distributed systems, in order"
    case .swift: "in Swift and Rx: what a 3 counts, retryWhen, filters, a person, cancelling"
    case .folder: "the lessons in this folder"
    }
  }
}
