/// The kinds of a character that tokens are made of; it can be of several.
struct CharacterKinds: OptionSet, Sendable {
  let rawValue: UInt8

  /// What ends a line, which is white space as well.
  static let lineEnd = CharacterKinds(rawValue: 1)
  static let blank = CharacterKinds(rawValue: 2)
  /// A letter of any script.
  static let letter = CharacterKinds(rawValue: 4)
  /// A digit of ASCII, which is a numeral as well.
  static let digit = CharacterKinds(rawValue: 8)
  /// A digit or another number of any script.
  static let numeral = CharacterKinds(rawValue: 16)
  /// What a name can start with besides a letter.
  static let nameMark = CharacterKinds(rawValue: 32)

  static let nameStart: CharacterKinds = [.letter, .nameMark]
  static let word: CharacterKinds = [.letter, .numeral]
  static let name: CharacterKinds = [.letter, .nameMark, .numeral]

  func isAny(of kinds: CharacterKinds) -> Bool { !isDisjoint(with: kinds) }
}

extension CharacterKinds {
  init(of character: Character) {
    self = []
    if character.isNewline { insert(.lineEnd) }
    if character.isWhitespace { insert(.blank) }
    if character.isLetter { insert(.letter) }
    if character.isNumber { insert(character.isASCII ? [.digit, .numeral] : .numeral) }
    if character == "_" || character == "$" { insert(.nameMark) }
  }

  /// The kinds of the characters of ASCII, of which almost all text is.
  static let ofASCII = (0..<128).map { CharacterKinds(of: Character(Unicode.Scalar(UInt8($0)))) }
}
