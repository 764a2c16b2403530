import RetryLanguage

/// A scenario that teaches, cut into sections that are shown one after the other.
struct Lesson {
  /// Where it lies, as it is shown.
  let path: String
  /// The first line of its narration.
  let title: String
  /// The sections, each with the empty lines before it that give its lines their numbers.
  let sections: [String]

  /// Reads a lesson; its mistakes are told by whoever runs it.
  ///
  /// A section ends where narration follows on something that was shown, or on an exercise.
  init(path: String, text: String) {
    let source = SourceText(text)
    let statements = Parser.read(source, commands: Command.all.map(\.shape)).statements
    self.path = path
    title = Self.title(of: text)
    var starts: [Int] = []
    var isOver = true
    for statement in statements {
      guard let place = statement.place else { continue }
      let isNarration = if case .narration = statement { true } else { false }
      if isNarration, isOver { starts.append(place) }
      isOver = isNarration ? false : isOver || Self.ends(with: statement)
      if starts.isEmpty { starts.append(0) }
    }
    let ends = starts.dropFirst() + [source.characters.count]
    sections = zip(starts, ends).map { start, end in
      String(repeating: "\n", count: source.place(of: start).line - 1) + source[start..<end]
    }
  }

  /// Returns the first line of the narration of a text.
  static func title(of text: String) -> String {
    let line = text.split(separator: "\n").first { $0.hasPrefix("///") } ?? ""
    return String(line.drop { $0 == "/" || $0 == " " }).sanitized
  }

  /// Tells whether narration behind a statement begins something new.
  private static func ends(with statement: Statement) -> Bool {
    if case .command(let written) = statement,
      Command.teaching.contains(where: { $0.name == written.name.text })
    {
      return written.name.text != "predict"
    }
    // What is expected belongs to what was shown before.
    if case .command(let written) = statement, written.name.text == "expect" { return false }
    return Journal.Entry(statement: statement, results: 0..<0).keeping == .result
  }
}
