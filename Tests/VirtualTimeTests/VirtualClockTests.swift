import RetryNumerics
import Synchronization
import Testing
import VirtualTime

/// Notes what happens, and when.
private final class Log: Sendable {
  private let clock: VirtualClock
  private let lines = Mutex<[String]>([])

  init(_ clock: VirtualClock) {
    self.clock = clock
  }

  func note(_ text: String) {
    let line = "\(text)@\(clock.now.sinceStart.count / 1_000_000)"
    lines.withLock { $0.append(line) }
  }

  var all: [String] { lines.withLock { $0 } }
}

@Suite("VirtualClock: sleeping")
struct VirtualClockSleepTests {
  private let clock = VirtualClock()

  @Test("it keeps each nanosecond")
  func resolution() throws {
    #expect(clock.minimumResolution == .nanoseconds(1))
    try clock.run { [clock] in try await clock.sleep(for: .nanoseconds(1)) }
    #expect(clock.now == Instant(Nanoseconds(1)))
  }

  @Test("consecutive sleeps add up")
  func inARow() throws {
    let log = Log(clock)
    let result = try clock.run { [clock] in
      log.note("begin")
      try await clock.sleep(for: .milliseconds(100))
      log.note("middle")
      try await clock.sleep(until: Instant(Nanoseconds(250_000_000)))
      log.note("end")
      return 42
    }
    #expect(result == 42)
    #expect(log.all == ["begin@0", "middle@100", "end@250"])
    #expect(clock.now == Instant(Nanoseconds(250_000_000)))
  }

  @Test(
    "a sleep into the past takes no time, but runs after those that wait for the current instant")
  func past() throws {
    let log = Log(clock)
    try clock.run { [clock] in
      async let other: Void = {
        try await clock.sleep(for: .milliseconds(10))
        log.note("other")
      }()
      try await clock.sleep(for: .milliseconds(10))
      try await clock.sleep(until: .start)
      log.note("past")
      try await other
    }
    #expect(log.all == ["other@10", "past@10"])
  }

  @Test(
    "a hundred children sleep concurrently, and those due together end in the order of starting")
  func group() throws {
    let order = try clock.run { [clock] in
      try await withThrowingTaskGroup(of: Int.self) { group in
        for index in 0..<100 {
          group.addTask {
            try await clock.sleep(for: .milliseconds(10 - index % 10))
            return index
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
    }
    let expected = (0..<10).flatMap { late in stride(from: 9 - late, to: 100, by: 10) }
    #expect(order == expected)
    #expect(clock.now == Instant(Nanoseconds(10_000_000)))
    #expect(clock.pendingSleepers == 0)
  }

  @Test("nested child tasks overlap")
  func nested() throws {
    let sum = try clock.run { [clock] in
      @Sendable func wait(_ count: Int) async throws -> Int {
        try await clock.sleep(for: .milliseconds(count))
        return count
      }
      @Sendable func pair(_ one: Int, _ two: Int) async throws -> Int {
        async let first = wait(one)
        async let second = wait(two)
        return try await first + second
      }
      async let left = pair(10, 30)
      async let right = pair(20, 25)
      return try await left + right
    }
    #expect(sum == 85)
    #expect(clock.now == Instant(Nanoseconds(30_000_000)))
  }

  @Test("the clock also drives actors")
  func actors() throws {
    actor Counter {
      private(set) var value = 0
      func add(_ count: Int, on clock: VirtualClock) async throws {
        let before = value
        try await clock.sleep(for: .milliseconds(1))
        value = before + count
      }
    }
    let value = try clock.run { [clock] in
      let counter = Counter()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<5 { group.addTask { try await counter.add(1, on: clock) } }
        try await group.waitForAll()
      }
      try await counter.add(10, on: clock)
      return await counter.value
    }
    #expect(value == 11)
    #expect(clock.now == Instant(Nanoseconds(2_000_000)))
  }
}

@Suite("VirtualClock: ending early")
struct VirtualClockEndTests {
  private let clock = VirtualClock()

  @Test("a child cancelled during its sleep ends at that time and leaves nothing behind")
  func cancelledChild() throws {
    let log = Log(clock)
    try clock.run { [clock] in
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          do { try await clock.sleep(for: .seconds(3600)) } catch {
            log.note("\(type(of: error))")
          }
        }
        try? await clock.sleep(for: .milliseconds(70))
        #expect(clock.pendingSleepers == 1)
        group.cancelAll()
        await group.waitForAll()
        #expect(clock.pendingSleepers == 0)
      }
      log.note("end")
    }
    #expect(log.all == ["CancellationError@70", "end@70"])
    clock.advanceUntilIdle()
    #expect(clock.now == Instant(Nanoseconds(70_000_000)))
  }

