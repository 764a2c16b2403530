import RetryNumerics

/// A source text with its line starts.
package struct SourceText: Sendable {
  /// The name to show, such as that of a file; `nil` at the prompt.
  package private(set) var name: String?
  /// The characters; positions count from 0.
  package let characters: [Character]
  /// Why it is too long to be read, in which case only its beginning is kept.
  let excess: String?
  package private(set) var lineStarts: [Int]
  /// The same characters as bytes if each is one of ASCII, from which parts are made faster; otherwise empty.
  private let bytes: [UInt8]

  /// The maximum number of bytes of a character, since comparing one takes time in proportion to its marks.
  private static let longestCharacter = 10_000
  /// The maximum number of bytes.
  package static let longest: Int = 1_000_000
  /// The maximum nesting depth.
  static let deepest = 100
  /// The maximum length of a chain of calls.
  static let longestChain = 400
  /// The maximum number of operators in a row, including those around them.
  static let mostOperators = 1000
  /// The number of bytes kept of a text that is too long.
  private static let shown = 200

  /// Creates a source from a text.
  package init(_ text: String, name: String? = nil) {
    self.name = name
    // A return may be one character with the newline behind it.
    let isPlain = text.utf8.allSatisfy { $0 < 128 && $0 != 13 }
    excess = Self.excess(of: text, isPlain: isPlain)
    let kept =
      excess == nil ? text : String(decoding: text.utf8.prefix(Self.shown), as: UTF8.self)
    bytes = isPlain ? Array(kept.utf8) : []
    let characters = bytes.isEmpty ? Array(kept) : bytes.map { Self.ascii[Int($0)] }
    self.characters = characters
    lineStarts = [0]
    for place in characters.indices where kinds(at: place).contains(.lineEnd) {
      lineStarts.append(place + 1)
    }
  }

  private static let ascii = (0..<128).map { Character(Unicode.Scalar(UInt8($0))) }

  private static func excess(of text: String, isPlain: Bool) -> String? {
    if text.utf8.count > longest { return "the input is longer than \(longest) bytes" }
    guard !isPlain, text.utf8.count > longestCharacter,
      text.contains(where: { $0.utf8.count > longestCharacter })
    else { return nil }
    return "a character of the input has more than \(longestCharacter) bytes"
  }

  /// The number of bytes of the characters.
  package var byteCount: Int {
    bytes.isEmpty ? characters.reduce(0) { $0 + $1.utf8.count } : bytes.count
  }

  /// Returns the same text with the name of a file.
  package func named(_ name: String) -> SourceText {
    var named = self
    named.name = name
    return named
  }

  func kinds(at position: Int) -> CharacterKinds {
    bytes.isEmpty
      ? CharacterKinds(of: characters[position]) : CharacterKinds.ofASCII[Int(bytes[position])]
  }

  /// Returns the text in a range.
  package subscript(range: Range<Int>) -> String {
    let range = range.clamped(to: 0..<characters.count)
    return bytes.isEmpty
      ? String(characters[range]) : String(decoding: bytes[range], as: UTF8.self)
  }

  /// Returns the number of characters at the start that another text has as well.
  package func commonPrefix(with other: SourceText) -> Int {
    func count<Element: Equatable>(_ left: [Element], _ right: [Element]) -> Int {
      // Most often it is the same text, which is compared at once.
      left == right ? left.count : zip(left, right).prefix { $0 == $1 }.count
    }
    return bytes.isEmpty || other.bytes.isEmpty
      ? count(characters, other.characters) : count(bytes, other.bytes)
  }

  /// Returns the line and the column of a position, both counted from 1.
  package func place(of position: Int) -> (line: Int, column: Int) {
    let line = max(lineStarts.partition { $0 > position }, 1)
    return (line, position - lineStarts[line - 1] + 1)
  }

  /// Returns the position of a line and a column, both counted from 1; the end if there is none.
  package func position(ofLine line: Int, column: Int) -> Int {
    guard lineStarts.indices.contains(line - 1) else { return characters.count }
    return min(lineStarts[line - 1] + column - 1, characters.count)
  }

  /// Returns a line by its number, without its newline.
  package func line(_ number: Int) -> String {
    guard lineStarts.indices.contains(number - 1) else { return "" }
    let start = lineStarts[number - 1]
    let end = number < lineStarts.count ? lineStarts[number] - 1 : characters.count
    return String(characters[start..<max(start, end)])
  }
}
