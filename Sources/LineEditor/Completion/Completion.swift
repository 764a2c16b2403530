/// The completions of a partial word.
package struct Completion: Hashable, Sendable {
  /// A candidate.
  package struct Candidate: Hashable, Sendable {
    /// The word.
    package let text: String
    /// The text after the word if it is the only candidate, such as a space or a bracket.
    package let suffix: String
    /// Its description in one line.
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
  /// The candidates, in display order.
  package let candidates: [Candidate]

  /// Creates a completion.
  package init(replacing: Int, _ candidates: [Candidate]) {
    self.replacing = replacing
    self.candidates = candidates
  }

  /// No candidates.
  package static let none = Completion(replacing: 0, [])

  /// The inserted text: the only candidate, or the common prefix of all.
  package var insertion: String {
    guard let first = candidates.first else { return "" }
    if candidates.count == 1 { return first.text + first.suffix }
    return candidates.dropFirst().reduce(first.text) { common, candidate in
      String(zip(common, candidate.text).prefix { $0 == $1 }.map(\.0))
    }
  }
}
