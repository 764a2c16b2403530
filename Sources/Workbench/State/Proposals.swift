/// What could be typed at a place.
package struct Proposals: Hashable, Sendable {
  /// One way to go on.
  package struct Word: Hashable, Sendable {
    /// The word as it is listed.
    package let name: String
    /// What is put in the place of the word so far, with the bracket, colon or space that must follow.
    package let text: String
    /// What it is, in a line.
    package let detail: String

    /// Creates a way to go on.
    package init(_ name: String, text: String? = nil, _ detail: String) {
      self.name = name
      self.text = text ?? name
      self.detail = detail
    }
  }

  /// The characters that are replaced.
  package let range: Range<Int>
  /// Every way to go on, in order.
  package let words: [Word]
}
