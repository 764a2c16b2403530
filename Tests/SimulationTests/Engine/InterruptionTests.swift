import Synchronization
import Testing

@testable import Simulation

@Suite("Interruption")
struct InterruptionTests {
  private func endless() throws -> Source {
    Source.operation(try Operation("fetch", faults: .rates(FaultRates(1)))).retry()
  }

  private final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
  }

  static let bounds: [Int] = [1, 2, 1023, 1024, 1025, 2048, 2049, 5000]

  @Test("an uninterrupted call equals one that cannot be interrupted", arguments: bounds)
  func same(events: Int) throws {
    var limits = Limits()
    limits.events = events
    let free = Machine(try endless(), seed: 1, limits: limits)
    let asked = Machine(try endless(), seed: 1, limits: limits) { false }
    for call in 0..<3 as Range<UInt64> {
      #expect(free.trace(call: call) == asked.trace(call: call))
    }
    #expect(asked.run(call: 0).outcome == .stopped(.events(events)))
  }

  @Test("a call reports the used share of its events, starting at zero")
  func progress() throws {
    let shares = Mutex<[Double]>([])
    var limits = Limits()
    limits.events = 10_000
    let machine = Machine(
      try endless(), seed: 1, limits: limits,
      progress: { share in shares.withLock { $0.append(share) } })
    #expect(machine.run().outcome == .stopped(.events(10_000)))
    let seen = shares.withLock { $0 }
    #expect(seen.count > 5 && seen == seen.sorted() && Set(seen).count == seen.count)
    #expect(seen.allSatisfy { $0 > 0 && $0 <= 1 } && seen[0] < 0.2 && seen[seen.count - 1] > 0.8)
  }

  @Test("an interrupted call keeps its events, and the next call is not affected")
  func interrupted() throws {
    let counter = Counter()
    let machine = Machine(try endless(), seed: 1) { counter.next() == 3 }
    let trace = machine.trace()
    #expect(trace.result.outcome == .stopped(.person))
    #expect(trace.result.tally.attempts > 500)
    #expect(trace.events.last?.kind == .end(.stopped(.person)))
    #expect(machine.pendingCount == 0)
    #expect(machine.run(call: 0).outcome == .stopped(.events(Limits().events)))
  }
}
