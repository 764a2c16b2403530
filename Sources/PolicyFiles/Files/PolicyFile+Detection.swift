package import Documents
package import TextLayout

extension PolicyFile {
  /// Reads the text of a file, whose name tells whether it is YAML or JSON, properties, or a configuration of AWS.
  package init(
    _ text: String, named path: String, _ interruption: InterruptionCheck = .never
  ) throws(DocumentError) {
    try Self.check(text)
    let bytes = Array(text.utf8)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let ending = name.split(separator: ".").count > 1 ? name.split(separator: ".").last ?? "" : ""
    switch ending {
    case "properties": try self.init(resilience: Document.properties(bytes))
    case _ where Self.codeEndings.contains(String(ending)):
      self =
        CodeReader(
          text, in: CodeLanguage(ending: ending), Library.all.flatMap(\.readings), interruption
        ).file
    case "json", "yaml", "yml": try self.init(documents: Document.yaml(bytes))
    default:
      // Only the files of AWS have neither an extension nor braces.
      guard text.contains("retry_mode") || text.contains("max_attempts") else {
        try self.init(documents: Document.yaml(bytes))
        return
      }
      try self.init(aws: text)
    }
    guard policies.isEmpty else { return }
    let unread = remarks.map(\.description).joined(separator: "; ")
    throw DocumentError(
      Place(line: 1, column: 1),
      "\(kind) without a retry policy" + (unread.isEmpty ? "" : " that is read: \(unread)"))
  }

  /// The configurations that are read, in words.
  package static let known = Library.all.compactMap(\.files).listed

  /// The libraries whose code is read, in words.
  package static let knownCode = Library.all.compactMap(\.code).listed

  private static let codeEndings = [
    "py", "cs", "go", "ts", "js", "mjs", "tsx", "java", "kt", "swift",
  ]

  /// The endings of all files that are read; those of AWS have none.
  package static let endings = ["json", "yaml", "yml", "properties"] + codeEndings

  /// The policies of other libraries in code that was pasted, and the text with presets in their place.
  ///
  /// It is `nil` if there are none.
  package static func pasted(_ code: String) -> (file: PolicyFile, rewritten: String)? {
    let reader = CodeReader(code, in: CodeLanguage(of: code), Library.all.flatMap(\.readings))
    guard !reader.presets.isEmpty else { return nil }
    var rewritten = code
    for preset in reader.presets.reversed() {
      rewritten.replaceSubrange(preset.range, with: preset.text)
    }
    return (reader.file, rewritten)
  }

  /// Throws where bytes that are not UTF-8 were replaced when the file was read.
  private static func check(_ text: String) throws(DocumentError) {
    guard text.unicodeScalars.contains("\u{FFFD}") else { return }
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() {
      guard let column = line.firstIndex(where: { $0.unicodeScalars.contains("\u{FFFD}") }) else {
        continue
      }
      throw DocumentError(
        Place(line: index + 1, column: line.distance(from: line.startIndex, to: column) + 1),
        "the text is not UTF-8 from here on")
    }
  }

  /// Reads YAML or JSON, whose keys tell what it is.
  private init(documents: [Document]) throws(DocumentError) {
    let documents = documents.filter { !$0.isNull }.flatMap(Self.items)
    guard let first = documents.first else {
      throw DocumentError(Place(line: 1, column: 1), "the file is empty")
    }
    for reading in Library.all.flatMap(\.documents) {
      guard let file = try reading.file(documents) else { continue }
      self = file
      return
    }
    if case .scalar = first.content { throw first.unlike("the configuration of a program") }
    throw DocumentError(first.place, "no known retry policy is here; known are \(Self.known)")
  }

  /// Returns the documents of a list of Kubernetes, or the document itself.
  private static func items(_ document: Document) -> [Document] {
    guard let kind = try? document["kind"]?.text, kind == "List",
      let items = try? document["items"]?.list
    else { return [document] }
    return items
  }
}

extension [String] {
  /// The texts in a sentence.
  fileprivate var listed: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " and \(self[count - 1])"
  }
}
