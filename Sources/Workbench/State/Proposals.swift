/// The possible completions at a position.
package struct Proposals: Hashable, Sendable {
  /// A completion.
  package struct Word: Hashable, Sendable {
    /// The name as listed.
    package let name: String
    /// The text to insert, including a following bracket, colon or space.
    package let text: String
    /// A description in one line.
    package let detail: String

    /// Creates a completion.
    package init(_ name: String, text: String? = nil, _ detail: String) {
      self.name = name
      self.text = text ?? name
      self.detail = detail
    }
  }

  /// The range to replace.
  package let range: Range<Int>
  /// The completions, in order.
  package let words: [Word]
}
