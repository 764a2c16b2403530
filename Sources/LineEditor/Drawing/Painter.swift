/// Turns frames into terminal output that redraws only the changes.
///
/// libedit can also draw, but miscounts when wide characters wrap.
/// It uses only a few sequences that all terminals support.
package struct Painter: Sendable {
  private var shown: Frame?

  /// Creates a painter without a frame, at the start of a row.
  package init() {}
}

extension Painter {
  package mutating func paint(_ frame: Frame) -> String {
    defer { shown = frame }
    guard let shown else { return draw(frame, over: nil) }
    guard shown != frame else { return "" }
    return draw(frame, over: shown)
  }

  /// Returns the output that moves below the frame, and discards the frame.
  package mutating func leave() -> String {
    defer { shown = nil }
    guard let shown else { return "" }
    return Self.down(shown.rows.count - 1 - shown.row) + "\r\n"
  }

  /// Returns the output after a change of size; the next frame is fully redrawn.
  package mutating func clear(width: Int) -> String {
    defer { shown = nil }
    return "\r" + Self.up(shown?.rowsAbove(width: width) ?? 0) + "\u{1B}[J"
  }

  /// Discards the frame; the cursor is at the start of a row.
  package mutating func forget() {
    shown = nil
  }

  private func draw(_ frame: Frame, over old: Frame?) -> String {
    var pen = Pen(row: old?.row ?? 0, column: old?.column)
    for (index, line) in frame.rows.enumerated() {
      guard let old, index < old.rows.count else {
        pen.draw(line.text, at: index, 0, erasing: true)
        continue
      }
      guard old.rows[index] != line else { continue }
      let change = line.difference(from: old.rows[index])
      // A whole row is erased before drawing, since afterwards its last column would be, too.
      pen.draw(change.text, at: index, change.column, erasing: change.column == 0)
      if change.column > 0, line.columns < old.rows[index].columns { pen.text += "\u{1B}[K" }
      if change.isCertain { pen.column = line.columns }
    }
    if let old, old.rows.count > frame.rows.count {
      pen.draw("\u{1B}[J", at: frame.rows.count, 0)
    }
    pen.move(to: frame.row, frame.column)
    return pen.text
  }

  private static func up(_ count: Int) -> String {
    count > 0 ? "\u{1B}[\(count)A" : ""
  }

  private static func down(_ count: Int) -> String {
    String(repeating: "\n", count: max(0, count))
  }

  /// Output, and the place of the cursor after it.
  private struct Pen {
    var text = ""
    var row: Int
    /// The column, if it is certain.
    var column: Int?

    mutating func move(to row: Int, _ column: Int) {
      guard row != self.row || column != self.column else { return }
      // Moving below the last row of the screen scrolls it.
      text += "\r" + up(self.row - row) + down(row - self.row)
      if column > 0 { text += "\u{1B}[\(column)C" }
      (self.row, self.column) = (row, column)
    }

    mutating func draw(_ drawing: String, at row: Int, _ column: Int, erasing: Bool = false) {
      move(to: row, column)
      text += (erasing ? "\u{1B}[K" : "") + drawing
      self.column = nil
    }
  }
}
