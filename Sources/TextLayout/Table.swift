/// Text in columns of minimal width.
package struct Table {
  package struct Cell: Hashable, Sendable {
    package var text: String
    package var ink: Ink?

    /// Creates a cell; `nil` makes it empty.
    package init(_ text: String?, _ ink: Ink? = nil) {
      self.text = text ?? ""
      self.ink = ink
    }
  }

  package enum Alignment: Hashable, Sendable {
    case left
    case right
    /// Left, and cut if the table does not fit.
    case yielding
  }

  package let columns: [Alignment]
  /// The names of the columns; empty if they have none.
  package let head: [String]
  private let spare: [Int]
  /// The spaces between two columns.
  private let gap: Int
  package private(set) var rows: [[Cell]] = []

  /// Creates an empty table; if it is too wide, spare columns are omitted in the given order.
  package init(_ columns: [Alignment], head: [String] = [], spare: [Int] = [], gap: Int = 2) {
    (self.columns, self.head, self.spare, self.gap) = (columns, head, spare, gap)
  }

  /// Adds a row; missing cells are empty.
  package mutating func add(_ cells: [Cell]) {
    rows.append(cells)
  }

  package func lines(_ style: Style, _ interruption: InterruptionCheck = .never) -> [TextLine] {
    let all = rows.isEmpty || head.isEmpty ? rows : [head.map { Cell($0, .faint) }] + rows
    let widths = widths(of: all, style, interruption)
    return interruption.bounding(all).map { row in
      var line = TextLine(style: style)
      for (column, cell) in row.enumerated() where widths[column] > 0 {
        if line.columns > 0 { line.add(String(repeating: " ", count: gap)) }
        switch columns[column] {
        case .right: line.addRight(cell.text, in: widths[column], cell.ink)
        case .left, .yielding: line.addLeft(cell.text, in: widths[column], cell.ink)
        }
      }
      return line.withoutTrailingSpaces
    }
  }

  private func widths(
    of rows: [[Cell]], _ style: Style, _ interruption: InterruptionCheck
  ) -> [Int] {
    var widths = columns.indices.map { column in
      DisplayWidth.columns(
        ofWidest: interruption.bounding(rows).map { row in
          column < row.count ? SafeText.make(row[column].text, style: style) : ""
        })
    }
    for column in spare where sum(widths) > style.width { widths[column] = 0 }
    // Columns that yield do so together: the widest first.
    let yielding = columns.indices.filter { columns[$0] == .yielding && widths[$0] > 8 }
    while sum(widths) > style.width,
      let widest = yielding.max(by: { (widths[$0], $1) < (widths[$1], $0) }), widths[widest] > 8
    {
      widths[widest] -= 1
    }
    return widths
  }

  /// The width of a line, including gaps.
  private func sum(_ widths: [Int]) -> Int {
    widths.reduce(gap * max(0, widths.filter { $0 > 0 }.count - 1), +)
  }
}
