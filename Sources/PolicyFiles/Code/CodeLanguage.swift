/// What the marks of comments and texts mean in code.
enum CodeLanguage {
  case python, cSharp, script, go, other

  init(ending: Substring) {
    self =
      switch ending {
      case "py": .python
      case "cs": .cSharp
      case "ts", "tsx", "js", "mjs": .script
      case "go": .go
      default: .other
      }
  }

  /// Guesses the language of a text: only Python has a line that begins with 'def' or with what it imports from where.
  init(of text: String) {
    let isPython = text.split(whereSeparator: \.isNewline).contains { line in
      let words = line.split(separator: " ", maxSplits: 3)
      return words.first == "def" || words.starts(with: ["async", "def"])
        || words.first == "from" && words.dropFirst(2).first == "import"
        || words.first == "import" && words.count == 2
          && !line.contains(where: { "\"';/".contains($0) })
    }
    self = isPython ? .python : .other
  }

  /// Whether two slashes begin a comment, rather than divide.
  var hasSlashes: Bool { self != .python }

  /// Whether a slash may begin a pattern.
  var hasPatterns: Bool { self == .script }

  /// Whether a backslash takes the next character of a text in backquotes.
  var escapesInBackquotes: Bool { self != .go }
}
