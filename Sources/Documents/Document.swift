import TextLayout

/// A value that was read from a text, and knows where it is there.
package struct Document: Hashable, Sendable {
  package indirect enum Content: Hashable, Sendable {
    case scalar(Scalar)
    case list([Document])
    /// The entries as they were written; no two have the same key.
    case map([Entry])
  }

  package struct Entry: Hashable, Sendable {
    package let key: String
    /// Where the key is.
    package let place: Place
    package let value: Document
  }

  /// The most bytes of a text that are worth reading, for who reads files.
  package static let longest = 1_000_000
  /// The most keys and values that a text may stand for, each counted as often as it is referred to.
  static let mostValues = 100_000
  /// How deeply lists and maps may be nested.
  static let deepest = 100

  package let content: Content
  /// Where it is; what an alias refers to is where it was written.
  package let place: Place

  package init(content: Content, place: Place) {
    (self.content, self.place) = (content, place)
  }

  /// Whether nothing was given, as `null`, `~` or an empty place in YAML.
  package var isNull: Bool {
    if case .scalar(let scalar) = content { scalar.isNull } else { false }
  }

  /// Returns the value of a key, or `nil` if this is no map with that key.
  package subscript(key: String) -> Document? {
    guard case .map(let entries) = content else { return nil }
    return entries.first { $0.key == key }?.value
  }
}

/// A value as it was written: whether it is a number is decided by who reads it.
package struct Scalar: Hashable, Sendable {
  package enum Style: Hashable, Sendable {
    /// Without quotes.
    case plain
    /// In quotes, as a block of text, or with a tag that makes it a text.
    case quoted
    /// In a file of properties, which has neither quotes nor nulls.
    case property
  }

  /// The text, without quotes and escapes.
  package let text: String
  package let style: Style

  package init(text: String, style: Style) {
    (self.text, self.style) = (text, style)
  }

  /// Whether it stands for no value.
  package var isNull: Bool { style == .plain && ["", "~", "null"].contains(text) }

  /// The text if it is a number as in JSON, and not quoted.
  package var number: String? { style != .quoted && text.isNumberOfJSON ? text : nil }
}

/// A position in a text: a line, and a character of it, both counted from 1.
package struct Place: Hashable, Sendable, CustomStringConvertible {
  package let line: Int
  package let column: Int

  package init(line: Int, column: Int) {
    (self.line, self.column) = (line, column)
  }

  package var description: String { "line \(line), column \(column)" }
}

/// Why a text cannot be read, or is not what its reader expects.
package struct DocumentError: Error, Hashable, CustomStringConvertible {
  package let place: Place
  package let message: String

  package init(_ place: Place, _ message: String) {
    (self.place, self.message) = (place, message)
  }

  package var description: String { "\(place): \(message)" }
}
