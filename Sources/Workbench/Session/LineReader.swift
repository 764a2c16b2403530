/// Reads a line from left to right.
struct LineReader {
  private(set) var rest: Substring

  init(_ line: some StringProtocol) {
    rest = Substring(line)
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// The letters, digits and underscores that come next, if any.
  var nextWord: Substring? {
    let word = rest.prefix { $0.isPartOfWord }
    return word.isEmpty ? nil : word
  }

  mutating func word() -> Substring? {
    let word = nextWord
    rest = rest[(word?.endIndex ?? rest.startIndex)...]
    return word
  }

  /// Reads a word with the spaces around it.
  mutating func spacedWord() -> Substring? {
    _ = takeSpaces()
    defer { _ = takeSpaces() }
    return word()
  }

  /// Reads up to the next space.
  mutating func part() -> Substring? {
    let part = rest.prefix { !$0.isWhitespace }
    rest = rest[part.endIndex...]
    return part.isEmpty ? nil : part
  }

  /// Reads spaces; returns whether there is at least one.
  mutating func takeSpaces() -> Bool {
    let before = rest.startIndex
    rest = rest.drop(while: \.isWhitespace)
    return rest.startIndex > before
  }

  /// Reads signs, if they come next.
  mutating func take(_ signs: String) -> Bool {
    guard rest.hasPrefix(signs) else { return false }
    rest = rest.dropFirst(signs.count)
    return true
  }

  /// Reads a sign with the spaces around it, if it comes next.
  mutating func takeSpaced(_ sign: String) -> Bool {
    _ = takeSpaces()
    guard take(sign) else { return false }
    _ = takeSpaces()
    return true
  }

  /// Returns what is found first at the start of a word or at a sign.
  static func first<Found>(in line: String, _ find: (inout LineReader) -> Found?) -> Found? {
    var isInWord = false
    for index in line.indices {
      defer { isInWord = line[index].isPartOfWord }
      if isInWord, line[index].isPartOfWord { continue }
      var reader = LineReader(line[index...])
      if let found = find(&reader) { return found }
    }
    return nil
  }
}

extension Character {
  fileprivate var isPartOfWord: Bool { isLetter || isNumber || self == "_" }
}
