import RetryNumerics
import Testing
import VirtualTime

/// The queue as it would be written without a thought of speed: a list that is searched.
private struct Model {
  struct Event: Equatable {
    let time: Int64
    let payload: Int
  }

  var now: Int64 = 0
  var events: [Event] = []

  mutating func schedule(_ payload: Int, at time: Int64) {
    let time = max(time, now)
    let place = events.firstIndex { $0.time > time } ?? events.endIndex
    events.insert(Event(time: time, payload: payload), at: place)
  }

  mutating func cancel(_ payload: Int) -> Bool {
    guard let place = events.firstIndex(where: { $0.payload == payload }) else { return false }
    events.remove(at: place)
    return true
  }

  mutating func next() -> Int? {
    guard let first = events.first, first.time < .max else { return nil }
    events.removeFirst()
    now = first.time
    return first.payload
  }
}

/// Runs the queue beside the model on random operations.
private struct Walk {
  var draws: Draws
  var queue = EventQueue<Int>()
  var model = Model()
  var tokens: [EventQueue<Int>.Token] = []

  init(seed: UInt64) {
    draws = Draws(DrawKey(seed: seed, name: "walk"), call: 0, attempt: 0, purpose: .attempt)
  }

  /// Makes one operation on both and returns whether they agree.
  mutating func step() -> Bool {
    switch draws.next() % 16 {
    case 0..<7: return schedule()
    case 7..<10: return cancel()
    case 10..<15:
      return queue.next() == model.next() && queue.now.sinceStart.count == model.now
    default: return agree
    }
  }

  private mutating func schedule() -> Bool {
    let payload = tokens.count
    let far = draws.next().isMultiple(of: 20)
    let span = far ? Int64.max : Int64(draws.next() % 12) - 2
    tokens.append(queue.schedule(payload, after: Nanoseconds(span)))
    model.schedule(payload, at: far ? .max : model.now + span)
    return queue.count == model.events.count
  }

  private mutating func cancel() -> Bool {
    guard !tokens.isEmpty else { return true }
    let payload = Int(draws.next() % UInt64(tokens.count))
    return queue.cancel(tokens[payload]) == model.cancel(payload)
  }

  /// Whether both hold the same events in the same order.
  var agree: Bool {
    queue.pending.map { Model.Event(time: $0.instant.sinceStart.count, payload: $0.payload) }
      == model.events && queue.nextInstant?.sinceStart.count == model.events.first?.time
  }
}

@Suite("Event queue and model")
struct EventQueueModelTests {
  @Test("random operations have the same effect as on a sorted list", arguments: 0..<8)
  func walks(part: Int) {
    for seed in 0..<500 {
      var walk = Walk(seed: UInt64(part * 500 + seed))
      let length = 20 + seed % 200
      for step in 0..<length where !walk.step() {
        Issue.record("seed \(part * 500 + seed) differs at step \(step)")
        return
      }
      #expect(walk.agree)
    }
  }
}
