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

  @Test("a call that is not interrupted is the same as one that cannot be", arguments: bounds)
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

  @Test("a call that is interrupted keeps what happened, and the next one runs as ever")
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
