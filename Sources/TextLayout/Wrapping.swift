/// Breaks text into lines.
package enum Wrapping {
  /// Returns the text wrapped at spaces to a number of columns; longer words are cut.
  package static func lines(_ text: String, width: Int, most: Int, _ ellipsis: String) -> [String] {
    var lines = broken(Substring(text), width)
    if lines.count > most {
      lines = Array(lines.prefix(most))
      lines[most - 1] =
        Fitting.prefix(
          of: lines[most - 1], width - DisplayWidth.columns(of: ellipsis)) + ellipsis
    }
    return lines.map { Fitting.cut($0, to: width, ellipsis) }
  }

  /// The maximal width of a first column.
  private static let farthestColumn = 28

  /// Returns prose wrapped at spaces to a width.
  ///
  /// Continuation lines start below the second column if the line has two columns,
  /// otherwise at the start of the line.
  package static func prose(_ text: String, width: Int) -> String {
    lines(text, width: width).joined(separator: "\n")
  }

  /// Returns the wrapped prose as lines.
  package static func lines(_ text: String, width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      DisplayWidth.columns(of: String(line)) <= width ? [String(line)] : hanging(line, width)
    }
  }

  /// A long line, wrapped.
  private static func hanging(_ line: Substring, _ width: Int) -> [String] {
    let hang = hang(of: line)
    let margin = String(repeating: " ", count: hang)
    let rest = broken(line.dropFirst(hang), max(width - hang, width / 2))
    return [line.prefix(hang) + rest[0]] + rest.dropFirst().map { margin + $0 }
  }

  /// The indentation of continuation lines.
  private static func hang(of line: Substring) -> Int {
    let indent = line.prefix { $0 == " " }.count
    let characters = Array(line.prefix(farthestColumn))
    let gap = characters.indices.dropFirst(indent + 2).first { index in
      characters[index] != " " && characters[index - 1] == " " && characters[index - 2] == " "
    }
    return gap ?? indent
  }

  /// The words wrapped into at least one line.
  private static func broken(_ text: Substring, _ width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if let last = lines.last, fits(last, word, width) {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  private static func fits(_ line: String, _ word: Substring, _ width: Int) -> Bool {
    DisplayWidth.columns(of: line) + 1 + DisplayWidth.columns(of: word) <= width
  }
}
