import CEditline
import Glibc
import Synchronization

/// Gives the terminal back as it was, even where the program crashes while an entry is edited.
enum TerminalGuard {
  /// The address of the settings that the terminal was found with, for ever the same once there is one.
  private static let saved = Atomic<UInt>(0)
  private static let crashes: [Int32] = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]
  /// Switches the marks around pasted text off, and the cursor on.
  private static let leaving: StaticString = "\u{1B}[?2004l\r\n"

  /// Takes note of how the terminal is set, before anything changes it.
  static func remember() {
    guard saved.load(ordering: .relaxed) == 0 else { return }
    let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    settings.initialize(to: termios())
    tcgetattr(Screen.input, settings)
    saved.store(UInt(bitPattern: settings), ordering: .relaxed)
  }

  /// Sees to it that from now on a crash or a signal leaves the terminal as it was found.
  static func begin() -> Signals.Caught {
    Signals.catch(crashes + [SIGTERM, SIGHUP, SIGQUIT], crash)
  }

  /// Runs a body; a crash in it leaves the terminal as it was found.
  static func guarding<Value>(_ body: () -> Value) -> Value {
    Signals.catching(crashes, crash, body)
  }

  /// Sets the terminal as it was found; a handler of signals may do so.
  static func restore() {
    if let settings = UnsafePointer<termios>(bitPattern: saved.load(ordering: .relaxed)) {
      tcsetattr(Screen.input, TCSANOW, settings)
    }
  }

  private static let crash: @convention(c) (Int32) -> Void = { signal in
    restore()
    _ = Glibc.write(Screen.output, leaving.utf8Start, leaving.utf8CodeUnitCount)
    Glibc.signal(signal, SIG_DFL)
    raise(signal)
  }
}
