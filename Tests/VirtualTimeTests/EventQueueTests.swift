import RetryNumerics
import Testing
import VirtualTime

/// Returns the instant so many nanoseconds after the start.
private func at(_ count: Int64) -> Instant { Instant(Nanoseconds(count)) }

/// Takes everything that fires, with its time.
private func drain(_ queue: inout EventQueue<String>) -> [String] {
  var fired: [String] = []
  while let event = queue.next() { fired.append("\(event)@\(queue.now.sinceStart.count)") }
  return fired
}

@Suite("Event queue")
struct EventQueueTests {
  struct Order: Sendable, CustomTestStringConvertible {
    let name: String
    let times: [Int64]
    let fired: [String]
    var testDescription: String { name }
  }

  @Test(
    "events fire by time, then in the order of scheduling",
    arguments: [
      Order(name: "none", times: [], fired: []),
      Order(name: "one", times: [5], fired: ["0@5"]),
      Order(name: "rising", times: [1, 2, 3], fired: ["0@1", "1@2", "2@3"]),
      Order(name: "falling", times: [3, 2, 1], fired: ["2@1", "1@2", "0@3"]),
      Order(name: "ties", times: [4, 4, 2, 4, 2], fired: ["2@2", "4@2", "0@4", "1@4", "3@4"]),
      Order(name: "before the start", times: [0, -7], fired: ["0@0", "1@0"]),
    ])
  func order(_ order: Order) {
    var queue = EventQueue<String>()
    for (index, time) in order.times.enumerated() { queue.schedule("\(index)", at: at(time)) }
    #expect(queue.count == order.times.count)
    #expect(queue.nextInstant == order.times.min().map { at(max($0, 0)) })
    #expect(queue.pending.map { "\($0.payload)@\($0.instant.sinceStart.count)" } == order.fired)
    #expect(drain(&queue) == order.fired)
    #expect(queue.isEmpty && queue.nextInstant == nil)
  }

  @Test("an event scheduled for the past or after a negative span fires now, after earlier ones")
  func past() {
    var queue = EventQueue<String>()
    queue.schedule("first", at: at(10))
    queue.schedule("equal", at: at(10))
    #expect(queue.next() == "first")
    queue.schedule("late", at: at(3))
    queue.schedule("negative", after: Nanoseconds(-3))
    queue.schedule("later", after: Nanoseconds(3))
    #expect(drain(&queue) == ["equal@10", "late@10", "negative@10", "later@13"])
  }

  @Test("a cancelled event never fires and leaves nothing behind", arguments: 0..<7)
  func cancel(position: Int) {
    var queue = EventQueue<String>()
    let times: [Int64] = [40, 10, 30, 30, 20, 50, 10]
    let tokens = times.enumerated().map { queue.schedule("\($0)", at: at($1)) }
    let all = queue.pending.map(\.payload)
    #expect(queue.cancel(tokens[position]) == true)
    #expect(queue.count == 6)
    #expect(queue.pending.map(\.payload) == all.filter { $0 != "\(position)" })
    #expect(drain(&queue).count == 6)
  }

  @Test("a stale token has no effect, even if its place is reused")
  func staleTokens() {
    var queue = EventQueue<String>()
    let fired = queue.schedule("fired", at: at(1))
    #expect(queue.next() == "fired")
    let cancelled = queue.schedule("cancelled", at: at(2))
    #expect(queue.cancel(cancelled) == true)
    let kept = queue.schedule("kept", at: at(3))
    #expect(Set([fired, cancelled, kept]).count == 3)
    #expect(queue.cancel(fired) == false)
    #expect(queue.cancel(cancelled) == false)
    #expect(drain(&queue) == ["kept@3"])
    #expect(queue.cancel(kept) == false)
  }

  @Test("events at the end of time stay pending and never fire")
  func endOfTime() {
    var queue = EventQueue<String>()
    queue.schedule("last", at: at(.max - 1))
    let never = queue.schedule("never", at: .never)
    #expect(queue.next() == "last")
    queue.schedule("saturated", after: Nanoseconds(1000))
    #expect(queue.next() == nil)
    #expect(queue.now == at(.max - 1))
    #expect(queue.pending.map(\.payload) == ["never", "saturated"])
    #expect(queue.nextInstant == .never)
    #expect(queue.cancel(never) == true)
    #expect(queue.count == 1)
  }

  @Test("a payload is released when it fires or is cancelled")
  func lifetimes() {
    final class Probe {}
    var queue = EventQueue<Probe>()
    weak var fired: Probe?
    weak var cancelled: Probe?
    func fill() -> EventQueue<Probe>.Token {
      let probes = [Probe(), Probe()]
      (fired, cancelled) = (probes[0], probes[1])
      queue.schedule(probes[0], at: at(1))
      return queue.schedule(probes[1], at: at(2))
    }
    let token = fill()
    #expect(fired != nil && cancelled != nil)
    _ = queue.next()
    #expect(fired == nil)
    queue.cancel(token)
    #expect(cancelled == nil)
  }

  @Test("the time can advance without an event, up to the next one and never back")
  func advance() {
    var queue = EventQueue<String>()
    queue.schedule("a", at: at(10))
    queue.advance(to: at(4))
    #expect(queue.now == at(4))
    queue.advance(to: at(3))
    #expect(queue.now == at(4))
    queue.advance(to: at(40))
    #expect(queue.now == at(10))
    #expect(drain(&queue) == ["a@10"])
    queue.advance(to: at(40))
    #expect(queue.now == at(40))
  }

  @Test("a copy is independent")
  func copies() {
    var queue = EventQueue<String>()
    queue.schedule("a", at: at(1))
    var copy = queue
    copy.schedule("b", at: at(0))
    #expect(drain(&copy) == ["b@0", "a@1"])
    #expect(drain(&queue) == ["a@1"])
  }
}
