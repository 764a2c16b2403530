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
