import RetryNumerics
import VirtualTime

/// The pending timers of stages, in order of time, then of their start.
///
/// A stopped timer leaves its key behind, which is dropped when its time comes or when there are many. A timer that
/// never fires has no key.
struct Timers: ~Copyable {
  /// The slot of a pending timer, which its stage keeps.
  typealias Slot = UInt32

  static let none = Slot.max

  struct Entry {
    /// The lower half of the key of its timer; if there is none, the next free slot.
    var state: UInt64
    var stage: Link
  }

  /// Keys made of time, order and slot.
  private var keys = KeyCalendar()
  private var slots = UnsafeArray<Entry>()
  private var free = Timers.none
  /// The number of timers started so far; renumbered on overflow.
  private var serial: UInt32
  private(set) var count = 0
  /// The time of the timer that fired last.
  private(set) var now = Instant.start

  /// Creates an empty queue; the start of the numbers only matters to a test of their overflow.
  init(countingFrom serial: UInt32 = 0) {
    self.serial = serial
  }
}

extension Timers {
  /// Starts the timer of a stage, which never fires if its time is the end of time.
  @inline(__always)
  mutating func start(_ stage: Link, after delay: Nanoseconds) -> Slot {
    if serial == .max { renumber() }
    serial &+= 1
    count &+= 1
    let slot = takeSlot(stage)
    put(slot, at: now.advanced(by: max(delay, .zero)))
    return slot
  }

  @inline(__always)
  mutating func stop(_ slot: Slot, of stage: Link) {
    assert(slots[Int(slot)].stage == stage, "a stage stops its own timer")
    release(slot)
    // A sweep drops more than half of the keys, so its cost for each stopped timer is bounded.
    if keys.count > 2 * count + 1024 { sweep() }
  }

  /// Makes the next timers ready to fire; returns whether they are new, out of many.
  @inline(__always)
  mutating func makeReady() -> Bool { keys.makeReady() }

  /// Returns the stage of the next timer up to a time, and advances to it.
  @inline(__always)
  mutating func next(until end: Instant) -> Link? {
    while true {
      _ = makeReady()
      let key = keys.first
      let time = Self.time(key)
      guard time < .never, time <= end else { return nil }
      keys.removeFirst()
      guard isPending(key) else { continue }
      now = time
      let stage = link(of: key)
      release(Self.slot(key))
      stage.timer = Self.none
      return stage
    }
  }

  /// Returns when the next timer fires; `nil` if none ever does.
  mutating func nextInstant() -> Instant? {
    while true {
      _ = makeReady()
      let key = keys.first
      let time = Self.time(key)
      guard time < .never else { return nil }
      guard !isPending(key) else { return time }
      keys.removeFirst()
    }
  }

  /// Goes on to a time up to which no timer is pending.
  mutating func pass(to time: Instant) { now = max(now, time) }

  /// Calls a function with the stage of every timer that fires soon.
  func forEachSoon(_ body: (Link) -> Void) {
    keys.forEachSoon { if isPending($0) { body(link(of: $0)) } }
  }

  /// Proof that no timer is pending, so that stages may go.
  struct Idle {
    fileprivate init() {}
  }

  /// Forgets all timers and returns to the start of time; the stages of pending timers must be alive.
  @discardableResult
  mutating func restart() -> Idle {
    now = .start
    if keys.count == 0, count == 0 { return Idle() }
    for key in sorted {
      link(of: key).timer = Self.none
      release(Self.slot(key))
    }
    keys.removeAll()
    return Idle()
  }

  /// The number of keys, with those of stopped timers.
  var keyCount: Int { keys.count }

  /// Forgets all timers and goes to a time, perhaps back.
  mutating func restart(at time: Instant) {
    restart()
    now = time
  }

  /// The pending timers, in the order in which they will fire.
  var pending: [(instant: Instant, stage: Stage)] {
    sorted.map { (Self.time($0), link(of: $0).stage) }
  }
}

extension Timers {
  /// Gives a slot the next number, and a key unless its time is the end of time.
  @inline(__always)
  private mutating func put(_ slot: Slot, at time: Instant) {
    let state = UInt64(serial) << 32 | UInt64(slot)
    slots[Int(slot)].state = state
    if time < .never { keys.insert(Self.key(time, state)) }
  }

  @inline(__always)
  private static func key(_ time: Instant, _ state: UInt64) -> UInt128 {
    UInt128(UInt64(bitPattern: time.sinceStart.count)) << 64 | UInt128(state)
  }

  /// The time of a key; that of the greatest key, which stands for none, is the end of time.
  @inline(__always)
  private static func time(_ key: UInt128) -> Instant {
    Instant(Nanoseconds(Int64(truncatingIfNeeded: min(key >> 64, UInt128(Int64.max)))))
  }

  @inline(__always)
  private static func slot(_ key: UInt128) -> Slot { Slot(truncatingIfNeeded: key) }

  @inline(__always)
  private func isPending(_ key: UInt128) -> Bool {
    // A slot is used again under another number, so the key of a stopped timer matches nothing.
    slots[Int(Self.slot(key))].state == UInt64(truncatingIfNeeded: key)
  }

  @inline(__always)
  private func link(of key: UInt128) -> Link { slots[Int(Self.slot(key))].stage }

  @inline(__always)
  private mutating func takeSlot(_ stage: Link) -> Slot {
    guard free != Self.none else {
      slots.append(Entry(state: 0, stage: stage))
      return Slot(slots.count - 1)
    }
    let slot = free
    free = Slot(truncatingIfNeeded: slots[Int(slot)].state)
    slots[Int(slot)].stage = stage
    return slot
  }

  @inline(__always)
  private mutating func release(_ slot: Slot) {
    assert(slots[Int(slot)].state > UInt64(Slot.max), "the timer is pending")
    count &-= 1
    slots[Int(slot)].state = UInt64(free)
    free = slot
  }

  @inline(never)
  private mutating func sweep() {
    Self.sweep(&keys, slots)
  }

  private static func sweep(_ keys: inout KeyCalendar, _ slots: borrowing UnsafeArray<Entry>) {
    keys.keep { slots[Int(slot($0))].state == UInt64(truncatingIfNeeded: $0) }
  }

  /// The keys of the pending timers, in order.
  private var sorted: [UInt128] {
    var sorted: [UInt128] = []
    keys.forEach { if isPending($0) { sorted.append($0) } }
    if sorted.count < count { sorted += endless(except: Set(sorted.map(Self.slot))) }
    return sorted.sorted()
  }

  /// The keys of timers that never fire, apart from those of the others.
  private func endless(except others: Set<Slot>) -> [UInt128] {
    // Numbers begin at one, so only the state of a pending timer exceeds every slot.
    (0..<slots.count).map { slots[$0].state }
      .filter { $0 > UInt64(Slot.max) && !others.contains(Slot(truncatingIfNeeded: $0)) }
      .map { Self.key(.never, $0) }
  }

  /// Numbers the pending timers from one, in order.
  @inline(never)
  private mutating func renumber() {
    let sorted = sorted
    keys = KeyCalendar()
    serial = 0
    for key in sorted {
      serial += 1
      put(Self.slot(key), at: Self.time(key))
    }
  }
}
