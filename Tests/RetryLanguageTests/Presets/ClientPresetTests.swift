import Retry
import RetryLanguage
import RetryNumerics
import Simulation
import Testing

/// The delays that the sources of more libraries give.
@Suite("The presets of clients, frameworks and queues")
struct ClientPresetTests {
  static let node: [DelayRow] = [
    DelayRow(#""node-retry""#, [1000, 2000, 4000, 8000]),
    DelayRow(#""node-retry", minTimeout: 0s"#, [1, 2, 4]),
    DelayRow(#""node-retry", maxTimeout: 2500us, minTimeout: 1ms"#, [1, 2, 2, 2]),
    DelayRow(#""node-retry", factor: 1.5, minTimeout: 3ms"#, [3, 5, 7, 10]),
    DelayRow(#""node-retry", randomize: true"#, Words(units: [0, 0.5, 1]), [1000, 3000, 8000]),
    DelayRow(#""promise-retry", retries: 2, forever: true"#, [1000, 2000, 2000, 2000]),
    DelayRow(#""p-retry", maxTimeout: 3s"#, [1000, 2000, 3000, 3000]),
    DelayRow(#""async-retry""#, [2000, 4000, 8000]),
    DelayRow(#""axios-retry""#, [0, 0]),
    DelayRow(
      #""axios-retry", retryDelay: exponentialDelay, on: [.error]"#, Words(units: [0, 0.5, 1]),
      [200, 440, 960]),
    DelayRow(#""axios-retry", retryDelay: linearDelay, delayFactor: 50ms"#, [50, 100, 150]),
  ]

  static let go: [DelayRow] = [
    DelayRow(#""avast", MaxJitter: 0s"#, [100, 200, 400]),
    DelayRow(#""avast", MaxDelay: 450ms"#, [200, 300, 450, 450]),
    DelayRow(#""avast", DelayType: FullJitterBackoffDelay"#, [200, 400, 800]),
    DelayRow(#""avast", DelayType: RandomDelay"#, Words(units: [0, 0.5]), [0, 50]),
    DelayRow(#""avast", DelayType: FixedDelay"#, [100, 100]),
    DelayRow(
      #""go-retryablehttp", RetryMax: 9"#, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]),
    DelayRow(
      #""go-retryablehttp", Backoff: LinearJitterBackoff, RetryWaitMax: 2s"#,
      Words(units: [0, 0.5, 0.25]), [1000, 3000, 3750]),
    DelayRow(#""jpillora", Jitter: true"#, Words(units: [0, 0.5, 0.5]), [100, 150, 250]),
    DelayRow(#""jpillora", Min: 0s, Max: 300ms, Jitter: true"#, [100, 200, 300, 300]),
    DelayRow(#""eapache", jitter: 0.25, n: 9"#, Words(units: [0, 0.5, 1]), [75, 200, 500]),
    DelayRow(
      #""eapache", backoff: LimitedExponentialBackoff, limitAmount: 150ms"#, [100, 150, 150]),
  ]

  static let ruby: [DelayRow] = [
    DelayRow(#""retriable", tries: 9"#, Words(units: [0, 0.5, 1]), [250, 750, 1687.5]),
    DelayRow(
      #""retriable", tries: 99, max_interval: 1s, rand_factor: 0.5"#, [750, 1125, 1500, 1500]),
    DelayRow(#""retriable", intervals: [1s, 5s]"#, [1000, 5000]),
    DelayRow(#""retryable", tries: 4, sleep: 200ms"#, [200, 200, 200]),
    DelayRow(#""sidekiq""#, .least, [15_000, 16_000, 31_000, 96_000]),
    DelayRow(#""sidekiq""#, [24_000, 35_000, 60_000, 135_000]),
  ]

  static let rust: [DelayRow] = [
    DelayRow(#""backoff-rs""#, .least, [250, 375, 562.5]),
    DelayRow(#""backoff-rs", max_interval: 1s"#, [750, 1125, 1500, 1500]),
    DelayRow(#""retry-rs", factor: 1.5"#, [10, 15, 22, 33, 49]),
    DelayRow(#""retry-rs", delay: Fibonacci"#, [10, 10, 20, 30]),
    // The seconds and the rest are drawn apart, and rounded up.
    DelayRow(
      #""retry-rs", from_millis: 1500ms, jitter: true"#, Words(units: [0.5]), [1250, 2000, 3000]),
    DelayRow(#""tower", max: 300ms"#, .least, [50, 100, 200, 300, 300]),
    DelayRow(#""tower", jitter: 0.5, min: 600ms"#, [899.999999, 1299.999999, 2599.999999]),
  ]

  static let python: [DelayRow] = [
    DelayRow(#""httpx-retries""#, [0, 0]),
    DelayRow(
      #""httpx-retries", backoff_factor: 500ms, backoff_jitter: 0.5"#, Words(units: [0, 1, 0.5]),
      [500, 2000, 3000]),
    DelayRow(
      #""httpx-retries", backoff_factor: 1s, max_backoff_wait: 3s"#, [2000, 3000, 3000]),
    DelayRow(#""aiohttp-retry", attempts: 9, on: [.error]"#, [200, 400, 800, 1600]),
    DelayRow(
      #""aiohttp-retry", retry_options: RandomRetry, attempts: 9, on: [.error]"#,
      Words(units: [0, 0.5, 1]), [100, 1550, 3000]),
    DelayRow(
      #""aiohttp-retry", retry_options: JitterRetry, attempts: 9, on: [.error]"#,
      Words(units: [0, 0.5]), [200, 1400]),
    DelayRow(#""retrying""#, [0, 0]),
    DelayRow(#""retrying", wait_exponential_multiplier: 100ms"#, [200, 400, 800]),
    DelayRow(
      #""retrying", wait_exponential_multiplier: 100ms, wait_exponential_max: 500ms, wait_jitter_max: 1s"#,
      [1200, 1400, 1500, 1500]),
    DelayRow(
      #""retrying", wait_fixed: 300ms, wait_exponential_multiplier: 100ms"#, [300, 400, 800]),
    DelayRow(
      #""retrying", wait_random_min: 10ms, wait_random_max: 19ms"#, Words(units: [0, 0.55, 1]),
      [10, 15, 19]),
    DelayRow(#""retrying", wait_incrementing_start: 50ms"#, [50, 150, 250]),
    DelayRow(#""retry-py", tries: 9, delay: 1s, backoff: 2, jitter: 500ms"#, [1000, 2500, 5500]),
    DelayRow(#""retry-py", tries: 9, delay: 1s, backoff: 2, max_delay: 500ms"#, [1000, 500, 500]),
    DelayRow(#""celery""#, [180_000, 180_000]),
    DelayRow(#""celery", retry_backoff: 1500ms, max_retries: 9"#, [1000, 2000, 4000]),
    DelayRow(
      #""celery", retry_backoff: 400s, max_retries: 9"#, Words(units: [0, 0.5]), [0, 300_000]),
    DelayRow(#""celery", retry_backoff: 2s, retry_jitter: false"#, [2000, 4000, 8000]),
  ]

  static let others: [DelayRow] = [
    DelayRow(#""spring-retry""#, [1000, 1000]),
    DelayRow(#""spring-retry", maxAttempts: 9, multiplier: 1.5, delay: 5ms"#, [5, 7, 10, 15]),
    DelayRow(#""spring-retry", maxAttempts: 9, multiplier: 10"#, [1000, 10_000, 30_000, 30_000]),
    DelayRow(
      #""spring-retry", maxAttempts: 9, multiplier: 3, maxDelay: 5s, random: true"#,
      Words(units: [0, 0.5, 0.5]), [1000, 5000, 5000]),
    DelayRow(
      #""spring-retry", maxAttempts: 9, delay: 10ms, maxDelay: 20ms"#, Words(units: [0, 0.5, 1]),
      [10, 15, 19]),
    DelayRow(#""spring-framework", maxRetries: 9, multiplier: 2"#, [1000, 2000, 4000]),
    DelayRow(
      #""spring-framework", maxRetries: 9, multiplier: 2, jitter: 100ms"#, .least,
      [1000, 1800, 3600]),
    DelayRow(
      #""spring-framework", maxRetries: 9, multiplier: 2, jitter: 100ms, maxDelay: 4s"#,
      [1099, 2199, 3999, 3999]),
    DelayRow(#""okhttp", routes: 3"#, after: [Fault("connection")], [0, 0]),
    DelayRow(#""temporal""#, [1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 100_000]),
    DelayRow(#""sqs-redrive""#, [30_000, 30_000]),
    DelayRow(#""kafka-producer""#, .least, [80, 160, 320, 640, 800, 800]),
    DelayRow(#""kafka-producer""#, [120, 240, 480, 960, 1000]),
    DelayRow(#""haskell-retry""#, [50, 50]),
    DelayRow(#""haskell-retry", policy: fullJitterBackoff"#, .least, [25, 50, 100]),
    DelayRow(#""haskell-retry", policy: fibonacciBackoff, capDelay: 120ms"#, [50, 50, 100, 120]),
  ]

  @Test(
    "their delays are those of the source", arguments: node + go + ruby + rust + python + others)
  func delays(row: DelayRow) throws {
    try row.check()
  }

  @Test(
    "what they cannot be is refused with its reason",
    arguments: [
      (
        #""node-retry", maxTimeout: 500ms"#,
        "'maxTimeout' (500ms) cannot be shorter than 'minTimeout' (1s)"
      ),
      (#""tower", max: 5ms"#, "'max' (5ms) cannot be shorter than 'min' (50ms)"),
      (#""tower", jitter: 101"#, "'jitter' must be from 0.0 to 100.0, not 101.0"),
      (#""resilience4j", exponentialMaxWaitDuration: -1s"#, "cannot be negative"),
      (#""spring-framework", maxDelay: -1s"#, "cannot be negative"),
      (#""dotnet-http-standard", BreakDuration: -1s"#, "cannot be negative"),
      (#""dotnet-http-standard", FailureRatio: 2"#, "'FailureRatio' must be"),
      (#""dotnet-http-standard", MinimumThroughput: 0"#, "'MinimumThroughput' must be at least 2"),
      (#""grpc", maxTokens: -1"#, "'maxTokens' must be 0 or more, not -1.0"),
      (#""grpc", retryableStatusCodes: "unavailable""#, "'unavailable' is no status of gRPC"),
      (#""grpc", retryableStatusCodes: """#, "'' is no status of gRPC"),
      (#""tower", min_per_sec: -1/s"#, "'min_per_sec' must be 0 or more"),
      (
        #""kafka-producer", delivery_timeout_ms: 1s"#, "cannot be shorter than 'request_timeout_ms'"
      ),
      (#""finagle", ttl: 100ms"#, "'ttl' must be from 1s to 60s, not 100ms"),
      (#""tower", ttl: 2m"#, "'ttl' must be from 1s to 60s, not 2m"),
      (#""okhttp", routes: 0"#, "'routes' must be at least 1"),
      (#""spring-retry", multiplier: 0.5"#, "'multiplier' must be at least 1"),
    ])
  func refused(settings: String, reason: String) {
    let text = "preset(\(settings))"
    #expect(
      Reading(text).told(text).contains { $0.contains(reason) }, "\(Reading(text).told(text))")
  }

  @Test("a hint counts as in the library")
  func hints() throws {
    let busy = Fault("http", .int(503), retryAfter: Nanoseconds(5_000_000_000))
    let broken = Fault("http", .int(500), retryAfter: Nanoseconds(5_000_000_000))
    let now = Fault("http", .int(429), retryAfter: .zero)
    let http = try preset(#""go-retryablehttp""#)
    #expect(http.milliseconds(3, after: [busy, broken, now]) == [5000, 2000, 0])
    let axios = try preset(#""axios-retry", retryDelay: linearDelay"#)
    #expect(axios.milliseconds(2, after: [busy, broken]) == [5000, 5000])
    #expect(try preset(#""axios-retry""#).milliseconds(1, after: [busy]) == [5000])
    let httpx = try preset(#""httpx-retries", max_backoff_wait: 2s"#)
    #expect(httpx.milliseconds(1, after: [busy]) == [2000])
    #expect(try preset(#""backoff-rs""#).milliseconds(1, after: [busy]) == [5000])
    #expect(try preset(#""temporal""#).milliseconds(1, after: [busy]) == [5000])
  }

  @Test(
    "the errors that are retried by default are those of the library",
    arguments: [
      ("go-retryablehttp", "http(501)", false), ("go-retryablehttp", "http(599)", true),
      ("axios-retry", "timeout", false), ("axios-retry", "http(429)", true),
      ("axios-retry", "connection", true), ("httpx-retries", "http(500)", false),
      ("httpx-retries", "http(504)", true), ("aiohttp-retry", "connection", false),
      ("aiohttp-retry", "http(500)", true), ("okhttp", "timeout", false),
      ("kafka-producer", "auth", false), ("kafka-producer", "timeout", true),
    ])
  func errors(name: String, fault: String, isRetried: Bool) throws {
    let text =
      "op(latency: 0s, script: [.\(fault), ok]).retry(preset(\"\(name)\")).catchAndReturn(7)"
    let source = try #require(Reading(text).source)
    #expect(Machine(source, seed: 1).run().tally.attempts == (isRetried ? 2 : 1))
  }

  @Test("pybreaker opens after failures in a row")
  func breaker() throws {
    let text = """
      let fuse = preset("pybreaker", fail_max: 2, reset_timeout: 10s)
      numbers(1...4).concatMap { op(latency: 0s, fails: 100%).retry(fuse).catchAndReturn(0) }
      """
    let source = try #require(Reading(text).source)
    #expect(Machine(source, seed: 1).run().tally.attempts == 2)
  }
}
