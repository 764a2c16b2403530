import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

@Suite("The memory of a throttle")
struct ThrottleMemoryTests {
  private func ask(_ memory: ThrottleMemory, _ time: Int64) -> [Double] {
    let (requests, accepts) = memory.ask(at: at(time))
    return [requests, accepts]
  }

  private func at(_ time: Int64) -> Instant { Instant(ms(time)) }

  @Test("requests and accepts count within the window, and are dropped part by part")
  func window() {
    let memory = ThrottleMemory(window: ms(160))
    #expect(ask(memory, 0) == [0, 0])
    memory.accept(at: at(5))
    #expect(ask(memory, 15) == [1, 1])
    #expect(ask(memory, 159) == [2, 1])
    #expect(ask(memory, 160) == [2, 0])
    #expect(ask(memory, 1000) == [0, 0])
  }

  @Test("a window too short for its parts still works")
  func shortWindow() {
    let memory = ThrottleMemory(window: Nanoseconds(1))
    #expect(ask(memory, 0) == [0, 0])
    #expect(ask(memory, 0) == [1, 0])
    #expect(ask(memory, 1) == [0, 0])
  }
}
