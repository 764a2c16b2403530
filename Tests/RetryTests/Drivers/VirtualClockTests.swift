import Retry
import RetryNumerics
import Testing
import VirtualTime

@Suite("Retries on a virtual clock")
struct VirtualClockTests {
  static let policy = RetryPolicy<RequestError>(attempts: 3, backoff: .constant(.seconds(10)))

  @Test("calls that wait at the same time interleave")
  func interleaves() throws {
    let (clock, log) = (VirtualClock(), Log())
    try clock.run {
      await withTaskGroup { group in
        for (name, latency) in [("a", 1), ("b", 4)] {
          group.addTask {
            _ = try? await Self.policy.run(clock: clock) { () async throws(RequestError) -> Int in
              try? await clock.sleep(for: .seconds(latency))
              log.add("\(name) \(clock.now.sinceStart.count / 1_000_000_000)")
              throw .timeout
            }
          }
        }
      }
    }
    #expect(log.lines == ["a 1", "b 4", "a 12", "b 18", "a 23", "b 32"])
    #expect(clock.pendingSleepers == 0)
  }

  @Test("a task cancelled during its wait ends at that moment")
  func cancels() throws {
    let clock = VirtualClock()
    let failure = try clock.run {
      await withTaskGroup { group in
        group.addTask { () -> RetryFailure<RequestError>? in
          do throws(RetryFailure<RequestError>) {
            try await Self.policy.run(clock: clock) { () async throws(RequestError) in
              throw .timeout
            }
            return nil
          } catch {
            return error
          }
        }
        try? await clock.sleep(for: .seconds(15))
        group.cancelAll()
        return await group.next() ?? nil
      }
    }
    #expect(failure == .cancelled(last: .timeout, attempts: 2))
    #expect(clock.now.sinceStart == Nanoseconds(15_000_000_000))
  }
}
