/// The completions of a partial word.
package struct Completion: Hashable, Sendable {
  package struct Candidate: Hashable, Sendable {
    package let text: String
    /// The text after the word if it is the only candidate, such as a space or a bracket.
    package let suffix: String
    package let summary: String

    package init(_ text: String, suffix: String = "", summary: String = "") {
      self.text = text
      self.suffix = suffix
      self.summary = summary
    }
  }

  /// Candidates of one kind.
  package struct Group: Hashable, Sendable {
    /// What they are, which is shown above them if there are several groups.
    package let heading: String
    /// The candidates, in display order.
    package let candidates: [Candidate]

    package init(_ heading: String, _ candidates: [Candidate]) {
      self.heading = heading
      self.candidates = candidates
    }
  }

  /// The number of characters before the cursor that the candidates replace.
  package let replacing: Int
  /// The groups of candidates, those that fit best first.
  package let groups: [Group]

  package init(replacing: Int, _ groups: [Group]) {
    self.replacing = replacing
    self.groups = groups
  }

  package static let none = Completion(replacing: 0, [])

  /// All candidates, in display order.
  package var candidates: [Candidate] { groups.flatMap(\.candidates) }

  /// Returns what to insert for a partial word: the only candidate, or the common prefix of all.
  ///
  /// It is `nil` if that says less than the word, as when candidates match by their parts.
  package func insertion(for word: String) -> String? {
    let candidates = candidates
    guard let first = candidates.first else { return nil }
    if candidates.count == 1 { return first.text + first.suffix }
    let common = candidates.dropFirst().reduce(first.text) { common, candidate in
      String(zip(common, candidate.text).prefix { $0 == $1 }.map(\.0))
    }
    return common.lowercased().hasPrefix(word.lowercased()) ? common : nil
  }
}
