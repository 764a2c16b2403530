/// A text that someone typed, and where its lines begin.
package struct SourceText: Sendable {
  /// The name under which it is shown, such as that of a file; none at the prompt.
  package let name: String?
  /// The characters, in which a position counts from 0.
  package let characters: [Character]
  private let lineStarts: [Int]

  /// Creates a source from a text.
  package init(_ text: String, name: String? = nil) {
    self.name = name
    let characters = Array(text)
    self.characters = characters
    lineStarts = [0] + characters.indices.filter { characters[$0].isNewline }.map { $0 + 1 }
  }

  /// Returns the text in a range.
  package subscript(range: Range<Int>) -> String {
    String(characters[range.clamped(to: 0..<characters.count)])
  }

  /// Returns the line and the column of a position, both counted from 1.
  package func place(of position: Int) -> (line: Int, column: Int) {
    let line = lineStarts.lastIndex { $0 <= position } ?? 0
    return (line + 1, position - lineStarts[line] + 1)
  }

  /// Returns a line by its number, without its end.
  package func line(_ number: Int) -> String {
    guard lineStarts.indices.contains(number - 1) else { return "" }
    let start = lineStarts[number - 1]
    let end = number < lineStarts.count ? lineStarts[number] - 1 : characters.count
    return String(characters[start..<max(start, end)])
  }
}
