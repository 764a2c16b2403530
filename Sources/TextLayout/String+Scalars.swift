extension String {
  /// Returns the text with another in place of a scalar, which a mark behind it may join to one character.
  package func replacing(scalar: Unicode.Scalar, with other: String) -> String {
    var text = UnicodeScalarView()
    for found in unicodeScalars {
      if found == scalar { text += other.unicodeScalars } else { text.append(found) }
    }
    return String(text)
  }
}
