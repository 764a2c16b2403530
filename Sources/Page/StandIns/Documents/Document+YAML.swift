extension Document {
  package static func yaml(_ bytes: [UInt8]) throws(DocumentError) -> [Document] {
    throw DocumentError(
      Place(line: 1, column: 1), "a page cannot read YAML and JSON; the program retrylab does")
  }
}
