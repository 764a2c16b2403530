import CEditline
import Glibc
import Synchronization
package import TextLayout

/// A picture on the terminal that changes in place, and hears keys.
package final class LiveScreen {
  /// The original terminal settings, while they are changed.
  private var found: termios?
  private var caught: [Signals.Caught] = []
  private var painter = Painter()
  private var width = 0
  private let clock = ContinuousClock()
  /// The time of the last reply.
  private var heard: ContinuousClock.Instant?

  package init() {}

  package var size: (columns: Int, rows: Int) { (Screen.size.columns, Screen.size.rows) }

  /// Shows a picture in place of the one before, and waits for a key, or for a time.
  ///
  /// Returns the keys and the time since the last reply; `nil` after Ctrl-C or at the end of the input.
  package func show(
    _ picture: [TextLine], for span: Duration
  ) -> (passed: Duration, keys: [PressedKey])? {
    begin()
    draw(picture)
    let arrival = wait(span)
    guard !Interruption.isRequested else { return nil }
    if Signals.takeSuspension() {
      suspend()
      return (.zero, [])
    }
    var keys: [PressedKey] = []
    switch arrival {
    case .input:
      guard let pressed = pressedKeys() else { return nil }
      keys = pressed
    case .failure: return nil
    case .signal, .nothing: break
    }
    let now = clock.now
    defer { heard = now }
    return (now - (heard ?? now), keys)
  }

  /// Waits for a key or a signal, unless a signal has come before.
  private func wait(_ span: Duration) -> HeldSignals.Arrival {
    let held = HeldSignals([SIGINT, SIGTSTP])
    defer { held.letGo() }
    let isHeeded = Interruption.isRequested || Signals.isSuspended.load(ordering: .relaxed)
    return isHeeded ? .signal : held.wait(span)
  }

  /// Shows a last picture, which stays, and restores the terminal.
  package func end(_ picture: [TextLine]) {
    guard found != nil else { return }
    // Each Ctrl-C has begun a row below the picture.
    for _ in 0..<Interruption.count { write("\u{1B}[A") }
    draw(picture)
    leave(picture.isEmpty ? "" : painter.leave())
  }

  /// Suspends the program until the shell resumes it; the next picture is drawn below.
  private func suspend() {
    leave(painter.leave())
    kill(0, SIGTSTP)
  }

  /// Restores the terminal after a last output.
  private func leave(_ output: String) {
    guard var settings = found else { return }
    write(output + "\u{1B}[?25h")
    painter.forget()
    tcsetattr(Screen.input, TCSANOW, &settings)
    (found, heard) = (nil, nil)
    while let handlers = caught.popLast() { handlers.letGo() }
  }

  private func draw(_ picture: [TextLine]) {
    let columns = Screen.size.columns
    if columns != width { write(painter.clear(width: columns)) }
    width = columns
    write(painter.paint(Frame(picture, width: columns)))
  }

  /// Reads keys without echo; the interrupt key still works.
  private func begin() {
    guard found == nil, isatty(Screen.input) == 1 else { return }
    var settings = termios()
    guard tcgetattr(Screen.input, &settings) == 0 else { return }
    TerminalGuard.remember()
    found = settings
    caught = [TerminalGuard.begin(), Signals.catch([SIGTSTP], Signals.note)]
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(Screen.input, TCSANOW, &settings)
    width = Screen.size.columns
    heard = clock.now
    write("\u{1B}[?25l")
  }

  /// Reads what was pressed; returns `nil` if there are no more keys.
  private func pressedKeys() -> [PressedKey]? {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(Screen.input, &bytes, bytes.count)
    guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : nil }
    return PressedKey.keys(in: bytes[..<count])
  }

  private func write(_ text: String) {
    if !text.isEmpty { Screen.write(text.utf8) }
  }
}

extension PressedKey {
  private static let arrows: [UInt8: PressedKey] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left,
  ]

  /// Returns the keys that a terminal sends as some bytes; passes over those of other keys.
  package static func keys(in bytes: some Collection<UInt8>) -> [PressedKey] {
    var keys: [PressedKey] = []
    var rest = Array(bytes)[...]
    while let first = rest.popFirst() {
      if first == 0x1B, let lead = rest.first,
        lead == UInt8(ascii: "[") || lead == UInt8(ascii: "O")
      {
        rest.removeFirst()
        let body = rest.prefix { !(0x40...0x7E).contains($0) }
        rest = rest.dropFirst(body.count)
        if let final = rest.popFirst(), body.isEmpty, let key = arrows[final] { keys.append(key) }
      } else if (0x20..<0x7F).contains(first) {
        keys.append(.character(Unicode.Scalar(first)))
      }
    }
    return keys
  }
}
