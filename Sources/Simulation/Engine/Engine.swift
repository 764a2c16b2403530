import RetryNumerics
package import VirtualTime

/// What the queue holds: a stage to wake, and the machine that it belongs to.
struct Alarm {
  let stage: Link
  let machine: Unmanaged<Machine>
}

/// Bounds on what a call may take, so that nothing hangs and nothing grows without end.
package struct Limits: Hashable, Sendable {
  /// The number of subscriptions, values and timers after which a call is stopped.
  package var events = 100_000
  /// The number of events that a trace keeps.
  package var traceLength = 100_000
  /// How deep operators may nest.
  package var depth = 500

  /// Creates the usual bounds.
  package init() {}
}

/// Virtual time and seeded chance, shared by the machines that run on it.
///
/// One machine alone, or thousands against one server, take their events from the same queue, in the order
/// of time and then of scheduling.
package final class Engine {
  /// The seed of all chance.
  package let seed: UInt64
  /// The bounds on each call.
  package let limits: Limits

  private var queue = EventQueue<Alarm>()

  /// Creates an engine whose time stands at the start.
  package init(seed: UInt64, limits: Limits = Limits()) {
    self.seed = seed
    self.limits = limits
  }

  /// The present instant.
  package var now: Instant { queue.now }

  /// The number of events that are pending.
  package var pendingCount: Int { queue.count }

  /// Puts the time back to the start and forgets what was pending.
  func restart() {
    queue.restart()
  }

  @inline(__always)
  func schedule(_ alarm: Alarm, after delay: Nanoseconds) -> EventQueue<Alarm>.Token {
    queue.schedule(alarm, after: delay)
  }

  @inline(__always)
  func cancel(_ token: EventQueue<Alarm>.Token) {
    queue.cancel(token)
  }

  /// Works off the earliest event; tells whether there was one.
  @inline(__always)
  func step() -> Bool {
    guard let alarm = queue.next() else { return false }
    alarm.machine._withUnsafeGuaranteedRef { machine in
      guard machine.countEvent() else { return }
      alarm.stage.fire(machine)
      machine.buryRetired()
    }
    return true
  }
}
