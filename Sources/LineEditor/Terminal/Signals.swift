import CEditline
import Glibc
import Synchronization

/// The signals that came while a person was typing or a run was on.
///
/// Handlers only touch atomic numbers, which is what a handler may do.
enum Signals {
  /// The signal that asks the program to end, or zero.
  static let ending = Atomic<Int32>(0)
  /// Whether the screen has another size.
  static let isResized = Atomic<Bool>(false)
  /// The number of times that a run was asked to stop.
  static let interrupts = Atomic<Int>(0)

  /// The instants of the last two interrupts, in nanoseconds.
  private static let lastInterrupt = Atomic<Int64>(.min / 2)
  private static let interruptBefore = Atomic<Int64>(.min / 2)
  /// Within so many nanoseconds a third interrupt ends the program.
  private static let patience: Int64 = 2_000_000_000
  /// The code with which it then ends.
  private static let interrupted: Int32 = 130
  private static let newline: StaticString = "\n"

  /// What was done with signals before they were caught.
  struct Caught {
    fileprivate let previous: [(signal: Int32, action: sigaction)]

    /// Puts it back.
    func letGo() {
      for (signal, var action) in previous { sigaction(signal, &action, nil) }
    }
  }

  /// Catches signals from now on.
  static func `catch`(
    _ signals: [Int32], _ handler: @escaping @convention(c) (Int32) -> Void
  ) -> Caught {
    // Touched before a handler can run, so that none has to make them.
    _ = (ending.load(ordering: .relaxed), isResized.load(ordering: .relaxed))
    _ = (interrupts.load(ordering: .relaxed), lastInterrupt.load(ordering: .relaxed))
    _ = (interruptBefore.load(ordering: .relaxed), patience, interrupted, newline)
    return Caught(
      previous: signals.map { signal in
        var previous = sigaction()
        editline_catch(signal, handler, &previous)
        return (signal, previous)
      })
  }

  /// Catches signals while a body runs, and puts back what was done with them before.
  static func catching<Value>(
    _ signals: [Int32], _ handler: @escaping @convention(c) (Int32) -> Void, _ body: () -> Value
  ) -> Value {
    let caught = `catch`(signals, handler)
    defer { caught.letGo() }
    return body()
  }

  /// Takes note of a signal that comes while an entry is edited.
  static let note: @convention(c) (Int32) -> Void = { signal in
    if signal == SIGWINCH {
      isResized.store(true, ordering: .relaxed)
    } else if signal == SIGINT {
      interrupts.add(1, ordering: .relaxed)
    } else {
      ending.store(signal, ordering: .relaxed)
    }
  }

  /// Takes note of an interrupt; the third within two seconds ends a run that does not listen.
  static let interrupt: @convention(c) (Int32) -> Void = { _ in
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let now = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    let last = lastInterrupt.exchange(now, ordering: .relaxed)
    let before = interruptBefore.exchange(last, ordering: .relaxed)
    // Behind the key that the terminal shows.
    _ = newline.withUTF8Buffer { write(Screen.output, $0.baseAddress, $0.count) }
    if now - before <= patience {
      TerminalGuard.restore()
      _exit(interrupted)
    }
    interrupts.add(1, ordering: .relaxed)
  }

  /// Returns the signal that asked for the end since this was asked last.
  static func takeEnding() -> Int32? {
    let signal = ending.exchange(0, ordering: .relaxed)
    return signal == 0 ? nil : signal
  }

  /// Tells whether the size changed since this was asked last.
  static func takeResize() -> Bool { isResized.exchange(false, ordering: .relaxed) }

  /// Tells whether an interrupt came since this was asked last.
  static func takeInterrupt() -> Bool { interrupts.exchange(0, ordering: .relaxed) > 0 }

  /// Forgets the interrupts so far.
  static func forgetInterrupts() {
    interrupts.store(0, ordering: .relaxed)
    lastInterrupt.store(.min / 2, ordering: .relaxed)
    interruptBefore.store(.min / 2, ordering: .relaxed)
  }
}

/// A person's wish to stop what runs.
package enum Interruption {
  /// Whether Ctrl-C was pressed since the run began.
  package static var isRequested: Bool { count > 0 }

  /// The number of times that it was.
  static var count: Int { Signals.interrupts.load(ordering: .relaxed) }

  /// Runs a body in which Ctrl-C ends nothing, but asks what runs to stop.
  ///
  /// Reading an entry forgets what was asked before.
  package static func listening<Value>(_ body: () -> Value) -> Value {
    Signals.catching([SIGINT], Signals.interrupt, body)
  }
}
