import CEditline
import Glibc
import Synchronization

/// The signals received at the prompt or during a run.
///
/// Handlers only use atomic numbers, which is safe in a signal handler.
enum Signals {
  /// The signal that asks the program to end, or zero.
  static let ending = Atomic<Int32>(0)
  /// Whether the screen size has changed.
  static let isResized = Atomic<Bool>(false)
  /// Whether Ctrl-Z was pressed while a picture was shown.
  static let isSuspended = Atomic<Bool>(false)
  static let interrupts = Atomic<Int>(0)

  /// The times of the last two interrupts, in nanoseconds.
  private static let lastInterrupt = Atomic<Int64>(.min / 2)
  private static let interruptBefore = Atomic<Int64>(.min / 2)
  /// The nanoseconds within which a third interrupt ends the program.
  private static let insistence: Int64 = 2_000_000_000
  /// The exit code in this case.
  private static let interrupted: Int32 = 130
  private static let newline: StaticString = "\n"

  /// The previous signal actions.
  struct Caught {
    fileprivate let previous: [(signal: Int32, action: sigaction)]

    func letGo() {
      for (signal, var action) in previous { sigaction(signal, &action, nil) }
    }
  }

  static func `catch`(
    _ signals: [Int32], _ handler: @escaping @convention(c) (Int32) -> Void
  ) -> Caught {
    // Initialized before a handler can run.
    _ = (ending.load(ordering: .relaxed), isResized.load(ordering: .relaxed))
    _ = (isSuspended.load(ordering: .relaxed), interrupts.load(ordering: .relaxed))
    _ = (lastInterrupt.load(ordering: .relaxed), interruptBefore.load(ordering: .relaxed))
    _ = (insistence, interrupted, newline)
    return Caught(
      previous: signals.map { signal in
        var previous = sigaction()
        editline_catch(signal, handler, &previous)
        return (signal, previous)
      })
  }

  /// Handles signals while a body runs, and then restores the previous actions.
  static func catching<Value>(
    _ signals: [Int32], _ handler: @escaping @convention(c) (Int32) -> Void, _ body: () -> Value
  ) -> Value {
    let caught = `catch`(signals, handler)
    defer { caught.letGo() }
    return body()
  }

  /// Notes a signal received while an entry is edited, or while a picture is shown.
  static let note: @convention(c) (Int32) -> Void = { signal in
    if signal == SIGWINCH {
      isResized.store(true, ordering: .relaxed)
    } else if signal == SIGTSTP {
      isSuspended.store(true, ordering: .relaxed)
    } else if signal == SIGINT {
      interrupts.add(1, ordering: .relaxed)
    } else {
      ending.store(signal, ordering: .relaxed)
    }
  }

  /// Notes an interrupt; the third within two seconds ends a run that does not respond.
  static let interrupt: @convention(c) (Int32) -> Void = { _ in
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let now = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    let last = lastInterrupt.exchange(now, ordering: .relaxed)
    let before = interruptBefore.exchange(last, ordering: .relaxed)
    // Written after the characters that the terminal echoes for the key.
    _ = newline.withUTF8Buffer { write(Screen.output, $0.baseAddress, $0.count) }
    if now - before <= insistence {
      TerminalGuard.restore()
      _exit(interrupted)
    }
    interrupts.add(1, ordering: .relaxed)
  }

  /// Returns the termination signal received since the last call, if any.
  static func takeEnding() -> Int32? {
    let signal = ending.exchange(0, ordering: .relaxed)
    return signal == 0 ? nil : signal
  }

  /// Returns whether the screen was resized since the last call.
  static func takeResize() -> Bool { isResized.exchange(false, ordering: .relaxed) }

  /// Returns whether Ctrl-Z was pressed since the last call.
  static func takeSuspension() -> Bool { isSuspended.exchange(false, ordering: .relaxed) }

  /// Returns whether an interrupt was received since the last call.
  static func takeInterrupt() -> Bool { interrupts.exchange(0, ordering: .relaxed) > 0 }

  static func forgetInterrupts() {
    interrupts.store(0, ordering: .relaxed)
    lastInterrupt.store(.min / 2, ordering: .relaxed)
    interruptBefore.store(.min / 2, ordering: .relaxed)
  }
}

/// A request of the user to stop a run.
package enum Interruption {
  /// Whether Ctrl-C was pressed since the run started.
  package static var isRequested: Bool { count > 0 }

  /// The number of times that Ctrl-C was pressed.
  package static var count: Int { Signals.interrupts.load(ordering: .relaxed) }

  /// Requests a stop for a Ctrl-C that an entry has taken.
  package static func request() { Signals.interrupts.add(1, ordering: .relaxed) }

  /// Runs a body in which Ctrl-C requests a stop instead of ending the program.
  ///
  /// Reading an entry resets the request.
  package static func listening<Value>(_ body: () -> Value) -> Value {
    Signals.catching([SIGINT], Signals.interrupt, body)
  }
}
