/// The state of a virtual clock, behind one lock.
struct ClockState: Sendable {
  typealias Continuation = CheckedContinuation<Void, any Error>

  enum Event: Sendable {
    /// Ends the sleep with this number.
    case wake(UInt64)
    case act(@Sendable () -> Void)
  }

  /// The state of a sleep, kept from before it waits until it returns.
  private enum Sleep: Sendable {
    case starting
    case waiting(Continuation, EventQueue<Event>.Token)
    case cancelled
    case over
  }

  var events = EventQueue<Event>()
  /// Whether a thread is running the jobs of the clock.
  var isRunning = false
  private var sleeps: [UInt64: Sleep] = [:]
  private var begun: UInt64 = 0
}

extension ClockState {
  var waitingSleeps: Int {
    sleeps.values.count { if case .waiting = $0 { true } else { false } }
  }

  /// Registers a sleep and returns its number.
  mutating func begin() -> UInt64 {
    begun += 1
    sleeps[begun] = .starting
    return begun
  }

  /// Adds a sleep to the queue; returns false if it was already cancelled.
  mutating func wait(_ number: UInt64, until deadline: Instant, _ waiter: Continuation) -> Bool {
    guard case .starting = sleeps[number] else { return false }
    sleeps[number] = .waiting(waiter, events.schedule(.wake(number), at: deadline))
    return true
  }

  /// Removes a cancelled sleep from the queue; returns its continuation.
  mutating func cancel(_ number: UInt64) -> Continuation? {
    switch sleeps[number] {
    case .starting:
      // The handler of a cancellation may run before the sleep is in the queue; `wait` then returns false.
      sleeps[number] = .cancelled
      return nil
    case .waiting(let waiter, let token):
      events.cancel(token)
      sleeps[number] = .cancelled
      return waiter
    case .cancelled, .over, nil:
      return nil
    }
  }

  /// Ends a due sleep; returns its continuation.
  mutating func wake(_ number: UInt64) -> Continuation? {
    guard case .waiting(let waiter, _) = sleeps[number] else { return nil }
    sleeps[number] = .over
    return waiter
  }

  mutating func end(_ number: UInt64) {
    sleeps[number] = nil
  }
}
