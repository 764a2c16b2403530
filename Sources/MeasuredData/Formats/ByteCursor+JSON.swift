import TextLayout

/// A value of JSON that is no list and no object.
enum JSONScalar {
  case text(Range<Int>)
  /// A number with where it is written.
  case number(Range<Int>)
  case bool(Range<Int>)
  case null
}

extension ByteCursor {
  /// How deeply a value that is passed over may be nested.
  private static let deepest = 1000

  mutating func skipWhitespace() {
    while next == 0x20 || next == 0x09 || next == 0x0A || next == 0x0D { advance() }
  }

  /// Reads a text; returns what is in its quotes, with its escapes as they are.
  mutating func jsonText() -> Range<Int>? {
    guard skip(0x22) else { return nil }
    let start = place
    var index = place
    while index < end {
      let byte = bytes[index]
      if byte == 0x22 {
        move(to: index + 1)
        return start..<index
      }
      index += byte == 0x5C ? 2 : 1
    }
    move(to: end)
    return nil
  }

  /// Returns what is written in quotes with its escapes decoded; a text with a broken one stays as it is.
  func decoded(_ text: Range<Int>) -> ByteCursor {
    guard bytes[text].contains(0x5C) else { return ByteCursor(bytes, text) }
    let written = Array(bytes[text])
    var (decoded, place): ([UInt8], Int) = ([], 0)
    while place < written.count {
      let byte = written[place]
      place += 1
      if byte != 0x5C {
        decoded.append(byte)
      } else if let scalar = JSONEscape.scalar(in: written, at: &place) {
        decoded += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      } else {
        return ByteCursor(bytes, text)
      }
    }
    return ByteCursor(decoded)
  }

  /// Reads an object, and calls a closure for each member, which reads its value; `false` if there is none.
  mutating func jsonObject(
    _ member: (inout ByteCursor, Range<Int>) -> Bool
  ) -> Bool {
    skipWhitespace()
    guard skip(0x7B) else { return false }
    skipWhitespace()
    if skip(0x7D) { return true }
    while true {
      skipWhitespace()
      guard let key = jsonText() else { return false }
      skipWhitespace()
      guard skip(0x3A) else { return false }
      skipWhitespace()
      guard member(&self, key) else { return false }
      skipWhitespace()
      if skip(0x7D) { return true }
      guard skip(0x2C) else { return false }
    }
  }

  /// Reads a list, and calls a closure for each element, which reads it; `false` if there is none.
  mutating func jsonList(_ element: (inout ByteCursor) -> Bool) -> Bool {
    skipWhitespace()
    guard skip(0x5B) else { return false }
    skipWhitespace()
    if skip(0x5D) { return true }
    while true {
      skipWhitespace()
      guard element(&self) else { return false }
      skipWhitespace()
      if skip(0x5D) { return true }
      guard skip(0x2C) else { return false }
    }
  }

  /// Reads a text, a number or a word; `nil` for anything else, which stays unread.
  mutating func jsonScalar() -> JSONScalar? {
    let start = place
    switch next {
    case 0x22: return jsonText().map { .text($0) }
    case 0x74: return skipWord("true") ? .bool(start..<place) : nil
    case 0x66: return skipWord("false") ? .bool(start..<place) : nil
    case 0x6E: return skipWord("null") ? .null : nil
    default: return decimal() == nil ? nil : .number(start..<place)
    }
  }

  private mutating func skipWord(_ word: StaticText) -> Bool {
    let range = place..<min(place + word.bytes.count, end)
    guard has(word, at: range) else { return false }
    move(to: range.upperBound)
    return true
  }

  /// Passes over a value of any kind.
  mutating func skipValue() -> Bool {
    skipWhitespace()
    guard next == 0x7B || next == 0x5B else { return jsonScalar() != nil }
    var depth = 0
    while !isAtEnd {
      switch next {
      case 0x22:
        guard jsonText() != nil else { return false }
        continue
      case 0x7B, 0x5B:
        depth += 1
        guard depth <= Self.deepest else { return false }
      case 0x7D, 0x5D: depth -= 1
      default: break
      }
      advance()
      if depth == 0 { return true }
    }
    return false
  }

  /// The number of a scalar, also if it is written as a text.
  func decimal(of scalar: JSONScalar) -> Decimal? {
    switch scalar {
    case .text(let range), .number(let range):
      var inner = decoded(range)
      return inner.decimal()
    case .bool, .null: return nil
    }
  }
}
