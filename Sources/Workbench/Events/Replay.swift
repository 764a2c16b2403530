/// What came of running a scenario again beside its recording.
package struct Replay: Sendable {
  /// What is not as it was recorded.
  struct Change: Hashable, Sendable {
    /// What became of a figure.
    enum Verdict: Hashable, Sendable {
      /// It lies so near that chance makes such a difference.
      case withinChance
      /// It lies further off than chance makes likely.
      case beyondChance
      /// Chance has no part in it.
      case changed
    }

    /// The number of the statement's result, from 1.
    let result: Int
    let title: String
    /// The figure; nothing where it is about the whole result.
    let key: String?
    /// What was recorded, if anything was.
    let recorded: String?
    /// What was found, if anything was.
    let found: String?
    let verdict: Verdict
  }

  /// All that is not as it was recorded.
  let changes: [Change]
  /// What is to be said besides.
  package let notes: [String]

  init(changes: [Change], notes: [String]) {
    (self.changes, self.notes) = (changes, notes)
  }
}
