import Documents
import TextLayout

/// A token of code, in any language that writes names, numbers, texts and signs as C or Python do.
struct CodeToken {
  /// The kinds of tokens.
  enum Kind { case name, number, text, sign }

  let kind: Kind
  /// The characters; a string comes without its quotes.
  let text: Substring
  let range: Range<String.Index>
  /// Its line and column.
  let place: Place
  /// Whether it is the first of its line.
  let isFirst: Bool
}

/// Splits code into tokens, without comments.
struct CodeLexer {
  private let code: String
  private let language: CodeLanguage
  private let bytes: String.UTF8View
  private var index: String.Index
  private var (line, column) = (1, 1)
  private var isFirst = true
  private var tokens: [CodeToken] = []

  static func tokens(
    of code: String, in language: CodeLanguage, _ interruption: InterruptionCheck
  ) -> [CodeToken] {
    var lexer = Self(code, language)
    while lexer.index < lexer.bytes.endIndex {
      if lexer.tokens.count % InterruptionCheck.pace == 0, interruption.isRequested { break }
      lexer.next()
    }
    return lexer.tokens
  }

  private init(_ code: String, _ language: CodeLanguage) {
    self.language = language
    (self.code, bytes, index) = (code, code.utf8, code.utf8.startIndex)
  }

  private func byte(_ distance: Int = 0) -> UInt8? {
    guard let place = bytes.index(index, offsetBy: distance, limitedBy: bytes.endIndex),
      place < bytes.endIndex
    else { return nil }
    return bytes[place]
  }

  private func begins(_ text: StaticString) -> Bool {
    (0..<text.utf8CodeUnitCount).allSatisfy { byte($0) == text.utf8Start[$0] }
  }

  /// Passes over bytes, each of which is a column unless it continues a character.
  private mutating func skip(_ count: Int = 1) {
    for _ in 0..<count {
      guard let byte = byte() else { return }
      if byte == UInt8(ascii: "\n") {
        (line, column, isFirst) = (line + 1, 1, true)
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      index = bytes.index(after: index)
    }
  }

  private mutating func skip(while isPart: (UInt8) -> Bool) {
    while let byte = byte(), isPart(byte) { skip() }
  }

  private mutating func next() {
    guard let first = byte() else { return }
    if first <= UInt8(ascii: " ") { return skip() }
    if first == UInt8(ascii: "#") || language.hasSlashes && begins("//") {
      return skip { $0 != UInt8(ascii: "\n") }
    }
    if begins("/*") {
      while byte() != nil, !begins("*/") { skip() }
      return skip(2)
    }
    let (start, place, wasFirst) = (index, Place(line: line, column: column), isFirst)
    var inner: Range<String.Index>?
    let kind: CodeToken.Kind
    if first.isNamePart, !first.isDigit {
      kind = .name
      skip(while: \.isNamePart)
    } else if first.isDigit || (first == UInt8(ascii: ".") && isFraction) {
      kind = .number
      skipNumber()
    } else if language == .cSharp, begins("@\"") || begins("$@\"") || begins("@$\"") {
      kind = .text
      inner = verbatim()
    } else if language.hasPatterns, first == UInt8(ascii: "/"), isOperand, let end = patternEnd {
      kind = .text
      skip(end)
    } else if [UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`")].contains(first) {
      kind = .text
      inner = quoted(first)
    } else {
      kind = .sign
      skip(Self.signs.first { begins($0) }?.utf8CodeUnitCount ?? 1)
    }
    tokens.append(
      CodeToken(
        kind: kind, text: code[inner ?? start..<index], range: start..<index, place: place,
        isFirst: wasFirst))
    isFirst = false
  }

  private static let signs: [StaticString] = [
    "...", "//", "==", "!=", "<=", ">=", "=>", "->", ":=", "||", "&&", "**", "::", "?.", "+=", "-=",
  ]

  /// Whether a dot begins a number such as `.5`, rather than a member.
  private var isFraction: Bool {
    guard byte(1)?.isDigit == true else { return false }
    guard let last = tokens.last, last.range.upperBound == index else { return true }
    return last.kind == .sign && !")]}".contains(last.text)
  }

  /// Passes over a number with its fraction, exponent and suffix: `1_000`, `0.5f`, `1e-3`, `10L`.
  private mutating func skipNumber() {
    let underscore = UInt8(ascii: "_")
    skip { $0.isDigit || $0 == underscore }
    if byte() == UInt8(ascii: "."), byte(1)?.isDigit == true {
      skip()
      skip { $0.isDigit || $0 == underscore }
    }
    if let sign = byte(), sign | 0x20 == UInt8(ascii: "e"), let next = byte(1) {
      let isSigned = next == UInt8(ascii: "-") || next == UInt8(ascii: "+")
      if byte(isSigned ? 2 : 1)?.isDigit == true { skip(isSigned ? 2 : 1) }
    }
    skip(while: \.isNamePart)
  }

  /// Skips a string and returns the range between its quotes; an unterminated string ends with its line.
  private mutating func quoted(_ quote: UInt8) -> Range<String.Index> {
    let isLong = byte(1) == quote && byte(2) == quote
    skip(isLong ? 3 : 1)
    let start = index
    while let byte = byte() {
      if byte == quote, !isLong || (self.byte(1) == quote && self.byte(2) == quote) {
        let end = index
        skip(isLong ? 3 : 1)
        return start..<end
      }
      if byte == UInt8(ascii: "\n"), !isLong, quote != UInt8(ascii: "`") { break }
      let isEscape =
        byte == UInt8(ascii: "\\")
        && (quote != UInt8(ascii: "`") || language.escapesInBackquotes)
      skip(isEscape ? 2 : 1)
    }
    return start..<index
  }

  /// Skips a text in which two quotes stand for one, and returns the range between its quotes.
  private mutating func verbatim() -> Range<String.Index> {
    let quote = UInt8(ascii: "\"")
    skip { $0 != quote }
    skip()
    let start = index
    while let byte = byte(), byte != quote || self.byte(1) == quote {
      skip(byte == quote ? 2 : 1)
    }
    let end = index
    skip()
    return start..<end
  }

  /// Whether a value may begin here, rather than an operator.
  private var isOperand: Bool {
    guard let last = tokens.last else { return true }
    return switch last.kind {
    case .sign: !")]}".contains(last.text)
    case .name: ["return", "case", "typeof", "in", "of", "else", "do"].contains(last.text)
    case .number, .text: false
    }
  }

  /// The length of a pattern between slashes, if its line has its end.
  private var patternEnd: Int? {
    var (length, isInClass) = (1, false)
    while let byte = byte(length), byte != UInt8(ascii: "\n") {
      switch byte {
      case UInt8(ascii: "\\"): length += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "/") where !isInClass: return length + 1
      default: break
      }
      length += 1
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  /// Whether it is part of a name; every letter beyond ASCII is.
  fileprivate var isNamePart: Bool {
    isDigit || self >= 0x80 || self == UInt8(ascii: "_") || self == UInt8(ascii: "$")
      || UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20
  }
}
