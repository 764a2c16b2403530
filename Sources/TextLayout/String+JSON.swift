extension String {
  package var json: String {
    var bytes: [UInt8] = []
    writeJSON(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  package func writeJSON(to bytes: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    bytes.append(quote)
    // Most texts can be copied.
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != quote && $0 != UInt8(ascii: "\\") }) {
      bytes += utf8
    } else {
      for scalar in unicodeScalars { Self.writeJSON(scalar, to: &bytes) }
    }
    bytes.append(quote)
  }

  private static func writeJSON(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    switch scalar {
    case "\"": bytes += "\\\"".utf8
    case "\\": bytes += "\\\\".utf8
    case "\n": bytes += "\\n".utf8
    case "\r": bytes += "\\r".utf8
    case "\t": bytes += "\\t".utf8
    case _ where needsEscape(scalar):
      let digits = String(scalar.value, radix: 16)
      bytes += "\\u".utf8
      bytes += repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count)
      bytes += digits.utf8
    default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }
  }

  /// Returns whether a scalar controls a terminal, may end a line, or is no character to readers of YAML.
  private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      || [0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF].contains(scalar.value)
  }
}

extension String {
  /// Whether JSON takes it for a number: an optional sign, digits without a leading zero, and perhaps a fraction and an exponent.
  package var isNumberOfJSON: Bool {
    var rest = utf8[...]
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    func take(_ bytes: String) -> Bool {
      guard let first = rest.first, bytes.utf8.contains(first) else { return false }
      rest.removeFirst()
      return true
    }
    func takeDigits() -> Bool {
      let digits = rest.prefix(while: isDigit)
      rest = rest[digits.endIndex...]
      return !digits.isEmpty
    }
    _ = take("-")
    guard take("0") || takeDigits() else { return false }
    if take("."), !takeDigits() { return false }
    if take("eE") {
      _ = take("+-")
      if !takeDigits() { return false }
    }
    return rest.isEmpty
  }
}
