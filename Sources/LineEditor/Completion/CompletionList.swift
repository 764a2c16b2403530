package import TextLayout

/// The list of completion candidates below the entry, a page at a time.
package struct CompletionList: Hashable, Sendable {
  /// A line with candidates of one group.
  private struct Line {
    let text: TextLine
    let group: Int
    let candidates: Range<Int>
  }

  /// The width from which described candidates are in two columns.
  private static let wide = 160
  /// The space between columns, and before candidates below a heading.
  private static let gap = 2

  private let groups: [Completion.Group]
  private let style: Style
  /// The number of the first candidate of the page.
  private var first = 0
  /// The pages to turn when their height is known.
  private var turns = 0

  package init(_ completion: Completion, style: Style) {
    groups = completion.groups
    self.style = style
  }

  /// Turns to the next page, or from the last one to the first.
  package mutating func turn() {
    turns += 1
  }

  /// Returns the lines of the page on a screen with some columns and rows left.
  package mutating func page(columns: Int, rows: Int) -> [TextLine] {
    let style = Style(width: columns, isUnicode: style.isUnicode, isColoured: style.isColoured)
    let isHeaded = groups.count > 1 && rows > 3
    let lines = lines(style, indent: isHeaded ? Self.gap : 0)
    let whole = fill(lines[...], rows, style, isHeaded)
    guard whole.count < lines.count, rows > 0 else { return whole.shown }
    let room = max(1, rows - 1)
    for _ in 0..<turns {
      let shown = fill(rest(of: lines), room, style, isHeaded).count
      first = rest(of: lines).dropFirst(shown).first?.candidates.lowerBound ?? 0
    }
    turns = 0
    let rest = rest(of: lines)
    let (shown, count) = fill(rest, room, style, isHeaded)
    guard rows > 1, let last = rest.prefix(count).last, let start = rest.first else { return shown }
    var status = TextLine(style: style)
    let total = lines.last?.candidates.upperBound ?? 0
    let next = last.candidates.upperBound < total ? "more" : "the first again"
    status.add(
      "\(start.candidates.lowerBound + 1)-\(last.candidates.upperBound) of \(total); Tab shows \(next)",
      .faint)
    return shown + [status]
  }

  /// The lines from the first of the page on.
  private func rest(of lines: [Line]) -> ArraySlice<Line> {
    lines[(lines.firstIndex { $0.candidates.upperBound > first } ?? 0)...]
  }

  /// Returns as many lines as fit below their headings, and their number.
  private func fill(
    _ lines: ArraySlice<Line>, _ rows: Int, _ style: Style, _ isHeaded: Bool
  ) -> (shown: [TextLine], count: Int) {
    var (shown, group) = ([TextLine](), Int?.none)
    for (count, line) in lines.enumerated() {
      let needsHeading = isHeaded && line.group != group
      guard shown.count + (needsHeading ? 2 : 1) <= rows else { return (shown, count) }
      if needsHeading {
        var heading = TextLine(style: style)
        heading.add(groups[line.group].heading, .faint)
        shown.append(heading)
      }
      shown.append(line.text)
      group = line.group
    }
    return (shown, lines.count)
  }
}

// MARK: - Lines

extension CompletionList {
  /// The lines of all groups: with a description of each candidate, or several per line in a group without any.
  private func lines(_ style: Style, indent: Int) -> [Line] {
    let described = groups.flatMap(\.candidates).filter { !$0.summary.isEmpty }
    let columns = style.width >= Self.wide && described.count > 1 ? 2 : 1
    let room = style.width - indent
    let width = (room - (columns - 1) * Self.gap) / columns
    let widest = DisplayWidth.columns(ofWidest: described.map(\.text))
    var (lines, number) = ([Line](), 0)
    for (index, group) in groups.enumerated() {
      let isDescribed = group.candidates.contains { !$0.summary.isEmpty }
      let cells = group.candidates.map { isDescribed ? cell($0, widest, width) : name($0, width) }
      let taken = isDescribed ? width : min(width, cells.map(\.columns).max() ?? 0)
      let count = isDescribed ? columns : max(1, (room + Self.gap) / (taken + Self.gap))
      for start in stride(from: 0, to: cells.count, by: count) {
        let end = min(start + count, cells.count)
        var line = TextLine(style: style)
        for (column, cell) in cells[start..<end].enumerated() {
          line.pad(to: indent + column * (taken + Self.gap))
          line.add(cell)
        }
        lines.append(Line(text: line, group: index, candidates: number + start..<number + end))
      }
      number += cells.count
    }
    return lines
  }

  /// Returns a candidate with its description, cut to a width.
  private func cell(_ candidate: Completion.Candidate, _ widest: Int, _ width: Int) -> TextLine {
    var cell = TextLine(style: style)
    let room = min(widest, max(width / 2, width - Self.gap - 8))
    cell.addLeft(candidate.text, in: room, .strong)
    cell.pad(to: room + Self.gap)
    cell.addLeft(candidate.summary, in: max(0, width - room - Self.gap), .faint)
    return cell.withoutTrailingSpaces
  }

  /// Returns a candidate alone, cut to a width.
  private func name(_ candidate: Completion.Candidate, _ width: Int) -> TextLine {
    var cell = TextLine(style: style)
    cell.addLeft(candidate.text, in: min(width, DisplayWidth.columns(of: candidate.text)))
    return cell
  }
}
