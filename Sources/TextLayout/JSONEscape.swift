/// Escapes in a text of JSON.
package enum JSONEscape {
  /// Reads what follows a backslash, and moves behind it; `nil` if it is no escape.
  package static func scalar(in bytes: [UInt8], at place: inout Int) -> Unicode.Scalar? {
    guard place < bytes.count else { return nil }
    let byte = bytes[place]
    place += 1
    switch byte {
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return unicode(in: bytes, at: &place)
    case _ where "\"\\/".utf8.contains(byte): return Unicode.Scalar(byte)
    default: return nil
    }
  }

  /// The character of four digits, or of two escapes that are its halves.
  private static func unicode(in bytes: [UInt8], at place: inout Int) -> Unicode.Scalar? {
    guard let first = unit(in: bytes, at: &place) else { return nil }
    guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
    guard bytes[place...].starts(with: #"\u"#.utf8) else { return nil }
    place += 2
    guard let second = unit(in: bytes, at: &place), UTF16.isTrailSurrogate(second) else {
      return nil
    }
    return UTF16.decode(UTF16.EncodedScalar([first, second]))
  }

  private static func unit(in bytes: [UInt8], at place: inout Int) -> UInt16? {
    let digits = bytes[place...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit })
    else { return nil }
    place += 4
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
