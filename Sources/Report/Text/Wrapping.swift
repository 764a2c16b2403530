/// Breaks text into lines.
enum Wrapping {
  /// Returns the text in lines of so many columns, broken at spaces; what is too much is cut.
  static func lines(_ text: String, width: Int, most: Int, _ ellipsis: String) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if let last = lines.last, fits(last, word, width) {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    if lines.count > most {
      lines = Array(lines.prefix(most))
      lines[most - 1] =
        Fitting.prefix(
          of: lines[most - 1], width - DisplayWidth.columns(of: ellipsis)) + ellipsis
    }
    return lines.map { Fitting.cut($0, to: width, ellipsis) }
  }

  private static func fits(_ line: String, _ word: Substring, _ width: Int) -> Bool {
    DisplayWidth.columns(of: line) + 1 + DisplayWidth.columns(of: word) <= width
  }
}
