import Retry
import RetryNumerics
import Testing
import VirtualTime

@Suite("The priority of calls")
struct BulkheadPriorityTests {
  /// Starts calls of priorities in the order given, a millisecond after another, and returns how they end, in order.
  private func ends(_ priorities: [Int], _ settings: ConcurrencyLimit) throws -> [String] {
    let clock = VirtualClock()
    let client = Pipeline(Bulkhead(settings, clock: clock))
    let ends = Log()
    try clock.run {
      await withTaskGroup(of: Void.self) { group in
        for (number, priority) in priorities.enumerated() {
          group.addTask {
            var context = CallContext(tag: number)
            context.priority = priority
            var end = "\(number)"
            do {
              try await client.call(context) { _ in try await clock.sleep(for: .seconds(1)) }
            } catch let refusal as StrategyRefusal { end += " \(refusal.reason)" } catch {}
            ends.add(end)
          }
          try? await clock.sleep(for: .milliseconds(1))
        }
      }
    }
    return ends.lines
  }

  @Test("the highest goes first, and of one priority the first to come")
  func order() throws {
    let settings = ConcurrencyLimit(1, queue: 10)
    #expect(try ends([0, 0, 2, 1, 2, -1, 0], settings) == ["0", "2", "4", "3", "1", "6", "5"])
    #expect(try ends([0, 0, 0, 0], settings) == ["0", "1", "2", "3"])
  }

  @Test("a call of a higher priority takes the place of the last in a full queue, and no other")
  func displacing() throws {
    let settings = ConcurrencyLimit(1, queue: 2)
    #expect(try ends([0, 0, 0, 1], settings) == ["2 full", "0", "3", "1"])
    #expect(try ends([0, 1, 1, 1, 0], settings) == ["3 full", "4 full", "0", "1", "2"])
    #expect(
      try ends([0, 0, 0, 1, 2, 3], settings) == ["2 full", "1 full", "3 full", "0", "5", "4"])
    #expect(try ends([0, 5], ConcurrencyLimit(1)) == ["1 full", "0"])
  }

  @Test("a call that waits too long is refused, whatever its place in the queue")
  func expiry() throws {
    let settings = ConcurrencyLimit(1, queue: 9, maximumWait: .milliseconds(1500))
    #expect(
      try ends([0, 0, 1, 1], settings) == ["0", "1 waitTooLong", "3 waitTooLong", "2"])
  }

  @Test("the machine keeps every call once, in random orders of arrival, end and late waits")
  func property() {
    var generator = SplitMix64(seed: 7)
    for _ in 0..<2000 {
      var state = ConcurrencyLimit.State(
        ConcurrencyLimit(2, queue: 4, maximumWait: .milliseconds(20)))
      var (waiting, now) = ([ConcurrencyLimit.Ticket: Int](), 0)
      for _ in 0..<40 {
        now += Int.random(in: 0...4, using: &generator)
        let late = state.expire(at: Duration.milliseconds(now))
        for ticket in late { #expect(waiting.removeValue(forKey: ticket) != nil) }
        if Bool.random(using: &generator) {
          let priority = Int.random(in: -2...2, using: &generator)
          if let gone = state.displace(for: priority) {
            let least = waiting.values.min() ?? .max
            #expect(waiting.removeValue(forKey: gone) == least && least < priority)
          }
          if case .success(.wait(let ticket)) = state.arrive(
            at: .milliseconds(now), priority: priority)
          {
            waiting[ticket] = priority
          }
        } else if let next = state.leave() {
          let most = waiting.values.max() ?? .min
          #expect(waiting.removeValue(forKey: next) == most)
        }
        #expect(state.waiting == waiting.count && waiting.count <= 4 && state.running <= 2)
      }
    }
  }

  @Test("no call is thrown out of a queue that is longer than it may be, since that makes no room")
  func shorterQueue() {
    var state = ConcurrencyLimit.State(ConcurrencyLimit(1, queue: 5))
    for _ in 0..<6 { _ = state.arrive(at: Duration.zero) }
    state.update(ConcurrencyLimit(1, queue: 2))
    #expect(state.displace(for: 1) == nil && state.waiting == 5)
    for _ in 0..<3 { _ = state.leave() }
    #expect(state.displace(for: 1) != nil && state.waiting == 1)
  }
}
