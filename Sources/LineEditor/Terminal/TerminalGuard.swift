import CEditline
import Glibc
import Synchronization

/// Restores the terminal, even if the program crashes while an entry is edited.
enum TerminalGuard {
  /// The address of the original terminal settings, constant once set.
  private static let saved = Atomic<UInt>(0)
  /// The signals that end the program at once, from crashes or from others.
  private static let deadly: [Int32] = [
    SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM,
    SIGPROF, SIGPIPE, SIGIO, SIGXCPU, SIGXFSZ,
  ]
  /// The signals by which others ask the program to end.
  static let endings: [Int32] = [SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM]
  /// Disables bracketed paste and shows the cursor.
  private static let leaving: StaticString = "\u{1B}[?2004l\u{1B}[?25h\r\n"

  /// Saves the terminal settings before any change.
  static func remember() {
    guard saved.load(ordering: .relaxed) == 0 else { return }
    let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    settings.initialize(to: termios())
    tcgetattr(Screen.input, settings)
    saved.store(UInt(bitPattern: settings), ordering: .relaxed)
  }

  /// Installs handlers that restore the terminal after a crash or a signal.
  static func begin() -> Signals.Caught {
    Signals.catch(deadly + [SIGTERM, SIGHUP, SIGQUIT], crash)
  }

  /// Runs a body and restores the terminal if a crash or a signal ends it.
  static func guarding<Value>(_ body: () -> Value) -> Value {
    Signals.catching(deadly, crash, body)
  }

  /// Restores the terminal; safe in a signal handler.
  static func restore() {
    if let settings = UnsafePointer<termios>(bitPattern: saved.load(ordering: .relaxed)) {
      tcsetattr(Screen.input, TCSANOW, settings)
    }
  }

  /// Restores the terminal after a pager that could not.
  static func leavePager() {
    restore()
    Screen.write("\u{1B}[?1049l\u{1B}[?25h\r\n".utf8)
  }

  private static let crash: @convention(c) (Int32) -> Void = { signal in
    restore()
    _ = Glibc.write(Screen.output, leaving.utf8Start, leaving.utf8CodeUnitCount)
    // The signal then ends the program as it would have without a handler.
    Glibc.signal(signal, SIG_DFL)
    raise(signal)
  }
}
