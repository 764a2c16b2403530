/// What positions in a text count.
package enum TextUnits: Sendable {
  case characters, codePoints, utf16

  /// The number of units of some characters.
  func count(of text: some Sequence<Character>) -> Int {
    switch self {
    case .characters: text.reduce(0) { count, _ in count + 1 }
    case .codePoints: text.reduce(0) { $0 + $1.unicodeScalars.count }
    case .utf16: text.reduce(0) { $0 + $1.utf16.count }
    }
  }

  /// The number of characters before a position; `nil` if it is not within the text.
  func characters(before position: Int64, in text: String) -> Int? {
    guard position >= 0 else { return nil }
    var rest = Int64(position)
    for (index, character) in text.enumerated() {
      if rest <= 0 { return index }
      rest -= Int64(count(of: CollectionOfOne(character)))
    }
    return rest <= 0 ? text.count : nil
  }
}
