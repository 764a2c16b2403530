import CEditline
import Glibc
import Synchronization

// The ways out of an entry, and what comes from outside.

extension LineEditor {
  /// Leaves the entry, for good or for a while.
  ///
  /// The cursor first goes to the end of the entry, so that what comes next is written under it.
  func leave(_ command: EditorCommand) -> Answer {
    switch command {
    case .interrupt: return settle(then: .clear)
    case .suspend: return settle(then: .stop)
    case .endOfInput where entry.cells.isEmpty: return settle(then: .leave)
    case .endOfInput: return delete(.deleteForward)
    case .clear: return end(.cleared, "^C\r\n")
    case .leave: return end(.end, "\r\n")
    default: return stop()
    }
  }

  private func settle(then command: EditorCommand) -> Answer {
    var entry = entry
    settled = entry
    entry.cursor = entry.cells.count
    // Among the commands of vi, the cursor stays before the last character.
    if isVi { inject(.viEnd) }
    inject(command)
    return show(entry)
  }

  private func end(_ entry: Entry, _ words: String) -> Answer {
    Screen.write(words.utf8)
    outcome = entry
    return .end
  }

  /// Stops the program until the shell lets it go on, and shows the entry again.
  private func stop() -> Answer {
    Screen.write("\r\n".utf8)
    announcePastes(false)
    editline_prepare_terminal(editor, 0)
    kill(0, SIGTSTP)
    editline_prepare_terminal(editor, 1)
    announcePastes(true)
    el_resize(editor)
    _ = show(settled)
    editline_refresh(editor)
    return .keep
  }

  /// Does what the signals that came ask for.
  func heedSignals() {
    if let end = Signals.takeEnding() {
      Screen.write("\r\n".utf8)
      outcome = end
    } else if Signals.takeInterrupt() {
      inject(.interrupt)
    } else if Signals.isResized.exchange(false, ordering: .relaxed) {
      resize()
    }
  }

  /// Draws the entry anew on a screen of another size.
  ///
  /// Terminals break lines anew by themselves, so the row of the cursor is counted in the new width.
  private func resize() {
    let entry = entry
    let size = Screen.size
    let rows = Rows(
      window.shown.cells[..<window.shown.cursor], width: size.columns,
      taken: window.above.isEmpty ? promptColumns : 0)
    let above = rows.starts.count - 1 + (window.above.isEmpty ? 0 : 1)
    Screen.write("\r\(above > 0 ? "\u{1B}[\(above)A" : "")\u{1B}[J".utf8)
    el_resize(editor)
    _ = show(entry)
    editline_refresh(editor)
  }
}
