import Retry
import RetryNumerics
import Testing
import VirtualTime

@Suite("A gate")
struct CallGateTests {
  private struct Down: Error {}

  @Test("refuses what begins after it closes, lets what runs end, and waits for that")
  func closing() throws {
    let (clock, gate) = (VirtualClock(), CallGate())
    let client = Pipeline(gate)
    try clock.run {
      let slow = Task(executorPreference: clock.executor) {
        try await client.call { _ in
          try await clock.sleep(for: .seconds(5))
          return 7
        }
      }
      try await clock.sleep(for: .seconds(1))
      #expect(gate.underWay == 1 && !gate.isClosed)
      let end = Task(executorPreference: clock.executor) { await gate.close() }
      try await clock.sleep(for: .seconds(1))
      let refusal = await #expect(throws: StrategyRefusal.self) { try await client.call { _ in 1 } }
      #expect(refusal.map { "\($0)" } == "the gate is closed")
      #expect(await end.value && clock.now.time == .seconds(5))
      #expect(try await slow.value == 7 && gate.underWay == 0)
      #expect(await gate.close())
      gate.open()
      #expect(try await client.call { _ in 2 } == 2)
    }
  }

  @Test("ends a call with the attempt that runs if it is the innermost layer as well")
  func retries() throws {
    for isInside in [false, true] {
      let (clock, gate) = (VirtualClock(), CallGate())
      let policy = RetryPolicy<any Error>(attempts: 5, backoff: .constant(.seconds(1)))
      let retrying = Retrying(policy, clock: clock)
      let client =
        isInside
        ? AnyPipeline<Int>(Pipeline(gate, retrying, gate)) : AnyPipeline(Pipeline(gate, retrying))
      let attempts = Log()
      try clock.run {
        let call = Task(executorPreference: clock.executor) {
          try await client.call { _ in
            attempts.add("")
            throw Down()
          }
        }
        try await clock.sleep(for: .milliseconds(1500))
        #expect(await gate.close())
        let error = await #expect(throws: (any Error).self) { try await call.value }
        #expect((error is StrategyRefusal) == isInside)
      }
      #expect(attempts.lines.count == (isInside ? 2 : 5))
      #expect(clock.now.time == .seconds(isInside ? 2 : 4))
    }
  }

  @Test("waits for a time at most, or until its task is cancelled")
  func bounds() throws {
    let (clock, gate) = (VirtualClock(), CallGate())
    try clock.run {
      let stuck = Task(executorPreference: clock.executor) {
        try await Pipeline(gate).call { _ in try await clock.sleep(for: .seconds(100)) }
      }
      try await clock.sleep(for: .seconds(1))
      #expect(await gate.close(within: .seconds(3), clock: clock) == false)
      #expect(clock.now.time == .seconds(4))
      #expect(await gate.close(within: .zero, clock: clock) == false)
      let end = Task(executorPreference: clock.executor) { await gate.close() }
      try await clock.sleep(for: .seconds(1))
      end.cancel()
      #expect(await end.value == false)
      stuck.cancel()
      #expect(await gate.close(within: .seconds(3), clock: clock))
      #expect(clock.now.time == .seconds(5))
    }
  }

  @Test("is not asked again by a retry of refusals, and tells the error before")
  func refusals() throws {
    let (clock, gate) = (VirtualClock(), CallGate())
    let policy = RetryPolicy<any Error>(attempts: 50, backoff: .constant(.seconds(1)))
    let client = Pipeline(gate, Retrying(policy, refusals: true, clock: clock), gate)
    try clock.run {
      let call = Task(executorPreference: clock.executor) {
        try await client.call { _ in throw Down() }
      }
      try await clock.sleep(for: .milliseconds(1500))
      #expect(await gate.close())
      let refusal = await #expect(throws: StrategyRefusal.self) { try await call.value }
      #expect(refusal?.lastError is Down && clock.now.time == .seconds(2))
    }
  }

  @Test("that is idle closes at once, and one that is opened again waits for nothing")
  func idle() throws {
    let (clock, gate) = (VirtualClock(), CallGate())
    try clock.run {
      for _ in 0..<100 { #expect(await gate.close(within: .zero, clock: clock)) }
      gate.open()
      let slow = Task(executorPreference: clock.executor) {
        try await Pipeline(gate).call { _ in try await clock.sleep(for: .seconds(100)) }
      }
      try await clock.sleep(for: .seconds(1))
      let end = Task(executorPreference: clock.executor) { await gate.close() }
      try await clock.sleep(for: .seconds(1))
      gate.open()
      #expect(await end.value == false && clock.now.time == .seconds(2))
      slow.cancel()
    }
  }
}
