import RetryLanguage

/// A scenario that teaches, split into sections.
struct Lesson {
  /// The path, as displayed.
  let path: String
  /// The first line of its narration.
  let title: String
  /// The sections, each after as many empty lines as keep its line numbers.
  let sections: [String]

  /// Splits a lesson into sections; its errors are reported when it runs.
  ///
  /// A section ends where narration follows a result or an exercise.
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

  /// The name under which progress is stored.
  var name: String { Self.name(of: path) }

  /// Returns the name under which progress in a lesson is stored.
  static func name(of path: String) -> String {
    let file = path.split(separator: "/").suffix(1).joined()
    return file.hasSuffix(".retry") ? String(file.dropLast(".retry".count)) : file
  }

  /// Returns the first line of the narration of a text.
  static func title(of text: String) -> String {
    let line = text.split(separator: "\n").first { $0.hasPrefix("///") } ?? ""
    return String(line.drop { $0 == "/" || $0 == " " }).sanitized
  }
}
