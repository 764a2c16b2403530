import RetryLanguage

/// A scenario that teaches, in sections that are shown one by one.
struct Lesson {
  /// The path, as displayed.
  let path: String
  /// The first line of its narration.
  let title: String
  /// The sections, each preceded by empty lines that preserve its line numbers.
  let sections: [String]

  /// Splits a lesson into sections; its errors are reported when it runs.
  ///
  /// A section ends at narration that follows a result or an exercise.
  init(
    path: String, _ source: SourceText, _ statements: [Statement],
    endsSection: (Statement) -> Bool
  ) {
    let text = String(source.characters)
    self.path = path
    title = Self.title(of: text)
    var starts: [Int] = []
    var isOver = true
    for statement in statements {
      guard let place = statement.place else { continue }
      let isNarration = if case .narration = statement { true } else { false }
      if isNarration, isOver { starts.append(place) }
      isOver = isNarration ? false : isOver || endsSection(statement)
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
}
