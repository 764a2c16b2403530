/// What stands before an entry.
package struct Prompt: Hashable, Sendable {
  /// Its characters.
  let text: String
  private let isColoured: Bool

  /// Creates a prompt that ends with a space.
  package init(_ text: String, isColoured: Bool = false) {
    self.text = text
    self.isColoured = isColoured
  }

  /// The character around what takes no columns.
  static let marker: CChar = 1

  /// The text with its colour between markers.
  ///
  /// What is last must be seen: libedit drops a sequence there, and the colour would run on into the entry.
  var marked: String {
    guard isColoured, text.hasSuffix(" ") else { return text }
    return "\u{1}\u{1B}[1;36m\u{1}\(text.dropLast())\u{1}\u{1B}[0m\u{1} "
  }
}
