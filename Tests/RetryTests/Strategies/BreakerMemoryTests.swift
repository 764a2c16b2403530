import FoundationEssentials
import Retry
import RetryCoding
import RetryNumerics
import Testing
import VirtualTime

@Suite("What a breaker knows, over a restart")
struct BreakerMemoryTests {
  private struct Down: Error {}

  private static let settings = CircuitBreaker(
    consecutiveFailures: 3,
    opening: .init(.seconds(10), factor: 2))

  /// Makes failing calls, and returns how many were let through.
  private func fail(_ count: Int, _ breaker: Breaker<VirtualClock>, _ clock: VirtualClock) throws
    -> Int
  {
    let made = Locked(0)
    try clock.run {
      for _ in 0..<count {
        try? await Pipeline(breaker).call { _ in
          made.withLock { $0 += 1 }
          throw Down()
        }
      }
    }
    return made.withLock { $0 }
  }

  @Test("an opening goes on for what is left of it, and the next one is as long as it would be")
  func opening() throws {
    let clock = VirtualClock()
    let first = Breaker(Self.settings, clock: clock)
    #expect(try fail(5, first, clock) == 3)
    try clock.run { try await clock.sleep(for: .seconds(4)) }
    let text = try JSONEncoder().encode(first.memory)
    #expect(String(decoding: text, as: UTF8.self).contains(#""left":"6s""#))
    let memory = try JSONDecoder().decode(CircuitBreaker.Memory.self, from: text)
    #expect(memory == first.memory && memory.left == .seconds(6))
    let second = Breaker(Self.settings, clock: clock)
    second.restore(memory, after: .seconds(2))
    #expect(second.timeLeft == .seconds(4))
    try clock.run { try await clock.sleep(for: .seconds(4)) }
    #expect(second.status == .halfOpen)
    #expect(try fail(2, second, clock) == 1)
    #expect(second.timeLeft == .seconds(20))
  }

  @Test(
    "failures in a row go on, a test of the service begins again, and what is isolated stays so")
  func others() throws {
    let clock = VirtualClock()
    let first = Breaker(Self.settings, clock: clock)
    _ = try fail(2, first, clock)
    let second = Breaker(Self.settings, clock: clock)
    second.restore(first.memory)
    #expect(try fail(3, second, clock) == 1)
    let third = Breaker(Self.settings, clock: clock)
    third.restore(second.memory, after: .seconds(3600))
    #expect(third.status == .halfOpen)
    third.isolate()
    second.restore(third.memory)
    #expect(second.status == .isolated)
  }

  @Test("a mistyped key is refused")
  func mistake() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        CircuitBreaker.Memory.self, from: Data(#"{"phase": "open", "lfet": "6s"}"#.utf8))
    }
  }

  @Test(
    "a file that was changed by hand leads to no impossible state",
    arguments: [
      #"{"phase": "closed", "failures": 9223372036854775807}"#,
      #"{"phase": "open", "openings": 9223372036854775807, "left": "1ns"}"#,
      #"{"phase": "closed", "failures": -9223372036854775808, "openings": -1}"#,
      #"{"phase": "open", "left": "1000000h"}"#, #"{"phase": "isolated"}"#,
    ])
  func extremes(text: String) throws {
    let memory = try JSONDecoder().decode(CircuitBreaker.Memory.self, from: Data(text.utf8))
    let clock = VirtualClock()
    let settings = CircuitBreaker(
      consecutiveFailures: 3, opening: .init(.seconds(10), factor: 2, maximum: .seconds(60)))
    let breaker = Breaker(settings, clock: clock)
    breaker.restore(memory)
    #expect((breaker.timeLeft ?? .zero) <= .seconds(60))
    try clock.run { try await clock.sleep(for: .seconds(60)) }
    for _ in 0..<3 { _ = try fail(4, breaker, clock) }
    breaker.close()
    #expect(try fail(9, breaker, clock) == 3)
  }

  @Test("an observer hears of a restored state once, and of no change that is none")
  func observer() throws {
    let (clock, log) = (VirtualClock(), Log())
    let breaker = Breaker(Self.settings, clock: clock, observer: { log.add("\($0)") })
    let first = Breaker(Self.settings, clock: clock)
    breaker.restore(first.memory)
    _ = try fail(3, first, clock)
    breaker.restore(first.memory, after: .seconds(10))
    try clock.run { try await Pipeline(breaker).call { _ in } }
    #expect(log.lines == ["half-open", "closed"])
  }
}
