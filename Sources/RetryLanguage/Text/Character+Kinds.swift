// The kinds of characters that tokens are made of. Almost all text is ASCII, where a byte tells them quickly.

extension Character {
  /// Its byte, if it is one of ASCII.
  var byte: UInt8? {
    let bytes = utf8
    return bytes.count == 1 ? bytes.first : nil
  }

  /// Whether it ends a line.
  var isBreak: Bool { byte.map { (10...13).contains($0) } ?? isNewline }

  /// Whether it is white space.
  var isBlank: Bool { byte.map { $0 == 32 || (9...13).contains($0) } ?? isWhitespace }

  var isDigit: Bool { byte.map { (48...57).contains($0) } ?? false }

  /// Whether it is a letter of any script.
  var isOfWord: Bool {
    guard let byte else { return isLetter }
    return (97...122).contains(byte) || (65...90).contains(byte)
  }

  /// Whether it is a digit or another number of any script.
  var isNumeral: Bool { byte == nil ? isNumber : isDigit }

  var startsName: Bool { isOfWord || byte == 95 || byte == 36 }

  var continuesName: Bool { startsName || isNumeral }
}
