import Retry
import RetryLanguage
import RetryNumerics
import Simulation
import Testing

/// The published tables of the libraries of Python.
@Suite("The presets of libraries of Python")
struct PythonPresetTests {
  private static let exponential = #""tenacity", wait: wait_exponential"#
  private static let google = #""google-api-core""#

  static let rows: [DelayRow] = [
    // tenacity's tests of its waits.
    DelayRow(
      exponential, [1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000]),
    DelayRow(
      exponential + ", max: 40s", [1000, 2000, 4000, 8000, 16_000, 32_000, 40_000, 40_000, 40_000]),
    DelayRow(
      exponential + ", min: 20s",
      [20_000, 20_000, 20_000, 20_000, 20_000, 32_000, 64_000, 128_000]),
    DelayRow(
      exponential + ", min: 10s, max: 100s",
      [10_000, 10_000, 10_000, 10_000, 16_000, 32_000, 64_000, 100_000, 100_000]),
    DelayRow(exponential + ", multiplier: 2.5", [2500, 5000, 10_000]),
    DelayRow(exponential + ", max: 25s, exp_base: 3", [1000, 3000, 9000, 25_000]),
    DelayRow(#""tenacity", wait: wait_fixed, fixed: 10s"#, [10_000, 10_000]),
    DelayRow(#""tenacity", wait: wait_none"#, [0, 0]), DelayRow(#""tenacity""#, [0, 0]),
    DelayRow(
      #""tenacity", wait: wait_incrementing, start: 500s, increment: 100s"#,
      [500_000, 600_000, 700_000]),
    DelayRow(
      #""tenacity", wait: wait_random, min: 1s, max: 20s"#, Words(units: [0, 0.5, 1]),
      [1000, 10_500, 20_000]),
    DelayRow(
      #""tenacity", wait: wait_random_exponential, multiplier: 10, min: 5s"#,
      Words(units: [0, 0.5, 1]), [5000, 12_500, 40_000]),
    DelayRow(
      #""tenacity", wait: wait_exponential_jitter, max: 6s"#, Words(units: [0, 1, 0.5, 0, 0.3]),
      [1000, 3000, 4500, 6000, 6000]),
    // stamina: the cap comes after the jitter.
    DelayRow(
      #""stamina""#, Words(units: [0]),
      [100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000]),
    DelayRow(#""stamina""#, [1100, 1200, 1400, 1800, 2600, 4200, 5000, 5000, 5000]),
    // backoff: generators and jitters.
    DelayRow(#""backoff", jitter: none"#, [1000, 2000, 4000, 8000, 16_000]),
    DelayRow(#""backoff", jitter: none, max_value: 5s"#, [1000, 2000, 4000, 5000, 5000]),
    DelayRow(
      #""backoff", jitter: none, wait_gen: fibo"#, [1000, 1000, 2000, 3000, 5000, 8000]),
    DelayRow(#""backoff", jitter: none, wait_gen: fibo, max_value: 2s"#, [1000, 1000, 2000, 2000]),
    DelayRow(#""backoff", jitter: none, wait_gen: constant, interval: 3s"#, [3000, 3000]),
    DelayRow(#""backoff""#, Words(units: [0.5, 0, 1]), [500, 0, 4000]),
    DelayRow(#""backoff", jitter: random_jitter"#, Words(units: [0.5, 0, 1]), [1500, 2000, 5000]),
    // urllib3: the first retry is made at once.
    DelayRow(
      #""urllib3", total: 20, backoff_factor: 0.2"#,
      [
        0, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 51_200, 102_400, 120_000, 120_000,
      ]),
    DelayRow(
      #""urllib3", total: 20, backoff_factor: 0.2, backoff_max: 1s"#, [0, 400, 800, 1000, 1000]),
    DelayRow(#""urllib3""#, [0, 0, 0]),
    DelayRow(
      #""urllib3", backoff_factor: 0.1, backoff_jitter: 0.4"#, Words(units: [0.5]),
      [0, 400, 600, 1000]),
    // google-api-core: its generator, and its deadline under the largest draws.
    DelayRow(
      google + ", timeout: 1h",
      [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]),
    DelayRow(google + ", timeout: 1h", .least, [0, 0, 0]),
    DelayRow(google + ", initial: 2s, multiplier: 1.5, maximum: 4s", [2000, 3000, 4000, 4000]),
  ]

  @Test("delays are as published", arguments: rows)
  func delays(row: DelayRow) throws { try row.check() }

  @Test("the mean of random exponential waits is as published")
  func means() throws {
    let strategy = try preset(
      #""tenacity", wait: wait_random_exponential, multiplier: 0.5, max: 60s"#)
    let ranges = strategy.policy.rules.backoff.ranges(9)
    // The delays are uniform, so that the mean is that of the ends.
    let means = ranges.map { Double(($0.lowerBound + $0.upperBound).count) / 2e9 }
    #expect(means == [0.25, 0.5, 1, 2, 4, 8, 16, 30, 30])
  }

  /// A call of an operation that fails, at once unless its latency is given.
  struct Call: Sendable, CustomTestStringConvertible {
    let preset: String
    let expected: String
    var operation = "latency: 0s, fails: 100%"
    var testDescription: String { preset }
  }

  static let limits: [Call] = [
    // One example under three rules.
    Call(
      preset: exponential + ", stop_after_delay: 5s",
      expected: "0 1000 3000 7000 | 7000 failure error"),
    Call(
      preset: exponential + ", stop_before_delay: 5s",
      expected: "0 1000 3000 | 3000 failure error"),
    Call(
      preset: #""backoff", jitter: none, max_time: 5s"#,
      expected: "0 1000 3000 5000 | 5000 failure error"),
    // tenacity stops at the very time, too.
    Call(
      preset: exponential + ", stop_after_delay: 3s", expected: "0 1000 3000 | 3000 failure error"),
    Call(
      preset: exponential + ", stop_before_delay: 3s", expected: "0 1000 | 1000 failure error"),
    // backoff does not count the time of the failed attempt.
    Call(
      preset: #""backoff", jitter: none, max_time: 6s"#,
      expected: "0 4000 9000 | 12000 failure error", operation: "latency: 3s, fails: 100%"),
    // stamina looks at the end of the failed attempt.
    Call(
      preset: #""stamina", wait_jitter: 0s, wait_initial: 5s, timeout: 10s"#,
      expected: "0 5000 10000 | 10000 failure error"),
    // A Retry-After takes the place of the back-off, up to 6 hours; one of no time does not.
    Call(
      preset: #""urllib3", total: 3, backoff_factor: 1"#,
      expected: "0 3600000 5412000 | 5412000 success ()",
      operation:
        "latency: 0s, script: [.http(503, retryAfter: 3600s), .http(429, retryAfter: 1812s), ok]"),
    Call(
      preset: #""urllib3", total: 3, backoff_factor: 1"#,
      expected: "0 0 2000 | 2000 success ()",
      operation: "latency: 0s, script: [.http(413, retryAfter: 0s), .http(503, retryAfter: 0s), ok]"
    ),
    Call(
      preset: #""urllib3""#, expected: "0 21600000 | 21600000 success ()",
      operation: "latency: 0s, script: [.http(503, retryAfter: 7h), ok]"),
    Call(
      preset: #""urllib3", respect_retry_after_header: false, status_forcelist: [503]"#,
      expected: "0 0 | 0 success ()",
      operation: "latency: 0s, script: [.http(503, retryAfter: 7h), ok]"),
    // No status is retried without a Retry-After, unless it is in the list.
    Call(
      preset: #""urllib3""#, expected: "0 | 0 failure http(503)",
      operation: "latency: 0s, script: [.http(503), ok]"),
    Call(
      preset: #""urllib3""#, expected: "0 | 0 failure http(500, retryAfter: 1s)",
      operation: "latency: 0s, script: [.http(500, retryAfter: 1s), ok]"),
    Call(
      preset: #""urllib3", status_forcelist: [500]"#, expected: "0 1000 | 1000 success ()",
      operation: "latency: 0s, script: [.http(500, retryAfter: 1s), ok]"),
  ]

  @Test("calls start and end as published", arguments: limits)
  func limit(call: Call) {
    let text = "op(\(call.operation)).retry(preset(\(call.preset)))"
    #expect(outcome(of: text) == call.expected)
  }

  /// Returns the starts of attempts under google-api-core with the largest draws, and when the call ends.
  private func starts(_ settings: String, failures: [Int64]) throws -> [Int64] {
    let policy = try preset(Self.google + settings).policy
    var (state, words, now, starts) = (RetryState(), Words.most, Nanoseconds.zero, [Int64(0)])
    for took in failures {
      now += Nanoseconds(took * 1_000_000_000)
      let decision = policy.decide(
        after: .unspecified, elapsed: now.duration, state: &state, using: &words)
      guard case .retry(let delay, _) = decision else { return starts }
      now += delay.nanoseconds
      starts.append(now.count / 1_000_000_000)
    }
    return starts
  }

  @Test("google-api-core refuses a wait that would cross its deadline, as published")
  func deadlines() throws {
    let none = Array(repeating: Int64(0), count: 20)
    #expect(try starts(", timeout: 30900ms", failures: none) == [0, 1, 3, 7, 15])
    #expect(try starts("", failures: none) == [0, 1, 3, 7, 15, 31, 63])
    // The clock tells 0 at the start, then 5 and 11: two calls.
    #expect(try starts(", timeout: 10s", failures: [5, 5]) == [0, 6])
  }

  @Test("google-api-core retries 500, 429, 503 and connections")
  func filters() throws {
    let filter = try preset(Self.google).filter
    for code in [500, 429, 503] { #expect(filter.admits(Fault("http", .int(code)))) }
    for code in [400, 404, 408, 501, 502, 504] {
      #expect(!filter.admits(Fault("http", .int(code))))
    }
    #expect(filter.admits(Fault("connection")))
  }
}
