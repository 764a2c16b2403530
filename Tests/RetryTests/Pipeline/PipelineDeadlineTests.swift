import Retry
import Testing
import VirtualTime

@Suite("Deadlines in pipelines")
struct PipelineDeadlineTests {
  @Test("a deadline for starts counts from the start of the latest attempt, as in the drivers")
  func startOfAttempt() throws {
    let bad = (10, Result<Int, any Error>.failure(RequestError.timeout))
    let policy = RetryPolicy<any Error>(
      attempts: 20, backoff: .constant(.milliseconds(100)), deadline: .milliseconds(325),
      deadlineMoment: .start)
    let layered = PipelineTests.Service(bad)
    let client = Pipeline(Retrying(policy, clock: layered.clock))
    let story = try layered.story { try await client.call { _ in try await layered.attempt() } }
    #expect(story == PipelineTests.Story([0, 110, 220, 330], "\(RequestError.timeout)", at: 340))
    let driven = PipelineTests.Service(bad)
    let other = try driven.story {
      try await retry(policy, clock: driven.clock) { try await driven.attempt() }
    }
    #expect(other == story)
  }

  @Test("an operation that takes as long as its timeout is too late, as in the laboratory")
  func sameMoment() throws {
    let clock = VirtualClock()
    let client = Pipeline(Timeout(.seconds(1), clock: clock))
    #expect(throws: TimeoutError(limit: .seconds(1))) {
      try clock.run { try await client.call { _ in try await clock.sleep(for: .seconds(1)) } }
    }
    #expect(clock.now.time == .seconds(1))
  }

  @Test("a call that ends at both limits ends, though its deadline is for starts")
  func bothLimits() throws {
    let bad = (10, Result<Int, any Error>.failure(RequestError.timeout))
    let policy = RetryPolicy<any Error>(
      attempts: 1, backoff: .constant(.milliseconds(100)), deadline: .milliseconds(215),
      deadlineMoment: .start, limitRule: .both)
    let service = PipelineTests.Service(bad)
    let client = Pipeline(Retrying(policy, clock: service.clock))
    let story = try service.story { try await client.call { _ in try await service.attempt() } }
    #expect(story == PipelineTests.Story([0, 110, 220], "\(RequestError.timeout)", at: 230))
  }
}
