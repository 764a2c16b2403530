/// Splits a text into tokens.
package struct Lexer {
  let source: SourceText
  var position = 0
  private var tokens: [Token] = []
  var diagnostics: [Diagnostic] = []

  private init(_ source: SourceText) {
    self.source = source
    // Most texts have fewer, so that the list grows once at most.
    tokens.reserveCapacity(source.characters.count / 3)
  }

  /// Returns the tokens of a text, ending with an end token, and its errors.
  package static func tokens(of source: SourceText) -> (tokens: [Token], diagnostics: [Diagnostic])
  {
    if let excess = source.excess {
      let end = Token(kind: .end, range: 0..<0, isSpaced: true)
      return ([end], [Diagnostic(.tooLong, excess, at: 0..<1)])
    }
    var lexer = Lexer(source)
    lexer.run()
    return (lexer.tokens, lexer.diagnostics)
  }

  static func isBalanced(_ text: String) -> Bool {
    // Only strings and comments have brackets that are none, and few definitions have those.
    var open = 0
    for byte in text.utf8 where open >= 0 {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): open -= 1
      case UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "`"):
        return isBalanced(tokens(of: SourceText(text)).tokens)
      default: break
      }
    }
    return open == 0
  }

  private static func isBalanced(_ tokens: [Token]) -> Bool {
    var open = 0
    for token in tokens where open >= 0 { open += token.bracket }
    return open == 0
  }

  private mutating func run() {
    if source.characters.first == "\u{FEFF}" { position = 1 }
    if source.characters[position...].starts(with: "#!") { skipLine() }
    while position < source.characters.count { readToken() }
    add(.end, from: position)
  }

  func peek(_ ahead: Int = 0) -> Character? {
    let index = position + ahead
    return index < source.characters.count ? source.characters[index] : nil
  }

  /// Whether a character that comes next is of any of some kinds; false at the end.
  func isNext(_ kinds: CharacterKinds, at ahead: Int = 0) -> Bool {
    let index = position + ahead
    return index < source.characters.count && source.kinds(at: index).isAny(of: kinds)
  }

  mutating func skip(_ kinds: CharacterKinds) {
    while isNext(kinds) { position += 1 }
  }

  mutating func add(_ kind: Token.Kind, from start: Int) {
    let isSpaced = start == 0 || source.kinds(at: start - 1).contains(.blank)
    tokens.append(Token(kind: kind, range: start..<position, isSpaced: isSpaced))
  }

  private mutating func skipLine() {
    while position < source.characters.count, !isNext(.lineEnd) { position += 1 }
  }

  private mutating func readToken() {
    let (start, kinds) = (position, source.kinds(at: position))
    if kinds.contains(.lineEnd) {
      position += 1
      return add(.newline, from: start)
    }
    if kinds.contains(.blank) { return position += 1 }
    if kinds.isAny(of: .nameStart) { return readName() }
    if kinds.contains(.digit) { return readNumber() }
    switch (peek(), peek(1)) {
    case ("/", "/"): readComment()
    case ("/", "*"): skipBlockComment()
    case ("`", _): readQuotedName()
    case ("\"", _): readText()
    default: readMark()
    }
  }

  private mutating func skipBlockComment() {
    let start = position
    position += 2
    while peek() != nil, !(peek() == "*" && peek(1) == "/") { position += 1 }
    if peek() == nil {
      let message = "this comment is never closed"
      diagnostics.append(Diagnostic(.unclosedText, message, at: start..<start + 2))
    }
    position = min(position + 2, source.characters.count)
  }

  private mutating func readComment() {
    let start = position
    let isNarration = peek(2) == "/"
    skipLine()
    guard isNarration else { return }
    let text = source[(start + 3)..<position]
    add(.narration(text.first == " " ? String(text.dropFirst()) : text), from: start)
  }

  private mutating func readName() {
    let start = position
    skip(.name)
    add(.name(source[start..<position]), from: start)
  }

  /// Reads a name in backticks, which may be a keyword.
  private mutating func readQuotedName() {
    let start = position
    position += 1
    let isName = isNext(.nameStart)
    skip(.name)
    let name = source[start + 1..<position]
    guard peek() == "`", isName else {
      let message = "a quoted name needs a backtick on both sides"
      diagnostics.append(Diagnostic(.unknownCharacter, message, at: start..<start + 1))
      return
    }
    position += 1
    add(.name(name), from: start)
  }
}

