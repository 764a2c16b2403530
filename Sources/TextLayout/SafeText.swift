/// Escapes text for a terminal.
package enum SafeText {
  /// Returns the text with escapes for characters that move the cursor or hide or reorder text.
  ///
  /// In ASCII, all other characters are escaped too.
  package static func make(_ text: String, style: Style) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    var safe = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isSafe(scalar), style.isUnicode || scalar.isASCII {
        safe.append(scalar)
      } else {
        safe.append(contentsOf: escape(scalar).unicodeScalars)
      }
    }
    return String(safe)
  }

  private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    // Joiners and tags form emoji; other invisible characters are escaped.
    case .format: [0x200C, 0x200D].contains(scalar.value) || scalar.value >= 0xE0000
    default: true
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }
}