  @Test("a sleep of a task that is already cancelled does not wait")
  func cancelledBefore() throws {
    let log = Log(clock)
    try clock.run { [clock] in
      await withTaskGroup(of: Void.self) { group in
        group.cancelAll()
        group.addTask {
          await #expect(throws: CancellationError.self) {
            try await clock.sleep(for: .milliseconds(5))
          }
          log.note("cancelled")
        }
      }
    }
    #expect(log.all == ["cancelled@0"])
    #expect(clock.pendingSleepers == 0)
  }

  @Test("the error of the body is the error of the run")
  func failure() {
    struct Refused: Error, Equatable {}
    #expect(throws: Refused()) {
      try clock.run { [clock] in
        try await clock.sleep(for: .milliseconds(5))
        throw Refused()
      }
    }
    #expect(clock.now == Instant(Nanoseconds(5_000_000)))
  }

  @Test("a body that waits forever ends the run, which reports the time, and is cancelled")
  func deadlock() throws {
    let log = Log(clock)
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let stalled = VirtualClock.Stalled(instant: Instant(Nanoseconds(5_000_000)))
    #expect("\(stalled)".hasPrefix("nothing can happen any more at 0.005 seconds"))
    #expect(throws: stalled) {
      try clock.run { [clock] in
        try await clock.sleep(for: .milliseconds(5))
        for await _ in stream {}
        log.note("cancelled \(Task.isCancelled)")
      }
    }
    continuation.finish()
    #expect(log.all == ["cancelled true@5"])
  }

  @Test("a sleep until the end of time never ends")
  func never() {
    #expect(throws: VirtualClock.Stalled(instant: .start)) {
      try clock.run { [clock] in try await clock.sleep(until: .never) }
    }
    #expect(clock.pendingSleepers == 0)
  }

  @Test("a clock can run again, and continues from its time")
  func twice() throws {
    for _ in 0..<3 {
      try clock.run { [clock] in try await clock.sleep(for: .milliseconds(5)) }
    }
    #expect(clock.now == Instant(Nanoseconds(15_000_000)))
  }
}

@Suite("VirtualClock: determinism")
struct VirtualClockDeterminismTests {
  /// Runs a busy scene of racing children, actors and cancellations.
  private func scene() throws -> [String] {
    let clock = VirtualClock()
    let log = Log(clock)
    actor Shared {
      func visit(_ name: String, _ log: Log) { log.note(name) }
    }
    try clock.run {
      let shared = Shared()
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<8 {
          group.addTask {
            for round in 0..<3 {
              try? await clock.sleep(for: .milliseconds((index * 7 + round * 3) % 5))
              await shared.visit("\(index).\(round)", log)
              await Task.yield()
            }
          }
        }
        _ = await group.next()
        group.cancelAll()
      }
    }
    return log.all
  }

  @Test("a thousand runs give the same log")
  func sameLog() throws {
    let first = try scene()
    #expect(first.count == 24)
    for _ in 0..<1000 {
      let again = try scene()
      if again != first {
        #expect(again == first)
        return
      }
    }
  }
}
