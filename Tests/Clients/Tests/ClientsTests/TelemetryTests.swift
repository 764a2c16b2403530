import Clients
import Retry
import RetryTesting
import Testing

@Suite struct TelemetryTests {
  private let clock = VirtualClock()
  private let log = Log()
  private let telemetry: Telemetry

  /// The lines of a log.
  private final class Log: Sendable {
    private let written = Guarded<[String]>([])

    var lines: [String] { written.withLock(\.self) }

    @Sendable func write(_ line: String) { written.withLock { $0.append(line) } }
  }

  init() { telemetry = Telemetry(sink: log.write) }

  /// Returns the counts of a pipeline that are not zero.
  private func counts(of pipeline: String) -> [Telemetry.Counter: Int] {
    Telemetry.Counter.allCases.reduce(into: [:]) { counts, counter in
      let count = telemetry.count(counter, of: pipeline)
      if count > 0 { counts[counter] = count }
    }
  }

  @Test func `a retry is a line for debugging`() throws {
    let client = WatchedClient("pages", telemetry: telemetry, clock: clock)
    let failures = Guarded(1)
    let page = try clock.run {
      try await client.answer(request: 7) {
        try await clock.sleep(for: .milliseconds(250))
        if failures.withLock({ count in
          defer { count -= 1 }; return count > 0
        }) {
          throw Disconnected()
        }
        return "hello"
      }
    }
    #expect(page == "hello")
    #expect(
      log.lines == [
        "debug [request 7] pages 1, attempt 1 failed after 250 ms (Disconnected())",
        "debug [request 7] pages 1, 250 ms into the call, attempt 1: retrying in 1 s",
      ])
    #expect(counts(of: "pages") == [.calls: 1, .attempts: 2, .retries: 1, .failures: 1])
  }

  @Test func `timeouts, an opening and a refusal are told with the number of the call`() throws {
    let client = WatchedClient("pages", telemetry: telemetry, clock: clock)
    try clock.run {
      for request in 7...8 {
        _ = try? await client.answer(request: request) {
          try await clock.sleep(for: .seconds(60))
          return "too late"
        }
      }
    }
    #expect(
      log.lines.filter { $0.hasPrefix("warning") }.map { $0.dropFirst("warning ".count) } == [
        "[request 7] pages 1, 8 s into the call, attempt 3: not retrying, the attempt limit is 3",
        "[request 8] pages 2, 2 s into the call, attempt 1: the breaker opens",
        "[request 8] pages 2, 3 s into the call, attempt 2: the breaker is open for another 59 s",
        "[request 8] pages 2, 3 s into the call, attempt 2: "
          + "not retrying, this error is not retryable",
      ])
    #expect(
      counts(of: "pages") == [
        .calls: 2, .attempts: 4, .retries: 3, .failures: 4, .timeouts: 4, .openings: 1,
        .refusals: 1,
      ])
  }

  @Test func `pipelines are counted apart`() throws {
    let pages = WatchedClient("pages", telemetry: telemetry, clock: clock)
    let images = WatchedClient("images", telemetry: telemetry, clock: clock)
    try clock.run {
      for request in 1...3 { _ = try await pages.answer(request: request) { "hello" } }
      _ = try await images.answer(request: 4) { "a cat" }
    }
    #expect(counts(of: "pages") == [.calls: 3, .attempts: 3])
    #expect(counts(of: "images") == [.calls: 1, .attempts: 1])
    #expect(log.lines.isEmpty)
  }

  @Test func `each of a thousand calls at once is counted`() async {
    let client = WatchedClient("pages", telemetry: telemetry)
    await withTaskGroup(of: Void.self) { group in
      for request in 1...1000 {
        group.addTask { _ = try? await client.answer(request: request) { "hello" } }
      }
    }
    let refused = telemetry.count(.refusals, of: "pages")
    #expect(telemetry.count(.calls, of: "pages") == 1000)
    #expect(telemetry.count(.attempts, of: "pages") == 1000 - refused)
  }

  @Test func `the figures are those of the moment`() throws {
    let client = WatchedClient("pages", telemetry: telemetry, clock: clock)
    let before = client.health
    let during = Guarded("")
    try clock.run {
      _ = try? await client.answer(request: 1) {
        during.withLock { $0 = client.health }
        throw Disconnected()
      }
      _ = try? await client.answer(request: 2) { throw Disconnected() }
    }
    #expect(before == "breaker closed, 0 of 8 running, 0 waiting, 3.0 retries left")
    #expect(
      during.withLock(\.self) == "breaker closed, 1 of 8 running, 0 waiting, 1.0 retries left")
    #expect(
      client.health
        == "breaker open until 62 s, 0 of 8 running, 0 waiting, 0.1 retries left")
  }

  @Test func `an event without a name is passed over by the counts`() {
    let limit = Duration.seconds(2)
    telemetry.observer(PipelineEvent(attempt: 1, elapsed: limit, kind: .timedOut(limit: limit)))
    #expect(log.lines == ["debug 2 s into the call, attempt 1: not done within 2.0 seconds"])
    #expect(telemetry.count(.timeouts, of: "") == 0)
  }
}
