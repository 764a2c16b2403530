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

  /// Returns coloured lines with escapes for everything but their newlines, their tabs and the colours of inks.
  package static func lines(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0A }) { return text }
    let scalars = text.unicodeScalars
    var safe = String.UnicodeScalarView()
    // What is kept is copied in one piece.
    var (kept, place) = (scalars.startIndex, scalars.startIndex)
    while place < scalars.endIndex {
      let scalar = scalars[place]
      if scalar == "\u{1B}", let end = Ink.end(ofSequenceAt: place, in: scalars) {
        place = end
        continue
      }
      let next = scalars.index(after: place)
      if scalar != "\n", scalar != "\t", !isSafe(scalar) {
        safe.append(contentsOf: scalars[kept..<place])
        safe.append(contentsOf: escape(scalar).unicodeScalars)
        kept = next
      }
      place = next
    }
    guard kept > scalars.startIndex else { return text }
    safe.append(contentsOf: scalars[kept...])
    return String(safe)
  }

  private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (0x20..<0x7F).contains(scalar.value) }
    return switch scalar.properties.generalCategory {
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
