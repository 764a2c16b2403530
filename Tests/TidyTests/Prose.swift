/// What a document says in sentences.
enum Prose {
  /// Returns the paragraphs of a text in Markdown, and the items of its lists, without code, tables and headings.
  static func paragraphs(of text: String) -> [String] {
    var paragraphs: [String] = []
    var lines: [Substring] = []
    var isCode = false
    // An empty line at the end closes the last paragraph.
    for line in (text + "\n").split(separator: "\n", omittingEmptySubsequences: false) {
      let isFence = line.hasPrefix("```")
      if isFence { isCode.toggle() }
      let isText = !isFence && !isCode && !line.isEmpty
      let isProse = isText && !line.hasPrefix("|") && !line.hasPrefix("#")
      if !isProse || line.hasPrefix("- ") {
        if !lines.isEmpty { paragraphs.append(lines.joined(separator: "\n")) }
        lines = []
      }
      if isProse { lines.append(line) }
    }
    return paragraphs
  }
}
