/// What came of running a scenario again beside its recording.
package struct Replay: Sendable {
  /// What is not as it was recorded.
  struct Change: Hashable, Sendable {
    /// What became of a figure.
    enum Verdict: Hashable, Sendable {
      /// Chance explains the difference.
      case withinChance
      /// The difference is larger than chance explains.
      case beyondChance
      /// Chance has no part in it.
      case changed
    }

    /// The number of the statement's result, from 1.
    let result: Int
    let title: String
    /// The figure, or `nil` if the whole result differs.
    let key: String?
    /// What was recorded, if anything was.
    let recorded: String?
    /// What was found, if anything was.
    let found: String?
    let verdict: Verdict
  }

  /// All that is not as it was recorded.
  let changes: [Change]
  /// Additional remarks.
  package let notes: [String]

  init(changes: [Change], notes: [String]) {
    (self.changes, self.notes) = (changes, notes)
  }
}
