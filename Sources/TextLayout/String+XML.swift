extension String {
  /// The text escaped for XML content and attributes; characters invalid in XML become U+FFFD.
  package var xml: String {
    var escaped = UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;".unicodeScalars
      case "<": escaped += "&lt;".unicodeScalars
      case ">": escaped += "&gt;".unicodeScalars
      case "\"": escaped += "&quot;".unicodeScalars
      case "\n": escaped += "&#10;".unicodeScalars
      case "\t": escaped.append(scalar)
      default:
        let isForbidden = scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF
        escaped.append(isForbidden ? "\u{FFFD}" : scalar)
      }
    }
    return String(escaped)
  }
}
