import RetryNumerics
import Synchronization
import Testing
import VirtualTime

/// Returns a span of so many milliseconds.
private func ms(_ count: Int64) -> Nanoseconds { Nanoseconds(count * 1_000_000) }

@Suite("VirtualClock: callbacks")
struct VirtualClockCallbackTests {
  /// A clock with a list of what happened on it.
  private final class Stage: Sendable {
    let clock = VirtualClock()
    private let lines = Mutex<[String]>([])

    func note(_ text: String) {
      let line = "\(text)@\(clock.now.sinceStart.count / 1_000_000)"
      lines.withLock { $0.append(line) }
    }

    var all: [String] { lines.withLock { $0 } }
  }

  private let stage = Stage()

  @Test("actions run at their time, in order at the same time, and may schedule others")
  func order() {
    let stage = stage
    stage.clock.schedule(after: ms(20)) { stage.note("late") }
    stage.clock.schedule(after: ms(10)) {
      stage.note("first")
      stage.clock.schedule(after: ms(5)) { stage.note("child") }
      stage.clock.schedule(after: .zero) { stage.note("now") }
    }
    stage.clock.schedule(after: ms(10)) { stage.note("second") }
    stage.clock.advanceUntilIdle()
    #expect(stage.all == ["first@10", "second@10", "now@10", "child@15", "late@20"])
  }

  @Test("advancing within a run executes everything that falls due")
  func advanceWithin() {
    let stage = stage
    stage.clock.schedule(after: ms(1)) {
      for time in [5, 10, 11] as [Int64] {
        stage.clock.schedule(after: ms(time)) { stage.note("\(time)") }
      }
      stage.clock.advance(by: ms(10))
      stage.note("between")
    }
    stage.clock.advanceUntilIdle()
    #expect(stage.all == ["5@6", "10@11", "between@11", "11@12"])
  }

  @Test("a cancelled action does not run, and takes no time")
  func cancel() {
    let stage = stage
    let cancel = stage.clock.schedule(after: ms(10)) { stage.note("cancelled") }
    stage.clock.schedule(after: ms(5)) { stage.note("kept") }
    cancel()
    stage.clock.advanceUntilIdle()
    cancel()
    #expect(stage.all == ["kept@5"])
    #expect(stage.clock.now == Instant(ms(5)))
  }

  @Test("advancing runs everything that falls due, up to the end of the span and no further")
  func advance() {
    let stage = stage
    for time in [5, 10, 11] as [Int64] {
      stage.clock.schedule(after: ms(time)) { stage.note("\(time)") }
    }
    stage.clock.advance(by: ms(10))
    stage.note("between")
    stage.clock.advance(by: ms(-3))
    stage.clock.advance(by: ms(90))
    stage.note("end")
    #expect(stage.all == ["5@5", "10@10", "between@10", "11@11", "end@100"])
  }

  @Test("a synchronous loop can sleep by advancing while tasks continue at their own times")
  func mixed() {
    let stage = stage
    let clock = stage.clock
    Task(executorPreference: clock.executor) {
      for _ in 0..<3 {
        try await clock.sleep(for: .milliseconds(10))
        stage.note("task")
      }
    }
    for _ in 0..<2 {
      clock.advance(by: ms(15))
      stage.note("loop")
    }
    #expect(stage.all == ["task@10", "loop@15", "task@20", "task@30", "loop@30"])
    #expect(clock.pendingSleepers == 0)
  }

  @Test("an action can wake a task, and advancing inside a run moves its time")
  func withinARun() throws {
    let stage = stage
    let clock = stage.clock
    try clock.run {
      await withCheckedContinuation { waiter in
        clock.schedule(after: ms(30)) { waiter.resume() }
      }
      stage.note("woken")
      clock.schedule(after: ms(4)) { stage.note("due") }
      clock.advance(by: ms(10))
      stage.note("advanced")
      try await clock.sleep(for: .milliseconds(1))
      stage.note("end")
    }
    #expect(stage.all == ["woken@30", "due@34", "advanced@40", "end@41"])
  }
}