// MARK: - Strings and punctuation

extension Lexer {
  private mutating func readText() {
    let start = position
    var text = ""
    position += 1
    while let next = peek(), next != "\"" {
      guard !isNext(.lineEnd) else { break }
      position += 1
      text.append(next == "\\" ? readEscape() : next)
    }
    if peek() == "\"" {
      position += 1
    } else {
      let message = "this string has no closing quote"
      diagnostics.append(Diagnostic(.unclosedText, message, at: start..<start + 1))
    }
    add(.text(text), from: start)
  }

  private mutating func readEscape() -> Character {
    guard let next = peek(), !next.isNewline else { return "\\" }
    position += 1
    return switch next {
    case "n": "\n"
    case "t": "\t"
    case "r": "\r"
    case "\"", "\\": next
    case "u": readScalar() ?? unknownEscape(next)
    default: unknownEscape(next)
    }
  }

  /// Reads the braces of `\u{1B}`; returns `nil` and consumes nothing if they contain no scalar.
  private mutating func readScalar() -> Character? {
    guard peek() == "{" else { return nil }
    var digits = ""
    while let digit = peek(1 + digits.count), digit.isHexDigit, digits.count < 8 {
      digits.append(digit)
    }
    guard peek(1 + digits.count) == "}", let number = UInt32(digits, radix: 16),
      let scalar = Unicode.Scalar(number)
    else { return nil }
    position += digits.count + 2
    return Character(scalar)
  }

  private mutating func unknownEscape(_ character: Character) -> Character {
    let message = "'\\\(String(character).sanitized)' is not a valid escape sequence"
    diagnostics.append(
      Diagnostic(.unknownCharacter, message, at: position - 2..<position))
    return character
  }

  /// The punctuation, the longest first, so that `...` is not read as three dots.
  private static let marks = [
    "...", "..<", "->", "**", "++", "==", "!=", "<=", ">=", "&&", "||", "\\.", "(", ")", "[", "]",
    "{",
    "}",
    ",", ":", ";", ".", "+", "-", "*", "/", "%", "<", ">", "!", "?", "=", "@", "&",
  ]

  /// The punctuation by its first byte.
  private static let marksByByte: [[(text: String, characters: [Character])]] = (0..<128).map {
    byte in
    marks.filter { $0.utf8.first == UInt8(byte) }.map { ($0, Array($0)) }
  }

  private mutating func readMark() {
    let start = position
    if peek() == ".", peek(1) == ".", peek(2) != ".", peek(2) != "<" {
      position += 2
      diagnostics.append(
        Diagnostic(
          .unknownCharacter, "a range is written with three dots", at: start..<position,
          fixIt: .replacement("...")))
      return add(.mark("..."), from: start)
    }
    let known = peek()?.asciiValue.map { Self.marksByByte[Int($0)] } ?? []
    for mark in known
    where mark.characters.indices.dropFirst().allSatisfy({ peek($0) == mark.characters[$0] }) {
      position += mark.characters.count
      return add(.mark(mark.text), from: start)
    }
    position += 1
    // In a path it is a separate word, for the home folder.
    if source[start..<position] == "~", peek() == "/" { add(.mark("~"), from: start) }
    let character = source[start..<position]
    let message = "unexpected character '\(character.sanitized)'"
    diagnostics.append(
      Diagnostic(.unknownCharacter, message, at: start..<position, fixIt: Self.fixIt(of: character))
    )
  }

  private static func fixIt(of character: String) -> Diagnostic.FixIt? {
    switch character {
    case "“", "”", "„", "'", "‘", "’": .replacement("\"")
    case "–", "—", "−": .replacement("-")
    case "…": .replacement("...")
    case "×": .replacement("*")
    default: nil
    }
  }
}

extension String {
  /// The text with control characters replaced, safe for a terminal; emoji joiners are kept.
  package var sanitized: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.isControl ? "\u{FFFD}" : $0 }))
  }
}

extension Unicode.Scalar {
  /// Whether a terminal could interpret the character as a command; joiners of emoji are excluded.
  var isControl: Bool {
    if isASCII { return value < 32 || value == 127 }
    return switch properties.generalCategory {
    case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator: self != "\u{200D}"
    default: false
    }
  }
}
