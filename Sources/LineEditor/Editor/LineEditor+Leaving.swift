import CEditline
import Glibc

// Leaving an entry, and signals.

extension LineEditor {
  /// Leaves the entry, finally or temporarily; further output starts below it.
  func leave(_ command: EditorCommand) -> CommandEffect {
    switch command {
    case .interrupt:
      leave(after: "^C")
      return end(.cleared(table.text(of: entry.cells)))
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

  /// Suspends the program until the shell resumes it.
  private func stop() -> CommandEffect {
    let entry = entry
    leave()
    announcePastes(false)
    editline_prepare_terminal(editor, 0)
    // The whole process group, as when the terminal handles Ctrl-Z.
    kill(0, SIGTSTP)
    // libedit prepares the terminal again before it requests a key.
    announcePastes(true)
    return show(entry)
  }

  func heedSignals() {
    if let signal = Signals.takeEnding() {
      leave()
      end(.ended(signal: signal))
      return
    }
    if Signals.takeInterrupt() { inject(.interrupt) }
    if Signals.takeResize() { Screen.write(painter.clear(width: Screen.size.columns).utf8) }
  }
}
