import Documents

/// How the policies of a program are found in documents of YAML or JSON.
struct DocumentReading: Sendable {
  /// Returns the file that documents are; `nil` if they are of another program.
  let file: @Sendable ([Document]) throws(DocumentError) -> PolicyFile?

  /// Creates the reading of one document among others.
  init(
    of isMain: @escaping @Sendable (Document) -> Bool,
    _ read: @escaping @Sendable (Document) throws(DocumentError) -> PolicyFile
  ) {
    file = { documents throws(DocumentError) in
      guard let root = documents.first(where: isMain) else { return nil }
      var file = try read(root)
      for document in documents where document.place != root.place {
        file.remark(document.place, "only one document is read, and it is not this one")
      }
      return file
    }
  }

  /// Creates the reading of the document with one of some keys.
  init(
    with keys: String...,
    read: @escaping @Sendable (Document) throws(DocumentError) -> PolicyFile
  ) {
    self.init(of: { document in keys.contains { document[$0] != nil } }, read)
  }

  /// Creates the reading of all documents.
  init(_ file: @escaping @Sendable ([Document]) throws(DocumentError) -> PolicyFile?) {
    self.file = file
  }
}
