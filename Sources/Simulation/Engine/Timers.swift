import RetryNumerics
import VirtualTime

/// The pending timers of stages, in order of time, then of their start.
///
/// A stopped timer leaves its key behind, which is dropped when its time comes or when there are many. A timer that
/// never fires has no key.
struct Timers {
  /// The handle of a pending timer, which its stage keeps.
  typealias Token = UInt64

  /// The handle of no timer.
  static let none: Token = 0

  /// A place for a pending timer.
  private struct Slot {
    /// The token of its timer; if there is none, the index of the next free slot.
    var state: UInt64
    var stage: Link
  }

  /// Keys made of time, order and slot; the last two are the token.
  private var keys = KeyCalendar()
  private var slots = Slab<Slot>()
  private var free = UInt64.max
  /// The number of timers started so far; renumbered on overflow.
  private var serial: UInt32
  /// The number of pending timers.
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
  mutating func start(_ stage: Link, after delay: Nanoseconds) -> Token {
    if serial == .max { renumber() }
    serial &+= 1
    count &+= 1
    let slot = takeSlot(stage)
    let token = UInt64(serial) << 32 | slot
    slots[Int(truncatingIfNeeded: slot)].state = token
    let time = now.advanced(by: max(delay, .zero))
    if time < .never { keys.insert(Self.key(time, token)) }
    return token
  }

  /// Stops a pending timer.
  @inline(__always)
  mutating func stop(_ token: Token) {
    release(token)
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
      let token = Token(truncatingIfNeeded: key)
      let stage = slots[Self.slot(token)].stage
      release(token)
      stage.timer = Self.none
      return stage
    }
  }

  /// Calls a function with the stage of every timer that fires soon.
  func forEachSoon(_ body: (Link) -> Void) {
    keys.forEachSoon { if isPending($0) { body(link(of: $0)) } }
  }

  /// Forgets all timers and returns to the start of time.
  mutating func restart() {
    now = .start
    if keys.count == 0, count == 0 { return }
    for key in sorted {
      link(of: key).timer = Self.none
      release(Token(truncatingIfNeeded: key))
    }
    keys.removeAll()
  }

  /// The number of keys, with those of stopped timers.
  var keyCount: Int { keys.count }

  /// The pending timers, in the order in which they will fire.
  var pending: [(instant: Instant, stage: Stage)] {
    sorted.map { (Self.time($0), link(of: $0).stage) }
  }
}

extension Timers {
  @inline(__always)
  private static func key(_ time: Instant, _ token: Token) -> UInt128 {
    UInt128(UInt64(bitPattern: time.sinceStart.count)) << 64 | UInt128(token)
  }

  /// The time of a key; that of the greatest key, which stands for none, is the end of time.
  @inline(__always)
  private static func time(_ key: UInt128) -> Instant {
    Instant(Nanoseconds(Int64(truncatingIfNeeded: min(key >> 64, UInt128(Int64.max)))))
  }

  @inline(__always)
  private static func slot(_ token: Token) -> Int {
    Int(UInt32(truncatingIfNeeded: token))
  }

  @inline(__always)
  private func isPending(_ key: UInt128) -> Bool {
    let token = Token(truncatingIfNeeded: key)
    return slots[Self.slot(token)].state == token
  }

  private func link(of key: UInt128) -> Link {
    slots[Self.slot(Token(truncatingIfNeeded: key))].stage
  }

  /// Returns a slot for a stage.
  @inline(__always)
  private mutating func takeSlot(_ stage: Link) -> UInt64 {
    guard free != .max else {
      slots.append(Slot(state: 0, stage: stage))
      return UInt64(slots.count - 1)
    }
    let slot = free
    free = slots[Int(truncatingIfNeeded: slot)].state
    slots[Int(truncatingIfNeeded: slot)].stage = stage
    return slot
  }

  @inline(__always)
  private mutating func release(_ token: Token) {
    let slot = Self.slot(token)
    assert(slots[slot].state == token)
    count &-= 1
    slots[slot].state = free
    free = UInt64(truncatingIfNeeded: slot)
  }

  /// Drops the keys of stopped timers.
  @inline(never)
  private mutating func sweep() {
    let slots = slots
    keys.keep { key in
      let token = Token(truncatingIfNeeded: key)
      return slots[Self.slot(token)].state == token
    }
  }

  /// The keys of the pending timers, in order.
  private var sorted: [UInt128] {
    var sorted: [UInt128] = []
    keys.forEach { if isPending($0) { sorted.append($0) } }
    if sorted.count < count {
      sorted += endless(except: Set(sorted.map(Token.init(truncatingIfNeeded:))))
    }
    return sorted.sorted()
  }

  /// The keys of timers that never fire, apart from those of the others.
  private func endless(except others: Set<Token>) -> [UInt128] {
    (0..<slots.count).map { slots[$0].state }
      .filter { $0 > UInt64(UInt32.max) && $0 != .max && !others.contains($0) }
      .map { Self.key(.never, $0) }
  }

  /// Numbers the pending timers from one, in order.
  @inline(never)
  private mutating func renumber() {
    let sorted = sorted
    (keys, serial) = (KeyCalendar(), 0)
    for key in sorted {
      serial += 1
      let slot = Self.slot(Token(truncatingIfNeeded: key))
      let token = UInt64(serial) << 32 | UInt64(slot)
      slots[slot].state = token
      slots[slot].stage.timer = token
      if Self.time(key) < .never { keys.insert(Self.key(Self.time(key), token)) }
    }
  }
}
