/// Turns frames into what is written to a terminal, so that only what has changed is drawn anew.
///
/// libedit could draw too, but it loses count where characters of two columns are broken into rows.
/// Needed of the terminal are a few sequences that all of them have.
package struct Painter: Sendable {
  private var shown: Frame?

  /// Creates a painter that has drawn nothing, at the beginning of a row.
  package init() {}
}

extension Painter {
  /// Returns what to write for a frame to be seen.
  package mutating func paint(_ frame: Frame) -> String {
    defer { shown = frame }
    guard let shown else { return draw(frame, over: nil) }
    guard shown != frame else { return "" }
    return addition(to: shown, in: frame) ?? draw(frame, over: shown)
  }

  /// Returns what to write to come to the beginning of the row under the frame, and forgets it.
  package mutating func leave() -> String {
    defer { shown = nil }
    guard let shown else { return "" }
    return Self.down(shown.rows.count - 1 - shown.row) + "\r\n"
  }

  /// Returns what to write where the terminal has another size; the next frame is drawn anew.
  package mutating func clear(width: Int) -> String {
    defer { shown = nil }
    return "\r" + Self.up(shown?.rowsAbove(width: width) ?? 0) + "\u{1B}[J"
  }

  /// Forgets what was drawn; the cursor is at the beginning of a row.
  package mutating func forget() {
    shown = nil
  }

  /// Returns what was typed at the end of the last row, where nothing else has changed.
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
      // Going down past the last row of the screen makes room for another one.
      // A full row is cleared before it is drawn: behind it, its last column would be.
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
