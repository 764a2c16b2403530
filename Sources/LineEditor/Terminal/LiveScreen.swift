import CEditline
import Glibc

/// A place on the terminal where something goes on in its own time, which any key pauses.
///
/// Lines are added above; below them stands what is drawn anew each time.
package final class LiveScreen {
  /// The settings that the terminal was found with, while it is not as it was found.
  private var found: termios?
  private var caught: Signals.Caught?
  /// The rows that are drawn anew.
  private var liveRows = 0
  private var isPaused = false

  /// Creates a place; nothing is drawn yet.
  package init() {}

  /// Lets time pass; tells whether it may go on, which Ctrl-C denies.
  package func wait(_ span: Duration) -> Bool {
    begin()
    let clock = ContinuousClock()
    var left = span
    let held = HeldSignals([SIGINT])
    defer { held.letGo() }
    while !Interruption.isRequested {
      let began = clock.now
      switch held.wait(isPaused ? nil : left) {
      // A terminal that is gone has no keys, and a pause would never end.
      case .input where !hear(), .failure: return false
      case .input, .signal, .nothing: break
      }
      guard !isPaused else { continue }
      left -= clock.now - began
      if left <= .zero { return !Interruption.isRequested }
    }
    return false
  }

  /// Adds lines, and draws others below them.
  package func show(_ lines: [String], live: [String]) {
    erase()
    write((lines + live).map { $0 + "\r\n" }.joined())
    liveRows = live.count
  }

  /// Leaves what is drawn, and gives the terminal back as it was found.
  package func end() {
    liveRows = 0
    isPaused = false
    guard var settings = found else { return }
    tcsetattr(Screen.input, TCSANOW, &settings)
    found = nil
    caught?.letGo()
  }

  /// Takes keys one by one, without showing them; the key that interrupts still does.
  private func begin() {
    guard found == nil, isatty(Screen.input) == 1 else { return }
    var settings = termios()
    guard tcgetattr(Screen.input, &settings) == 0 else { return }
    TerminalGuard.remember()
    found = settings
    caught = TerminalGuard.begin()
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(Screen.input, TCSANOW, &settings)
  }

  /// Takes a key, each of which pauses or goes on; tells whether one came, or may still.
  private func hear() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(Screen.input, &bytes, bytes.count)
    guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) }
    isPaused.toggle()
    if isPaused {
      write("paused: any key goes on")
    } else {
      write("\r\u{1B}[K")
    }
    return true
  }

  private func erase() {
    if liveRows > 0 { write("\u{1B}[\(liveRows)A\r\u{1B}[J") }
    liveRows = 0
  }

  private func write(_ text: String) {
    Screen.write(text.utf8)
  }
}
