/// A text without bytes and characters that no reader accepts, and without a byte-order mark at its beginning.
struct CheckedText {
  let text: String

  init(_ bytes: [UInt8]) throws(DocumentError) {
    let isMarked = bytes.starts(with: "\u{FEFF}".utf8)
    let bytes = isMarked ? bytes.dropFirst(3) : bytes[...]
    text = String(decoding: bytes, as: UTF8.self)
    var ruler = Ruler(text)
    // Where both differ, a byte was replaced.
    if !text.utf8.elementsEqual(bytes) {
      let start = zip(text.utf8, bytes).prefix { $0 == $1 }.count
      let before = String(decoding: bytes.prefix(start), as: UTF8.self).unicodeScalars.count
      throw DocumentError(ruler.place(of: before), "the text is not UTF-8 from here on")
    }
    if let (index, scalar) = text.unicodeScalars.enumerated().first(where: { !Self.allows($1) }) {
      let digits = String(scalar.value, radix: 16, uppercase: true)
      let number = String(repeating: "0", count: 4 - digits.count) + digits
      throw DocumentError(ruler.place(of: index), "the character U+\(number) is not allowed here")
    }
  }

  private static func allows(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E: true
    // Some versions of YAML take the first two for the ends of lines.
    case 0xA0...0xFFFD: ![0x2028, 0x2029, 0xFEFF].contains(scalar.value)
    default: scalar.value > 0xFFFF
    }
  }
}

/// Tells the line and column of scalars of a text, faster if they come in order.
struct Ruler {
  private let text: String
  /// The next character, the number of scalars before it, and where it is.
  private var (next, index, place): (String.Index, Int, Place)

  init(_ text: String) {
    self.text = text
    (next, index, place) = (text.startIndex, 0, Place(line: 1, column: 1))
  }

  /// Returns where the character is that a scalar is part of.
  mutating func place(of target: Int) -> Place {
    if target < index { self = Ruler(text) }
    while next < text.endIndex {
      let character = text[next]
      let length = character.unicodeScalars.count
      guard index + length <= target else { break }
      index += length
      text.formIndex(after: &next)
      place =
        character.isNewline
        ? Place(line: place.line + 1, column: 1)
        : Place(line: place.line, column: place.column + 1)
    }
    return place
  }
}
