import RetryLanguage

extension Session {
  /// Splits a text where narration follows a result, as a lesson is; one with mistakes is left whole.
  func sections(of text: String) -> [String] {
    let source = SourceText(text)
    let reading = Parser.read(source, commands: shapes)
    guard reading.diagnostics.isEmpty else { return [text] }
    var splitter = Lesson.Splitter()
    let starts = zip(reading.statements, reading.ranges).compactMap { statement, range in
      splitter.begins(with: Lesson.Role(statement, workspace.table)) ? range.lowerBound : nil
    }
    // What is before the first statement belongs to it.
    let bounds = [0] + starts.dropFirst() + [source.characters.count]
    return zip(bounds, bounds.dropFirst()).map { start, end in
      let lines = String(source[start..<end]).split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let isEmpty = { (line: Substring) in line.allSatisfy(\.isWhitespace) }
      return lines.drop(while: isEmpty).reversed().drop(while: isEmpty).reversed()
        .joined(separator: "\n")
    }
  }
}
