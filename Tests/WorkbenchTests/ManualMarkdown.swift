/// Texts of the help as the manual has them.
enum ManualMarkdown {
  /// What Markdown would read as its own.
  private static let signs: Set<Character> = ["\\", "`", "*", "_", "<", "[", "|", "~"]

  /// Returns a text of the help, in which what is quoted becomes code.
  static func prose(_ text: String) -> String {
    var said = ""
    var rest = Substring(text)
    while let first = rest.first {
      let isStart = said.isEmpty || said.hasSuffix(" ") || said.hasSuffix("(")
      if first == "'", isStart, let code = quoted(rest) {
        said += self.code(code)
        rest = rest.dropFirst(code.count + 2)
      } else {
        said += signs.contains(first) ? "\\\(first)" : String(first)
        rest = rest.dropFirst()
      }
    }
    return said
  }

  /// Returns what stands in the quotes that a text begins with, if they end.
  private static func quoted(_ text: Substring) -> String? {
    let inner = text.dropFirst().prefix { $0 != "'" }
    let behind = text.dropFirst(inner.count + 1)
    let isLetter = behind.dropFirst().first.map { $0.isLetter } ?? false
    return inner.isEmpty || behind.isEmpty || isLetter ? nil : String(inner)
  }

  static func code(_ text: String) -> String { "`\(text)`" }

  /// An example as a block of code.
  static func block(_ example: String) -> String { "```swift\n\(example)\n```" }

  /// Returns a table of cells, which are Markdown already.
  static func table(_ heading: [String], _ rows: [[String]]) -> String {
    let rule = heading.map { _ in "---" }
    return ([heading, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
      .joined(separator: "\n")
  }
}
