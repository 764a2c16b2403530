import Retry
import RetryLanguage
import Simulation
import Testing

/// What a number means in each library: calls in all.
@Suite("What 3 means in a preset")
struct PresetCountTests {
  /// A preset, the label of its number, and the calls for 3, for 0, without a limit, and by default.
  struct Row: Sendable, CustomTestStringConvertible {
    let preset: String
    let label: String
    let three: Int
    let zero: Meaning
    let standard: Meaning
    var testDescription: String { preset }

    init(_ preset: String, _ label: String, _ three: Int, zero: Meaning, standard: Meaning) {
      (self.preset, self.label, self.three) = (preset, label, three)
      (self.zero, self.standard) = (zero, standard)
    }
  }

  /// What a number leads to.
  enum Meaning: Equatable, Sendable {
    case calls(Int)
    case endless
    case refused
  }

  static let rows: [Row] = [
    // RxSwift completes without an attempt, which a policy cannot; the preset says so.
    Row("rxswift", "maxAttemptCount", 3, zero: .refused, standard: .endless),
    Row("combine", "retries", 4, zero: .calls(1), standard: .calls(2)),
    Row("swift-async-algorithms-364", "maxAttempts", 3, zero: .refused, standard: .calls(3)),
    Row("swift-retry", "maxAttempts", 3, zero: .refused, standard: .calls(3)),
    Row("task-retrying", "maxRetryCount", 4, zero: .calls(1), standard: .calls(4)),
    Row("alamofire", "retryLimit", 4, zero: .calls(1), standard: .calls(3)),
    Row("finagle", "numTries", 3, zero: .calls(1), standard: .calls(3)),
    Row("polly", "MaxRetryAttempts", 4, zero: .refused, standard: .calls(4)),
    Row("dotnet-http-standard", "MaxRetryAttempts", 4, zero: .refused, standard: .calls(4)),
    Row("resilience4j", "maxAttempts", 3, zero: .refused, standard: .calls(3)),
    Row("failsafe", "maxRetries", 4, zero: .calls(1), standard: .calls(3)),
    Row("tenacity", "stop_after_attempt", 3, zero: .calls(1), standard: .endless),
    Row("backoff", "max_tries", 3, zero: .endless, standard: .endless),
    Row("stamina", "attempts", 3, zero: .calls(1), standard: .calls(10)),
    Row("urllib3", "total", 4, zero: .calls(1), standard: .calls(11)),
    Row("aws-standard-2.1", "max_attempts", 3, zero: .refused, standard: .calls(3)),
    Row("aws-standard-2.0", "max_attempts", 3, zero: .refused, standard: .calls(3)),
    Row("aws-adaptive", "max_attempts", 3, zero: .refused, standard: .calls(3)),
    Row("cockatiel", "maxAttempts", 4, zero: .calls(1), standard: .endless),
    Row("grpc", "maxAttempts", 3, zero: .refused, standard: .calls(4)),
    Row("grpc-legacy", "maxAttempts", 3, zero: .refused, standard: .calls(4)),
    Row("envoy", "num_retries", 4, zero: .calls(1), standard: .calls(2)),
    Row("istio", "attempts", 4, zero: .calls(1), standard: .calls(3)),
    Row("linkerd", "limit", 4, zero: .calls(1), standard: .calls(2)),
    Row("cenkalti", "MaxTries", 3, zero: .endless, standard: .endless),
    Row("node-retry", "retries", 4, zero: .calls(1), standard: .calls(11)),
    Row("promise-retry", "retries", 4, zero: .calls(1), standard: .calls(11)),
    Row("p-retry", "retries", 4, zero: .calls(1), standard: .calls(11)),
    Row("async-retry", "retries", 4, zero: .calls(1), standard: .calls(11)),
    Row("axios-retry", "retries", 4, zero: .calls(1), standard: .calls(4)),
    Row("avast", "Attempts", 3, zero: .endless, standard: .calls(10)),
    Row("go-retryablehttp", "RetryMax", 4, zero: .calls(1), standard: .calls(5)),
    Row("eapache", "n", 4, zero: .calls(1), standard: .calls(4)),
    Row("retriable", "tries", 3, zero: .refused, standard: .calls(3)),
    // Retryable does not run the block at all, which a policy cannot; the preset says so.
    Row("retryable", "tries", 3, zero: .refused, standard: .calls(2)),
    Row("retry-rs", "take", 4, zero: .calls(1), standard: .endless),
    Row("tower", "attempts", 3, zero: .refused, standard: .endless),
    Row("haskell-retry", "limitRetries", 4, zero: .calls(1), standard: .calls(6)),
    Row("httpx-retries", "total", 4, zero: .calls(1), standard: .calls(11)),
    // A response is retried for ever there, and an error not at all.
    Row("aiohttp-retry", "attempts", 3, zero: .refused, standard: .calls(3)),
    Row("retrying", "stop_max_attempt_number", 3, zero: .calls(1), standard: .endless),
    // retry does not call the function at all.
    Row("retry-py", "tries", 3, zero: .refused, standard: .endless),
    Row("spring-retry", "maxAttempts", 3, zero: .refused, standard: .calls(3)),
    Row("spring-framework", "maxRetries", 4, zero: .calls(1), standard: .calls(4)),
    Row("temporal", "maximum_attempts", 3, zero: .endless, standard: .endless),
    Row("celery", "max_retries", 4, zero: .calls(1), standard: .calls(4)),
    Row("sidekiq", "retry", 4, zero: .calls(1), standard: .calls(26)),
    Row("sqs-redrive", "maxReceiveCount", 3, zero: .refused, standard: .calls(10)),
    Row("kafka-producer", "retries", 4, zero: .calls(1), standard: .endless),
    Row("spring-kafka", "maxAttempts", 4, zero: .calls(1), standard: .calls(10)),
  ]

