package import TextLayout

/// The list of completion candidates below the entry.
package struct CompletionList {
  /// The maximal number of candidates listed.
  private static let most = 100

  private let candidates: [Completion.Candidate]
  private let style: Style

  /// Creates a list.
  package init(_ completion: Completion, style: Style) {
    candidates = completion.candidates
    self.style = style
  }

  /// The lines: one candidate with its description, or several per line without descriptions.
  package var lines: [String] {
    let shown = candidates.prefix(Self.most)
    var lines = shown.contains { !$0.summary.isEmpty } ? described(shown) : columns(shown)
    if shown.count < candidates.count { lines.append("and \(candidates.count - shown.count) more") }
    return lines
  }

  private func described(_ shown: ArraySlice<Completion.Candidate>) -> [String] {
    var table = Table([.left, .yielding])
    for candidate in shown {
      table.add([Table.Cell(candidate.text, .strong), Table.Cell(candidate.summary, .faint)])
    }
    return table.lines(style).map(\.text)
  }

  private func columns(_ shown: ArraySlice<Completion.Candidate>) -> [String] {
    let width = 2 + DisplayWidth.columns(ofWidest: shown.map(\.text))
    let count = max(1, style.width / width)
    return stride(from: shown.startIndex, to: shown.endIndex, by: count).map { start in
      var line = TextLine(style: style)
      for candidate in shown[start..<min(start + count, shown.endIndex)] {
        line.addLeft(candidate.text, in: width)
      }
      return line.text
    }
  }
}
