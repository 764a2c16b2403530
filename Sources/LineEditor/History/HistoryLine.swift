import TextLayout

/// An entry as one line of a file: a JSON string.
enum HistoryLine {
  static func line(of entry: String) -> String {
    entry.json
  }

  /// Returns the entry of a line, unless the line is damaged.
  ///
  /// It works on bytes, because thousands of entries are read before the first prompt.
  static func entry(of line: ArraySlice<UInt8>) -> String? {
    let quote = UInt8(ascii: "\"")
    guard line.count >= 2, line.first == quote, line.last == quote else { return nil }
    var rest = line.dropFirst().dropLast()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rest.count)
    while let place = rest.firstIndex(of: UInt8(ascii: "\\")) {
      bytes += rest[..<place]
      rest = rest[(place + 1)...]
      guard let escaped = escaped(&rest) else { return nil }
      bytes += String(escaped).utf8
    }
    return String(validating: bytes + rest, as: UTF8.self)
  }

  private static func escaped(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    switch rest.popFirst() {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let digits = String(decoding: rest.prefix(4), as: UTF8.self)
      rest = rest.dropFirst(4)
      return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    case let other?: return Unicode.Scalar(other)
    case nil: return nil
    }
  }
}
