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

  /// Returns prose wrapped at spaces to a width.
  ///
  /// Continuation lines start below the last column if the line has several, otherwise at the start of the line.
  package static func prose(_ text: String, width: Int) -> String {
    lines(text, width: width).joined(separator: "\n")
  }

  package static func lines(_ text: String, width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      DisplayWidth.columns(of: String(line)) <= width ? [String(line)] : hanging(line, width)
    }
  }

  private static func hanging(_ line: Substring, _ width: Int) -> [String] {
    let hang = hang(of: line, width)
    let margin = String(repeating: " ", count: hang)
    let rest = broken(line.dropFirst(hang), max(width - hang, width / 2))
    return [line.prefix(hang) + rest[0]] + rest.dropFirst().map { margin + $0 }
  }

  /// The indentation of continuation lines.
  ///
  /// A gap beside which less than half of the width is left is too late, and so is one beside which a word does not fit.
  private static func hang(of line: Substring, _ width: Int) -> Int {
    let indent = line.prefix { $0 == " " }.count
    let characters = Array(line.prefix(width / 2 + 1))
    let gaps = characters.indices.dropFirst(indent + 2).filter { index in
      characters[index] != " " && characters[index - 1] == " " && characters[index - 2] == " "
    }
    let fitting = ([indent] + gaps).last { gap in
      line.dropFirst(gap).split(separator: " ").allSatisfy {
        DisplayWidth.columns(of: $0) <= width - gap
      }
    }
    return fitting ?? gaps.last ?? indent
  }

  /// The words wrapped into at least one line.
  private static func broken(_ text: Substring, _ width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let parts = parts(of: word, width)
      if let last = lines.last, fits(last, parts[0], width) {
        lines[lines.count - 1] = last + " " + parts[0]
      } else {
        lines.append(String(parts[0]))
      }
      lines += parts.dropFirst().map(String.init)
    }
    return lines
  }

  /// Returns a word that is wider than a line in parts that end with a colon, as the labels of a function do.
  private static func parts(of word: Substring, _ width: Int) -> [Substring] {
    guard DisplayWidth.columns(of: word) > width else { return [word] }
    var parts = [word.prefix(0)]
    for label in word.split(after: ":") {
      let last = word[parts[parts.count - 1].startIndex..<label.endIndex]
      if parts == [""] || DisplayWidth.columns(of: last) <= width {
        parts[parts.count - 1] = last
      } else {
        parts.append(label)
      }
    }
    return parts
  }

  private static func fits(_ line: String, _ word: Substring, _ width: Int) -> Bool {
    DisplayWidth.columns(of: line) + 1 + DisplayWidth.columns(of: word) <= width
  }
}

extension Substring {
  /// The parts of the text that end after a character, and what follows the last of them.
  fileprivate func split(after end: Character) -> [Substring] {
    var (parts, start) = ([Substring](), startIndex)
    for index in indices where self[index] == end {
      parts.append(self[start...index])
      start = self.index(after: index)
    }
    return start < endIndex ? parts + [self[start...]] : parts
  }
}
