import TextLayout

/// The identifier of a request as it was written, which no type of numbers or depth of lists can change.
package struct WrittenId {
  package let text: String
  /// The request with `null` in its place.
  package let rest: String

  /// Finds the identifier under a key of a request; returns `nil` if there is none, or the request is no JSON object.
  package init?(_ line: String, key: String = "id") {
    var scanner = JSONScanner(line)
    guard let range = scanner.range(ofKey: "\"\(key)\"") else { return nil }
    let bytes = scanner.bytes
    text = String(decoding: bytes[range], as: UTF8.self)
    rest = String(
      decoding: bytes[..<range.lowerBound] + Array("null".utf8) + bytes[range.upperBound...],
      as: UTF8.self)
  }
}

/// Passes over the values of a JSON text.
private struct JSONScanner {
  /// The deepest nesting that is read.
  private static let deepest = 500

  let bytes: [UInt8]
  private var place = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Returns where the last value of a key of the outermost object is.
  mutating func range(ofKey wanted: String) -> Range<Int>? {
    var found: Range<Int>?
    let wanted = Array(wanted.utf8)
    pass(blanks: ())
    let isObject = passList(from: "{", to: "}") { scanner in
      guard let key = scanner.passed({ $0.passString() }), scanner.passColon(),
        let value = scanner.passed({ $0.passValue(depth: 1) })
      else { return false }
      if scanner.bytes[key].elementsEqual(wanted) { found = value }
      return true
    }
    return isObject ? found : nil
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func pass(blanks: Void) {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
  }

  private mutating func pass(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func passed(_ pass: (inout JSONScanner) -> Bool) -> Range<Int>? {
    self.pass(blanks: ())
    let start = place
    return pass(&self) ? start..<place : nil
  }

  private mutating func passColon() -> Bool {
    pass(blanks: ())
    return pass(":")
  }

  /// Passes over elements between brackets, with commas between them.
  private mutating func passList(
    from open: Unicode.Scalar, to close: Unicode.Scalar, _ element: (inout JSONScanner) -> Bool
  ) -> Bool {
    guard pass(open) else { return false }
    pass(blanks: ())
    if pass(close) { return true }
    while element(&self) {
      pass(blanks: ())
      if pass(close) { return true }
      guard pass(",") else { return false }
    }
    return false
  }

  private mutating func passValue(depth: Int) -> Bool {
    pass(blanks: ())
    guard depth <= Self.deepest, let first = next else { return false }
    switch first {
    case UInt8(ascii: "\""): return passString()
    case UInt8(ascii: "["): return passList(from: "[", to: "]") { $0.passValue(depth: depth + 1) }
    case UInt8(ascii: "{"):
      return passList(from: "{", to: "}") {
        $0.passed { $0.passString() } != nil && $0.passColon() && $0.passValue(depth: depth + 1)
      }
    default: return passWord()
    }
  }

  private mutating func passString() -> Bool {
    guard pass("\"") else { return false }
    while let byte = next, byte >= 0x20 {
      place += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return true }
    }
    return false
  }

  /// Passes over a number, a truth value or `null`.
  private mutating func passWord() -> Bool {
    let start = place
    while let byte = next, byte > 0x20, !",]}".utf8.contains(byte) { place += 1 }
    let word = String(decoding: bytes[start..<place], as: UTF8.self)
    return ["null", "true", "false"].contains(word) || word.isNumberOfJSON
  }
}
