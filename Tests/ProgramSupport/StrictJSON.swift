package import Simulation

/// Reads JSON as its standard has it, and nothing beside it.
package struct StrictJSON {
  /// A text that is no JSON.
  private struct Mistake: Error {}

  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0

  private init(_ text: String) { bytes = Array(text.utf8) }

  /// Returns the value of a text, or `nil` if it is invalid.
  package static func value(of text: String) -> Value? {
    var reader = StrictJSON(text)
    guard let value = try? reader.value() else { return nil }
    reader.skipBlank()
    return reader.place == reader.bytes.count ? value : nil
  }

  private var current: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipBlank() {
    while let byte = current, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
  }

  private mutating func take(_ text: StaticString) -> Bool {
    let wanted = text.withUTF8Buffer { Array($0) }
    guard bytes[place...].starts(with: wanted) else { return false }
    place += wanted.count
    return true
  }

  private mutating func value() throws(Mistake) -> Value {
    depth += 1
    defer { depth -= 1 }
    guard depth < 600 else { throw Mistake() }
    skipBlank()
    switch current {
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["): return .list(try list())
    case UInt8(ascii: "\""): return .text(try text())
    default: break
    }
    if take("null") { return .unit }
    if take("true") { return .bool(true) }
    if take("false") { return .bool(false) }
    return try number()
  }

  private mutating func list() throws(Mistake) -> [Value] {
    place += 1
    skipBlank()
    if take("]") { return [] }
    var items: [Value] = []
    while true {
      items.append(try value())
      skipBlank()
      if take("]") { return items }
      guard take(",") else { throw Mistake() }
    }
  }

  private mutating func object() throws(Mistake) -> [String: Value] {
    place += 1
    skipBlank()
    if take("}") { return [:] }
    var fields: [String: Value] = [:]
    while true {
      skipBlank()
      guard current == UInt8(ascii: "\"") else { throw Mistake() }
      let key = try text()
      skipBlank()
      guard take(":"), fields[key] == nil else { throw Mistake() }
      fields[key] = try value()
      skipBlank()
      if take("}") { return fields }
      guard take(",") else { throw Mistake() }
    }
  }

  private mutating func number() throws(Mistake) -> Value {
    let start = place
    _ = take("-")
    if !take("0") { try digits() }
    var isWhole = true
    if take(".") {
      isWhole = false
      try digits()
    }
    if take("e") || take("E") {
      isWhole = false
      if !take("+") { _ = take("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    if isWhole, let number = Int(text) { return .int(number) }
    guard let number = Double(text) else { throw Mistake() }
    return .double(number)
  }

  private mutating func digits() throws(Mistake) {
    let start = place
    while let byte = current, (0x30...0x39).contains(byte) { place += 1 }
    guard place > start else { throw Mistake() }
  }

  private mutating func text() throws(Mistake) -> String {
    place += 1
    var units: [UInt8] = []
    while let byte = current, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw Mistake() }
      place += 1
      if byte == UInt8(ascii: "\\") {
        units += Array(String(try escaped()).utf8)
      } else {
        units.append(byte)
      }
    }
    guard take("\""), let text = String(validating: units, as: UTF8.self) else { throw Mistake() }
    return text
  }

  private mutating func escaped() throws(Mistake) -> Unicode.Scalar {
    guard let byte = current else { throw Mistake() }
    place += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "u"): return try scalar()
    default: throw Mistake()
    }
  }

  /// Reads the digits of a scalar, which may be two halves.
  private mutating func scalar() throws(Mistake) -> Unicode.Scalar {
    let first = try unit()
    guard (0xD800...0xDBFF).contains(first) else {
      guard let scalar = Unicode.Scalar(first) else { throw Mistake() }
      return scalar
    }
    guard take("\\u") else { throw Mistake() }
    let second = try unit()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw Mistake() }
    return scalar
  }

  private mutating func unit() throws(Mistake) -> UInt32 {
    guard place + 4 <= bytes.count,
      let unit = UInt32(String(decoding: bytes[place..<place + 4], as: UTF8.self), radix: 16)
    else { throw Mistake() }
    place += 4
    return unit
  }
}
