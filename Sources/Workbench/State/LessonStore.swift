package import RetryLanguage

/// The lessons of the course, and the saved progress.
package struct LessonStore {
  /// Returns the paths of the course, in order.
  package var course: () -> [String]
  /// Returns what the file of a lesson of the course holds.
  package var lesson: (String) -> FileContent
  /// Returns what was kept.
  package var kept: () -> FileContent
  /// Keeps a text, whole or not at all; returns why that was not possible.
  package var keep: (String) -> String?

  /// Creates a store; it is empty unless told otherwise.
  package init(
    course: @escaping () -> [String] = { [] },
    lesson: @escaping (String) -> FileContent = { _ in .absent },
    kept: @escaping () -> FileContent = { .absent },
    keep: @escaping (String) -> String? = { _ in nil }
  ) {
    self.course = course
    self.lesson = lesson
    self.kept = kept
    self.keep = keep
  }
}
