import CEditline
import Glibc

/// A live display on the terminal that any key pauses.
///
/// Lines are added above; the lines below are redrawn each time.
package final class LiveScreen {
  /// The original terminal settings, while they are changed.
  private var found: termios?
  private var caught: Signals.Caught?
  /// The number of redrawn rows.
  private var liveRows = 0
  private var isPaused = false

  /// Creates a display without drawing.
  package init() {}

  /// Waits; returns `false` after Ctrl-C.
  package func wait(_ span: Duration) -> Bool {
    begin()
    let clock = ContinuousClock()
    var left = span
    let held = HeldSignals([SIGINT])
    defer { held.letGo() }
    while !Interruption.isRequested {
      let began = clock.now
      switch held.wait(isPaused ? nil : left) {
      // Without a terminal a pause would never end.
      case .input where !hear(), .failure: return false
      case .input, .signal, .nothing: break
      }
      guard !isPaused else { continue }
      left -= clock.now - began
      if left <= .zero { return !Interruption.isRequested }
    }
    return false
  }

  /// Adds lines and redraws the live lines below them.
  package func show(_ lines: [String], live: [String]) {
    erase()
    write((lines + live).map { $0 + "\r\n" }.joined())
    liveRows = live.count
  }

  /// Keeps the current output and restores the terminal.
  package func end() {
    liveRows = 0
    isPaused = false
    guard var settings = found else { return }
    tcsetattr(Screen.input, TCSANOW, &settings)
    found = nil
    caught?.letGo()
  }

  /// Reads keys without echo; the interrupt key still works.
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

  /// Reads a key, which pauses or continues; returns `false` if there are no more keys.
  private func hear() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(Screen.input, &bytes, bytes.count)
    guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) }
    isPaused.toggle()
    if isPaused {
      write("paused: press any key to continue")
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
