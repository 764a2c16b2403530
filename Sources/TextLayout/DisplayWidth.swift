/// The columns that text takes on a terminal.
package enum DisplayWidth {
  /// Returns the columns of a text that has no control characters.
  package static func columns(of text: some StringProtocol) -> Int {
    // Most text has one column per byte and needs no segmentation.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
    return text.reduce(0) { $0 + columns(of: $1) }
  }

  /// Returns the width of the widest text, or zero.
  package static func columns(ofWidest texts: some Sequence<some StringProtocol>) -> Int {
    texts.reduce(0) { max($0, columns(of: $1)) }
  }

  /// Returns the columns of one character, however many scalars it is made of.
  package static func columns(of character: Character) -> Int {
    if let byte = character.asciiValue { return byte < 0x20 || byte == 0x7F ? 0 : 1 }
    let scalars = character.unicodeScalars
    if let columns = emojiColumns(scalars) { return columns }
    return scalars.reduce(0) { $0 + columns(of: $1) }
  }

  /// Returns the columns of an emoji; terminals draw a whole sequence as one.
  private static func emojiColumns(_ scalars: Character.UnicodeScalarView) -> Int? {
    guard let first = scalars.first, first.properties.isEmoji else { return nil }
    let second = scalars.dropFirst().first
    if second == textSelector { return 1 }
    if first.properties.isEmojiPresentation, !isRegional(first) { return 2 }
    guard let second else { return nil }
    return second == emojiSelector || second.properties.isEmoji ? 2 : nil
  }

  /// Asks for the plain form of an emoji.
  private static let textSelector: Unicode.Scalar = "\u{FE0E}"
  /// Asks for the coloured form of a character.
  private static let emojiSelector: Unicode.Scalar = "\u{FE0F}"

  /// Returns whether a scalar is a regional indicator, two of which form a flag.
  private static func isRegional(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  private static func columns(of scalar: Unicode.Scalar) -> Int {
    if isRegional(scalar) { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark, .format, .control: return 0
    default: return isJoiningJamo(scalar) ? 0 : isWide(scalar) ? 2 : 1
    }
  }

  /// Returns whether a scalar is the vowel or the end of a Hangul syllable, drawn inside its first
  /// letter.
  private static func isJoiningJamo(_ scalar: Unicode.Scalar) -> Bool {
    (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x1100 else { return false }
    return scalar.properties.isEmojiPresentation || wide.contains { $0.contains(scalar.value) }
  }

  /// The East Asian blocks whose characters take two columns.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
    0x1F200...0x1F2FF, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
