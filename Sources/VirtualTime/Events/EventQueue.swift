package import RetryNumerics

/// A queue of events ordered by time, then by order of scheduling.
///
/// A cancelled event leaves its place behind, which is removed when it comes first or when there are many.
package struct EventQueue<Payload> {
  /// A handle to one event, which is never used again, so a stale one is harmless.
  package struct Token: Hashable, Sendable {
    fileprivate let serial: UInt64
  }

  private struct Place: Comparable {
    let time: Int64
    let serial: UInt64

    static func < (left: Place, right: Place) -> Bool {
      (left.time, left.serial) < (right.time, right.serial)
    }
  }

  /// A binary heap, whose first place is that of a pending event.
  private var places: [Place] = []
  private var payloads: [UInt64: Payload] = [:]
  private var serial: UInt64 = 0
  private var time: Int64 = 0

  package init() {}

  /// The time of the event taken last.
  package var now: Instant { Instant(Nanoseconds(time)) }

  package var count: Int { payloads.count }
  package var isEmpty: Bool { payloads.isEmpty }
  package var nextInstant: Instant? { places.first.map { Instant(Nanoseconds($0.time)) } }

  /// The pending events in the order in which they will fire.
  package var pending: [(instant: Instant, payload: Payload)] {
    places.sorted().compactMap { place in
      payloads[place.serial].map { (Instant(Nanoseconds(place.time)), $0) }
    }
  }
}

extension EventQueue: Sendable where Payload: Sendable {}

extension EventQueue {
  /// Adds an event; an instant in the past means now.
  @discardableResult
  package mutating func schedule(_ payload: Payload, at instant: Instant) -> Token {
    serial += 1
    payloads[serial] = payload
    places.append(Place(time: max(time, instant.sinceStart.count), serial: serial))
    rise(from: places.count - 1)
    return Token(serial: serial)
  }

  /// Adds an event after a delay; a negative delay means now.
  @discardableResult
  package mutating func schedule(_ payload: Payload, after span: Nanoseconds) -> Token {
    schedule(payload, at: now.advanced(by: max(span, .zero)))
  }

  /// Cancels an event; returns whether it was still pending.
  @discardableResult
  package mutating func cancel(_ token: Token) -> Bool {
    guard payloads.removeValue(forKey: token.serial) != nil else { return false }
    // At least half of the places are removed, so each cancellation takes logarithmic time on average.
    if places.count > 2 * payloads.count + 64 {
      // A sorted array is a heap.
      places = places.filter { payloads[$0.serial] != nil }.sorted()
    }
    dropCancelled()
    return true
  }

  /// Removes the earliest event and advances the time to it; events at the end of time never fire.
  package mutating func next() -> Payload? {
    guard let first = places.first, first.time < .max else { return nil }
    time = first.time
    defer { dropCancelled() }
    return payloads.removeValue(forKey: first.serial)
  }

  /// Advances the time without an event, at most to the earliest one.
  package mutating func advance(to instant: Instant) {
    time = max(time, min(instant, nextInstant ?? .never).sinceStart.count)
  }

  /// Removes places until the first is that of a pending event.
  private mutating func dropCancelled() {
    while let first = places.first, payloads[first.serial] == nil {
      places.swapAt(0, places.count - 1)
      places.removeLast()
      sink()
    }
  }

  private mutating func rise(from last: Int) {
    var place = last
    while place > 0, places[place] < places[(place - 1) / 2] {
      places.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func sink() {
    var place = 0
    while true {
      let children = (2 * place + 1..<2 * place + 3).clamped(to: 0..<places.count)
      guard let least = children.min(by: { places[$0] < places[$1] }),
        places[least] < places[place]
      else { return }
      places.swapAt(place, least)
      place = least
    }
  }
}
