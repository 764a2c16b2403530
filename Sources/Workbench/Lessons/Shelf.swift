/// Where lessons stand, and where it is kept how far a person has come.
package struct Shelf {
  /// Returns the paths of the course, in order.
  package var course: () -> [String]
  /// Returns the text of a lesson of the course.
  package var text: (String) -> String?
  /// Returns what was kept.
  package var kept: () -> Kept
  /// Keeps a text, whole or not at all; returns why that was not possible.
  package var keep: (String) -> String?

  /// What was kept.
  package enum Kept {
    case nothing
    case text(String)
    /// There is something that cannot be read, and why.
    case unreadable(String)
  }

  /// Creates a shelf.
  package init(
    course: @escaping () -> [String], text: @escaping (String) -> String?,
    kept: @escaping () -> Kept, keep: @escaping (String) -> String?
  ) {
    self.course = course
    self.text = text
    self.kept = kept
    self.keep = keep
  }
}
