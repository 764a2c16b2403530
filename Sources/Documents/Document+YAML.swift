import TextLayout

extension Document {
  /// Returns the documents of a text in YAML, or the value of one in JSON; there are none in an empty text.
  ///
  /// Only `true` and `false` are truth values, and only what JSON calls a number is one. `<<` merges maps, `!!str` makes
  /// a text, and other tags are refused.
  package static func yaml(_ bytes: [UInt8]) throws(DocumentError) -> [Document] {
    var reader = try YAMLReader(CheckedText(bytes).text)
    return try reader.documents()
  }
}

extension String {
  /// The text as a value or a key in YAML: in quotes, if any reader could take it for something else.
  package var yaml: String { isPlainYAML ? self : json }

  /// Whether it begins with a letter, has no special characters, and is no word that some version of YAML knows.
  private var isPlainYAML: Bool {
    let known = ["true", "false", "yes", "no", "on", "off", "y", "n", "null"]
    return wholeMatch(of: #/[A-Za-z][A-Za-z0-9_./-]*/#) != nil && !known.contains(lowercased())
  }
}
