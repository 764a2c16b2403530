import RetryNumerics
import VirtualTime

/// The event queue of a load of chains, in the order of the engine.
struct ChainLoadEvents: ~Copyable {
  enum Event {
    /// A client continues, if it still waits for the event with this number.
    case client(Int, awaiting: UInt64)
    case timeout(Int, ofClient: Int)
    case served(Int32)
    case arrival
    /// A span ends.
    case tick
  }

  private enum Kind: UInt64 {
    case client, served, arrival, tick
  }

  /// The number of bits for the target in a key; the order of scheduling has the bits above.
  private static let bits: UInt64 = 22

  /// Keys made of time, order, target and kind.
  private var keys = KeyCalendar()
  private var sequence: UInt64 = 0
  /// The keys of started timers, for each timeout.
  ///
  /// All timers of a timeout have the same duration, so they stay in order.
  private var timers: UnsafeArray<RingBuffer<UInt128>>
  /// The least of their keys, and its timeout.
  private var soonest = UInt128.max
  private var due = 0
  /// The number of the event of each pending timer, by client and timeout; zero if the timer is stopped.
  private var pending = UnsafeArray<UInt64>()
  /// The end of the time of the load, and later that of the wait for calls in flight.
  private var end: Int64
  /// The time after which nothing happens.
  private let horizon: Int64
  /// The number of keys left by the last sweep.
  private var kept = 0

  /// Creates the events of a load, of which those after a horizon never happen.
  init(until end: Instant, horizon: Instant, timeouts: Int) {
    (self.end, self.horizon) = (end.sinceStart.count, horizon.sinceStart.count)
    timers = UnsafeArray(repeatElement(RingBuffer(), count: timeouts))
  }

  mutating func addClient() {
    for _ in 0..<timers.count { pending.append(0) }
  }

  /// The number of stored events, including cancelled ones.
  var pendingCount: Int { (0..<timers.count).reduce(keys.count) { $0 + timers[$1].count } }
}

// MARK: - Scheduling

extension ChainLoadEvents {
  /// Returns the key of an event that is scheduled now.
  @inline(__always)
  private mutating func key(_ time: Int64, _ low: UInt64) -> UInt128 {
    sequence &+= 1
    return UInt128(UInt64(bitPattern: time)) << 64 | UInt128(sequence << (Self.bits + 2) | low)
  }

  @inline(__always)
  private static func target(_ low: UInt64) -> Int { Int(low >> 2 & (1 << bits - 1)) }

  @inline(__always)
  private mutating func schedule(_ kind: Kind, _ who: Int, at time: Instant) {
    let key = key(time.sinceStart.count, UInt64(truncatingIfNeeded: who) << 2 | kind.rawValue)
    if time.sinceStart.count <= horizon { keys.insert(key) }
  }

  /// Schedules the continuation of a client; returns the number of the event.
  @inline(__always)
  mutating func wake(_ client: Int, at time: Instant) -> UInt64 {
    schedule(.client, client, at: time)
    return sequence
  }

  @inline(__always)
  mutating func serve(_ ticket: Int32, until time: Instant) {
    schedule(.served, Int(ticket), at: time)
  }

  mutating func arrive(at time: Instant) { schedule(.arrival, 0, at: time) }

  mutating func tick(at time: Instant) { schedule(.tick, 0, at: time) }

  @inline(__always)
  mutating func start(_ timer: Int, of client: Int, until time: Int64) {
    let key = key(time, UInt64(truncatingIfNeeded: client) << 2)
    timers[timer].append(key)
    if key < soonest { (soonest, due) = (key, timer) }
    pending[client * timers.count + timer] = sequence
  }

  @inline(__always)
  mutating func stop(_ timer: Int, of client: Int) { pending[client * timers.count + timer] = 0 }
}

// MARK: - Processing

extension ChainLoadEvents {
  /// Lets events happen up to the horizon.
  mutating func drain() { end = horizon }

  /// Removes and returns the next event and its time, unless it is after the end.
  ///
  /// Before events of many clients, the functions hear which clients continue soon and which services end.
  @inline(__always)
  mutating func next(
    expecting expect: (Int) -> Void, _ expectServed: (Int32) -> Void
  ) -> (at: Instant, Event)? {
    if keys.makeReady() {
      keys.forEachSoon { key in
        let low = UInt64(truncatingIfNeeded: key)
        let who = Self.target(low)
        if low & 3 == Kind.client.rawValue { expect(who) }
        if low & 3 == Kind.served.rawValue { expectServed(Int32(truncatingIfNeeded: who)) }
      }
    }
    let first = keys.first
    while soonest < first {
      let (key, timer) = (soonest, due)
      let at = Instant(Nanoseconds(Int64(truncatingIfNeeded: key >> 64)))
      guard at.sinceStart.count <= end else { return nil }
      _ = timers[timer].popFirst()
      findSoonest()
      guard isPending(key, timer) else { continue }
      return (at, .timeout(timer, ofClient: Self.target(UInt64(truncatingIfNeeded: key))))
    }
    let time = Int64(truncatingIfNeeded: first >> 64)
    guard first != .max, time <= end else { return nil }
    let at = Instant(Nanoseconds(time))
    let low = UInt64(truncatingIfNeeded: first)
    let who = Self.target(low)
    keys.removeFirst()
    switch Kind(rawValue: low & 3) {
    case .client: return (at, .client(who, awaiting: low >> (Self.bits + 2)))
    case .served: return (at, .served(Int32(truncatingIfNeeded: who)))
    case .arrival: return (at, .arrival)
    case .tick, nil: return (at, .tick)
    }
  }

  /// Finds the least key of a timer, even if it is stopped.
  @inline(__always)
  private mutating func findSoonest() {
    soonest = .max
    for timer in 0..<timers.count {
      if let key = timers[timer].first, key < soonest { (soonest, due) = (key, timer) }
    }
  }

  @inline(__always)
  private func isPending(_ key: UInt128, _ timer: Int) -> Bool {
    let low = UInt64(truncatingIfNeeded: key)
    return pending[Self.target(low) * timers.count + timer] == low >> (Self.bits + 2)
  }

  /// Removes cancelled events when there are many: stopped timers, and events that their clients no longer await.
  mutating func sweep(clients: Int, awaited: (Int) -> UInt64) {
    for timer in 0..<timers.count where timers[timer].count > 2 * clients + 1024 {
      // Each key is taken out once and put back if it still counts, so the order stays.
      for _ in 0..<timers[timer].count {
        if let key = timers[timer].popFirst(), isPending(key, timer) { timers[timer].append(key) }
      }
    }
    findSoonest()
    guard keys.count > 2 * max(kept, clients) + 1024 else { return }
    keys.keep { key in
      let low = UInt64(truncatingIfNeeded: key)
      guard low & 3 == Kind.client.rawValue else { return true }
      return awaited(Self.target(low)) == low >> (Self.bits + 2)
    }
    kept = keys.count
  }
}
