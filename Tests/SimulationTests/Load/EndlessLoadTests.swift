import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

/// A load ends also where its calls make no attempts that could be counted.
@Suite("Loads without attempts")
struct EndlessLoadTests {
  @Test("many short calls without an attempt are stopped")
  func shortCalls() throws {
    var limits = Limits()
    limits.events = 20
    let load = try Load(.timer(Nanoseconds(1)), .closed(clients: 3, think: nil), for: ms(1000))
    let record = LoadSimulation(load, seed: 42, limits: limits).run()
    #expect(record.stop == .events(200_000))
  }
}