  @Test("3, 0 and nothing mean what they mean in the library", arguments: rows)
  func means(row: Row) throws {
    let name = "\"\(row.preset)\", on: [.error]"
    #expect(try preset("\(name), \(row.label): 3").attempts == row.three)
    #expect(meaning(of: "\(name), \(row.label): 0") == row.zero)
    #expect(meaning(of: name) == row.standard)
  }

  @Test("all presets that count are in the table")
  func complete() {
    let uncounted: Set = [
      "google-api-core", "linkerd-serviceprofile", "k8s-workqueue", "opentelemetry-collector",
      "jpillora", "backoff-rs",
    ]
    let others: Set = ["okhttp", "pybreaker"]
    #expect(
      Set(Preset.all.map(\.name)) == uncounted.union(others).union(Self.rows.map(\.preset)))
    for name in uncounted { #expect(meaning(of: "\"\(name)\"") == .endless) }
  }

  @Test(
    "other edges of the numbers are those of the libraries",
    arguments: [
      (#""combine", retries: -1"#, Meaning.endless),
      (#""combine", retries: unlimited"#, .endless),
      (#""polly", MaxRetryAttempts: 2147483647"#, .endless),
      (#""failsafe", maxRetries: -1"#, .endless),
      (#""stamina", attempts: unlimited"#, .endless),
      (#""swift-retry", maxAttempts: unlimited"#, .endless),
      (#""cockatiel", maxAttempts: unlimited"#, .endless),
      (#""grpc", maxAttempts: 1"#, .refused),
      (#""grpc", maxAttempts: 5"#, .calls(5)), (#""grpc", maxAttempts: 9"#, .calls(5)),
      (#""aws-standard-2.1", service: dynamodb"#, .calls(4)),
      (#""aws-adaptive", service: dynamodb"#, .calls(4)),
      (#""opentelemetry-collector", enabled: false"#, .calls(1)),
    ])
  func edges(text: String, expected: Meaning) {
    #expect(meaning(of: text) == expected, "\(text)")
  }

  @Test(
    "what is no part of a preset is said there",
    arguments: [
      ("tenacity", "chain"), ("urllib3", "Redirects"), ("urllib3", "dates"), ("polly", "ticks"),
      ("resilience4j", "last whole millisecond"), ("failsafe", "range"), ("failsafe", "draw"),
      ("cenkalti", "nanosecond"), ("k8s-workqueue", "slow"), ("k8s-workqueue", "first"),
      ("grpc", "grpc-java"), ("envoy", "rate_limited_retry_back_off"), ("finagle", "Requeues"),
      ("finagle", "'combine'"), ("aws-standard-2.1", "poll for long"),
      ("linkerd-serviceprofile", "body"), ("avast", "Context"), ("eapache", "292 years"),
    ])
  func departs(name: String, word: String) throws {
    let preset = try #require(Preset.named(name))
    #expect(preset.departures.contains { $0.contains(word) })
  }

  @Test(
    "a reset of a connection is retried, unless it may have reached a server that must not see it twice"
  )
  func resets() throws {
    let never: Set = ["finagle", "aiohttp-retry", "istio", "pybreaker"]
    for name in Preset.all.map(\.name) {
      let filter = try preset("\"\(name)\"").filter
      guard filter.on != nil else { continue }
      #expect(filter.admits(Fault("reset")) != never.contains(name), "\(name)")
    }
  }

  @Test(
    "a zero that means no limit in the library means none",
    arguments: [
      #""temporal", maximum_interval: 0s"#, #""temporal", start_to_close: 0s"#,
      #""avast", MaxDelay: 0s"#, #""istio", timeout: 0s, perTryTimeout: 0s"#,
      #""envoy", per_try_timeout: 0s"#, #""axios-retry", timeout: 0s"#,
    ])
  func zeros(settings: String) throws {
    let name = try #require(settings.split(separator: ",").first)
    let (given, usual) = (try preset(settings), try preset(String(name)))
    #expect("\(given.policy.rules)" == "\(usual.policy.rules)")
    #expect(given.inner.count == usual.inner.count && given.outer.count == usual.outer.count)
  }

  @Test("the same text makes as many calls in the simulation", arguments: rows)
  func simulated(row: Row) throws {
    let text =
      "op(latency: 0s, fails: 100%).retry(preset(\"\(row.preset)\", on: [.error], \(row.label): 3))"
    let source = try #require(Reading(text).source)
    #expect(Machine(source, seed: 1).run().tally.attempts == row.three)
  }

  private func meaning(of settings: String) -> Meaning {
    guard let strategy = try? preset(settings) else { return .refused }
    return strategy.attempts.map { .calls($0) } ?? .endless
  }
}
