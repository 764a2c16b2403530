package import Simulation
import TextLayout

/// Reads a text in JSON as Foundation does, which lets a comma follow the last element.
struct JSONReader {
  /// Lists and objects inside each other, beyond which a text is refused.
  private static let deepest = 512

  let bytes: [UInt8]
  /// Where the values of the outermost object are written, if they are noted.
  private(set) var places: [String: Range<Int>] = [:]
  private let notesPlaces: Bool
  private var place = 0
  private var depth = 0

  init(_ text: String, notesPlaces: Bool = false) {
    bytes = Array(text.utf8)
    self.notesPlaces = notesPlaces
    while bytes[place...].starts(with: "\u{FEFF}".utf8) { place += 3 }
  }

  /// Returns the value, or `nil` if the text is not JSON.
  mutating func read() -> Value? {
    guard let value = value() else { return nil }
    skipSpaces()
    return place == bytes.count ? value : nil
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpaces() {
    while let byte = next, " \n\r\t".utf8.contains(byte) { place += 1 }
  }

  private mutating func take(_ text: String) -> Bool {
    skipSpaces()
    guard bytes[place...].starts(with: text.utf8) else { return false }
    place += text.utf8.count
    return true
  }

  private mutating func value() -> Value? {
    skipSpaces()
    switch next {
    case UInt8(ascii: "{"): return nested { $0.object() }
    case UInt8(ascii: "["): return nested { $0.list() }
    case UInt8(ascii: "\""): return string().map { .text($0) }
    case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return take("null") ? .unit : nil
    default: return number()
    }
  }

  private mutating func nested(_ read: (inout JSONReader) -> Value?) -> Value? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { return nil }
    place += 1
    return read(&self)
  }

  private mutating func list() -> Value? {
    var items: [Value] = []
    while !take("]") {
      guard items.isEmpty || take(",") else { return nil }
      if !items.isEmpty, take("]") { break }
      guard let item = value() else { return nil }
      items.append(item)
    }
    return .list(items)
  }

  private mutating func object() -> Value? {
    var fields: [String: Value] = [:]
    while !take("}") {
      guard fields.isEmpty || take(",") else { return nil }
      if !fields.isEmpty, take("}") { break }
      skipSpaces()
      guard let key = string(), take(":") else { return nil }
      skipSpaces()
      let start = place
      guard let value = value() else { return nil }
      fields[key] = value
      if notesPlaces, depth == 1 { places[key] = start..<place }
    }
    return .object(fields)
  }

  /// A whole number is an integer, however it is written.
  private mutating func number() -> Value? {
    let start = place
    while let byte = next, "+-.0123456789Ee".utf8.contains(byte) { place += 1 }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    guard text.isNumberOfJSON, let number = Double(text),
      number.isFinite || notesPlaces && depth == 1
    else { return nil }
    if let whole = Int64(text) ?? Int64(exactly: number) { return .int(whole) }
    return .double(number)
  }

  private mutating func string() -> String? {
    guard next == UInt8(ascii: "\"") else { return nil }
    place += 1
    var text: [UInt8] = []
    while true {
      let start = place
      while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
        place += 1
      }
      text += bytes[start..<place]
      guard let end = next, end >= 0x20 else { return nil }
      place += 1
      if end == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
      guard let scalar = JSONEscape.scalar(in: bytes, at: &place) else { return nil }
      text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }
  }
}

extension Value {
  /// Creates the value of a text in JSON, unless it is invalid; of equal keys the last counts.
  package init?(json text: String) {
    var reader = JSONReader(text)
    guard let value = reader.read() else { return nil }
    self = value
  }
}
