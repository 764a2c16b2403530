extension String {
  package var json: String {
    var text = ""
    writeJSON(to: &text)
    return text
  }

  package func writeJSON(to text: inout String) {
    text += "\""
    // Most texts can be copied.
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
      text += self
      text += "\""
      return
    }
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default:
        if Self.needsEscape(scalar) {
          let digits = String(scalar.value, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    text += "\""
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
