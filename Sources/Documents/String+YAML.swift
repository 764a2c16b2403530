import TextLayout

extension String {
  /// The text as a value or a key in YAML: in quotes, if any reader could take it for something else.
  package var yaml: String { isPlainYAML ? self : json }

  /// Whether it begins with a letter, has no special characters, and is no word that some version of YAML knows.
  private var isPlainYAML: Bool {
    let known = ["true", "false", "yes", "no", "on", "off", "y", "n", "null"]
    let isPlain = allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "_./-".contains($0))
    }
    return first?.isLetter == true && isPlain && !known.contains(lowercased())
  }
}
