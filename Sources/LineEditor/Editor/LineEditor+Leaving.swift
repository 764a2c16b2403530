import CEditline
import Glibc

// The ways out of an entry, and what comes from outside.

extension LineEditor {
  /// Leaves the entry, for good or for a while; what comes next is written under it.
  func leave(_ command: EditorCommand) -> CommandEffect {
    switch command {
    case .interrupt:
      leave(after: "^C")
      return end(.cleared)
    case .endOfInput where entry.cells.isEmpty:
      leave()
      return end(.end)
    case .endOfInput: return delete(.deleteForward)
    case .suspend: return stop()
    default:
      Screen.write("\u{1B}[H\u{1B}[2J".utf8)
      painter.forget()
      return .done
    }
  }

  /// Stops the program until the shell lets it go on.
  private func stop() -> CommandEffect {
    let entry = entry
    leave()
    announcePastes(false)
    editline_prepare_terminal(editor, 0)
    kill(0, SIGTSTP)
    // libedit takes the terminal again before it asks for a key.
    announcePastes(true)
    return show(entry)
  }

  /// Does what the signals that came ask for.
  func heedSignals() {
    if let signal = Signals.takeEnding() {
      leave()
      end(.ended(signal: signal))
      return
    }
    if Signals.takeInterrupt() { inject(.interrupt) }
    if Signals.takeResize() {
      el_resize(editor)
      Screen.write(painter.clear(width: Screen.size.columns).utf8)
    }
  }
}
