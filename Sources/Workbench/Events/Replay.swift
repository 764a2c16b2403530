package import Report

/// The differences between a scenario and its recording.
package struct Replay: Sendable {
  package let changes: [FigureChange]
  /// Additional remarks.
  package let notes: [String]

  init(changes: [FigureChange], notes: [String]) {
    (self.changes, self.notes) = (changes, notes)
  }
}

extension Replay {
  /// Returns all differences as a table of before and after, or `nil` if there are none.
  package func difference(tellsAll: Bool = false) -> String? {
    FigureChanges(changes).text(tellsAll: tellsAll)
  }
}
