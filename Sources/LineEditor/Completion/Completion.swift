/// What could stand in place of a word that was begun.
package struct Completion: Hashable, Sendable {
  /// One thing that could.
  package struct Candidate: Hashable, Sendable {
    /// The word.
    package let text: String
    /// What follows the word where nothing else fits, such as a space or a bracket.
    package let suffix: String
    /// What it is, in a line.
    package let summary: String

    /// Creates a candidate.
    package init(_ text: String, suffix: String = "", summary: String = "") {
      self.text = text
      self.suffix = suffix
      self.summary = summary
    }
  }

  /// The number of characters before the cursor that the candidates replace.
  package let replacing: Int
  /// The candidates, in the order in which they are listed.
  package let candidates: [Candidate]

  /// Creates a completion.
  package init(replacing: Int, _ candidates: [Candidate]) {
    self.replacing = replacing
    self.candidates = candidates
  }

  /// Nothing fits.
  package static let none = Completion(replacing: 0, [])

  /// What is put in place of the word: all of the only candidate, or what all of them begin with.
  package var insertion: String {
    guard let first = candidates.first else { return "" }
    if candidates.count == 1 { return first.text + first.suffix }
    return candidates.dropFirst().reduce(first.text) { common, candidate in
      String(zip(common, candidate.text).prefix { $0 == $1 }.map(\.0))
    }
  }
}
