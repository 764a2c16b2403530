/// The differences between a scenario and its recording.
package struct Replay: Sendable {
  /// A difference from the recording.
  struct Change: Hashable, Sendable {
    /// The kind of a difference.
    enum Verdict: Hashable, Sendable {
      /// Chance explains the difference.
      case withinChance
      /// The difference is larger than chance explains.
      case beyondChance
      /// The difference does not depend on chance.
      case changed
    }

    /// The number of the result, from 1.
    let result: Int
    let title: String
    /// The figure, or `nil` if the whole result differs.
    let key: String?
    let recorded: String?
    let found: String?
    let verdict: Verdict
  }

  let changes: [Change]
  /// Additional remarks.
  package let notes: [String]

  init(changes: [Change], notes: [String]) {
    (self.changes, self.notes) = (changes, notes)
  }
}
