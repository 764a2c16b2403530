package import RetryLanguage

/// The lessons of the course, and the saved progress.
package struct LessonStore {
  /// Returns the paths of the course, in order.
  package var course: () -> [String]
  /// Returns the contents of a lesson of the course.
  package var lesson: (String) -> FileContent
  /// Returns the saved progress.
  package var kept: () -> FileContent
  /// Saves progress atomically; returns the reason for a failure, if any.
  package var keep: (String) -> String?

  /// Creates a store, which is empty by default.
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
