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
  /// Returns the output that shows a frame.
  package mutating func paint(_ frame: Frame) -> String {
    defer { shown = frame }
    guard let shown else { return draw(frame, over: nil) }
    guard shown != frame else { return "" }
    return addition(to: shown, in: frame) ?? draw(frame, over: shown)
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

  /// Returns the text appended to the last row, if nothing else has changed.
  private func addition(to old: Frame, in new: Frame) -> String? {
    guard old.rows.count == new.rows.count, old.row == new.row, old.row == old.rows.count - 1,
      old.rows.dropLast() == new.rows.dropLast(), let was = old.rows.last, let now = new.rows.last,
      old.column == was.columns, new.column == now.columns, now.text.hasPrefix(was.text)
    else { return nil }
    let rest = now.text.unicodeScalars.dropFirst(was.text.unicodeScalars.count)
    return String(String.UnicodeScalarView(rest))
  }

  private func draw(_ frame: Frame, over old: Frame?) -> String {
    var text = "\r" + Self.up(old?.row ?? 0)
    var row = 0
    for (index, line) in frame.rows.enumerated() {
      if let old, index < old.rows.count, old.rows[index] == line { continue }
      // Moving below the last row of the screen scrolls it.
      // A full row is cleared before drawing; clearing afterwards would erase its last column.
      text += Self.down(index - row) + "\u{1B}[K" + line.text + "\r"
      row = index
    }
    if let old, old.rows.count > frame.rows.count {
      text += Self.down(frame.rows.count - row) + "\u{1B}[J"
      row = frame.rows.count
    }
    text += row > frame.row ? Self.up(row - frame.row) : Self.down(frame.row - row)
    return text + "\r" + (frame.column > 0 ? "\u{1B}[\(frame.column)C" : "")
  }

  private static func up(_ count: Int) -> String {
    count > 0 ? "\u{1B}[\(count)A" : ""
  }

  private static func down(_ count: Int) -> String {
    String(repeating: "\n", count: max(0, count))
  }
}
