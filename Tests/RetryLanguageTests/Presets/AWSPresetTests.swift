import Retry
import RetryLanguage
import RetryNumerics
import Simulation
import Testing

/// The published tables of the AWS SDKs, with the largest draw: the delays and the tokens left.
@Suite("The presets of the AWS SDKs")
struct AWSPresetTests {
  /// An answer of the service, and what follows from it.
  enum Step: Sendable {
    /// An error; the retry comes after a delay in milliseconds, and so many tokens are left.
    case retry(Fault, Double, left: Double)
    /// An error; the quota has too few tokens.
    case refused(Fault, left: Double)
    /// An error after the last attempt.
    case ended(Fault, left: Double)
    /// A success.
    case success(left: Double)
  }

  /// A row of the table: the settings, the tokens at the start, and calls one after another.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let preset: String
    let tokens: Int
    let calls: [[Step]]
    var testDescription: String { name }

    init(_ name: String, with preset: String = "", tokens: Int = 500, _ calls: [Step]...) {
      (self.name, self.tokens, self.calls) = (name, tokens, calls)
      let version = name.hasPrefix("2.0") ? "2.0" : "2.1"
      self.preset = "\"aws-standard-\(version)\"" + (preset.isEmpty ? "" : ", \(preset)")
    }
  }

  static let (e500, e502) = (Fault("http", .int(500)), Fault("http", .int(502)))
  static let throttling = Fault("throttled")

  /// An error 500 with a hint in milliseconds.
  static func hint(_ milliseconds: Int64) -> Fault {
    Fault("http", .int(500), retryAfter: Nanoseconds(milliseconds * 1_000_000))
  }

  static let new: [Row] = [
    Row("1", [.retry(e500, 50, left: 486), .retry(e500, 100, left: 472), .success(left: 486)]),
    Row("2", [.retry(e502, 50, left: 486), .retry(e502, 100, left: 472), .ended(e502, left: 472)]),
    Row("3", tokens: 14, [.retry(e500, 50, left: 0), .refused(e500, left: 0)]),
    Row("4", tokens: 0, [.refused(e500, left: 0)]),
    Row(
      "5", with: "max_attempts: 5",
      [
        .retry(e500, 50, left: 486), .retry(e500, 100, left: 472), .retry(e500, 200, left: 458),
        .retry(e500, 400, left: 444), .ended(e500, left: 444),
      ]),
    Row(
      "6", with: "max_attempts: 5, max_backoff: 200ms",
      [
        .retry(e500, 50, left: 486), .retry(e500, 100, left: 472), .retry(e500, 200, left: 458),
        .retry(e500, 200, left: 444), .ended(e500, left: 444),
      ]),
    Row(
      "7", with: "max_attempts: 5", tokens: 20,
      [.retry(e500, 50, left: 6), .refused(e502, left: 6)]),
    Row("8", [.retry(throttling, 1000, left: 495), .success(left: 500)]),
    Row(
      "9", with: "service: dynamodb, max_attempts: 4",
      [
        .retry(e500, 25, left: 486), .retry(e500, 50, left: 472), .retry(e500, 100, left: 458),
        .ended(e500, left: 458),
      ]),
    Row("10", [.retry(hint(1500), 1500, left: 486), .success(left: 500)]),
    Row("11", [.retry(hint(0), 50, left: 486), .success(left: 500)]),
    Row("12", [.retry(hint(10_000), 5050, left: 486), .success(left: 500)]),
    // A header that is no number is no hint; neither is a negative one.
    Row("13", [.retry(e500, 50, left: 486), .success(left: 500)]),
    Row("13, negative", [.retry(hint(-5), 50, left: 486), .success(left: 500)]),
    Row(
      "14", with: "max_attempts: 5", tokens: 30,
      [.retry(e500, 50, left: 16), .retry(e500, 100, left: 2), .success(left: 16)],
      [.retry(e500, 50, left: 2), .success(left: 16)]),
    Row(
      "a throttling in between counts for the exponent",
      [
        .retry(e500, 50, left: 486), .retry(throttling, 2000, left: 481), .success(left: 486),
      ]),
  ]

  static let old: [Row] = [
    Row(
      "2.0 (1)",
      [.retry(e500, 1000, left: 495), .retry(e500, 2000, left: 490), .success(left: 495)]),
    Row(
      "2.0 (2)",
      [.retry(e502, 1000, left: 495), .retry(e502, 2000, left: 490), .ended(e502, left: 490)]),
    Row("2.0 (3)", tokens: 5, [.retry(e500, 1000, left: 0), .refused(e502, left: 0)]),
    Row("2.0 (4)", tokens: 0, [.refused(e500, left: 0)]),
    Row(
      "2.0 (5)", with: "max_attempts: 5",
      [
        .retry(e500, 1000, left: 495), .retry(e500, 2000, left: 490),
        .retry(e500, 4000, left: 485), .retry(e500, 8000, left: 480), .ended(e500, left: 480),
      ]),
    Row(
      "2.0 (6)", with: "max_attempts: 5, max_backoff: 3s",
      [
        .retry(e500, 1000, left: 495), .retry(e500, 2000, left: 490),
        .retry(e500, 3000, left: 485), .retry(e500, 3000, left: 480), .ended(e500, left: 480),
      ]),
    Row("2.0, a timeout costs 10", [.retry(.timeout, 1000, left: 490), .success(left: 500)]),
    Row("2.0, no hints", [.retry(hint(9000), 1000, left: 495), .success(left: 500)]),
  ]

  @Test("delays, tokens and ends are as published", arguments: new + old)
  func row(_ row: Row) throws {
    let strategy = try preset(row.preset)
    var quota = RetryBudget.State(try #require(strategy.budget?.settings))
    try Self.drain(&quota, to: row.tokens)
    for call in row.calls { try play(call, strategy, &quota) }
  }

  private func play(
    _ call: [Step], _ strategy: RetryStrategy, _ quota: inout RetryBudget.State
  ) throws {
    var (state, words, grant) = (RetryState(), Words.most, nil as RetryBudget.Grant?)
    /// Reports an error, and returns the delay in milliseconds if the policy retries.
    func fail(_ fault: Fault) -> Double? {
      quota.attemptEnded(.failure, grant: grant)
      let decision = strategy.policy.decide(
        after: fault, elapsed: .zero, state: &state, using: &words)
      guard case .retry(let delay, _) = decision else { return nil }
      return Double(delay.nanoseconds.count) / 1e6
    }
    for step in call {
      switch step {
      case .retry(let fault, let delay, let left):
        #expect(fail(fault) == delay)
        grant = try quota.grant(after: fault.retryCause, at: Nanoseconds.zero).get()
        #expect(quota.balance == left)
      case .refused(let fault, let left):
        #expect(fail(fault) != nil)
        let answer = quota.grant(after: fault.retryCause, at: Nanoseconds.zero)
        #expect(throws: StrategyRefusal.self) { try answer.get() }
        #expect(quota.balance == left)
      case .ended(let fault, let left):
        #expect(fail(fault) == nil)
        #expect(quota.balance == left)
      case .success(let left):
        quota.attemptEnded(.success, grant: grant)
        #expect(quota.balance == left)
      }
    }
  }

  /// Takes tokens until so many are left, by retries of both prices.
  private static func drain(_ quota: inout RetryBudget.State, to left: Int) throws {
    let costs = [RetryBudget.Cause.transient, .throttling].map { cause in
      var copy = quota
      _ = copy.grant(after: cause, at: Nanoseconds.zero)
      return Int(quota.balance - copy.balance)
    }
    let taken = Int(quota.balance) - left
    let first = try #require(
      (0...taken / costs[0]).first { (taken - $0 * costs[0]) % costs[1] == 0 })
    for _ in 0..<first { _ = quota.grant(after: .transient, at: Nanoseconds.zero) }
    for _ in 0..<(taken - first * costs[0]) / costs[1] {
      _ = quota.grant(after: .throttling, at: Nanoseconds.zero)
    }
    #expect(Int(quota.balance) == left)
  }

  @Test("two calls at once each get back what they paid last (15)")
  func interleaved() throws {
    var quota = RetryBudget.State(
      try #require(preset("\"aws-standard-2.1\", max_attempts: 5").budget?.settings))
    var lefts: [Double] = []
    func retry() throws -> RetryBudget.Grant {
      quota.attemptEnded(.failure, grant: nil)
      defer { lefts.append(quota.balance) }
      return try quota.grant(after: .transient, at: Nanoseconds.zero).get()
    }
    _ = try retry()
    let (first, second) = (try retry(), try retry())
    for grant in [second, first] {
      quota.attemptEnded(.success, grant: grant)
      lefts.append(quota.balance)
    }
    #expect(lefts == [486, 472, 458, 472, 486])
  }

  @Test(
    "a call that polls for long does not wait when the quota is empty, and the preset says so (16)")
  func polling() throws {
    let preset = try #require(Preset.named("aws-standard-2.1"))
    #expect(preset.departures.contains { $0.contains("poll") })
  }

  @Test("the back-offs of 2.0 for the attempts 0 to 7 are as published")
  func backoffs() throws {
    let strategy = try preset("\"aws-standard-2.0\", max_attempts: 9")
    #expect(
      strategy.milliseconds(8) == [1000, 2000, 4000, 8000, 16_000, 20_000, 20_000, 20_000])
  }

  @Test(
    "a bare 429 is retried by mode 2.1 alone, the code of an error by both",
    arguments: [("aws-standard-2.1", true), ("aws-adaptive", true), ("aws-standard-2.0", false)])
  func statuses(name: String, isRetried: Bool) throws {
    let filter = try preset("\"\(name)\"").filter
    #expect(filter.admits(Fault("http", .int(429))) == isRetried)
    #expect(filter.admits(Self.throttling) && filter.admits(.timeout))
    #expect(!filter.admits(Fault("http", .int(501))) && !filter.admits(Fault("http", .int(400))))
  }

  @Test("a retry earns a token for a success without one")
  func credit() throws {
    for name in ["aws-standard-2.1", "aws-standard-2.0", "aws-adaptive"] {
      var quota = RetryBudget.State(try #require(preset("\"\(name)\"").budget?.settings))
      try Self.drain(&quota, to: 30)
      quota.attemptEnded(.success, grant: nil)
      #expect(quota.balance == 31)
    }
  }

  @Test("the adaptive mode has the published curve, and is else the standard mode")
  func adaptive() throws {
    let (adaptive, standard) = (
      try preset("\"aws-adaptive\""), try preset("\"aws-standard-2.1\"")
    )
    guard case .guarded(.pacer(let pacer))? = adaptive.inner.first else {
      Issue.record("no pacer")
      return
    }
    // The published tables are those of `AdaptiveTests`, which hold for these numbers.
    #expect(pacer.settings.rate == CubicRate(beta: 0.7, scale: 0.4, smoothing: 0.8, minimum: 0.5))
    #expect(pacer.settings.filter == nil)
    #expect(adaptive.delays(2) == standard.delays(2))
    #expect(adaptive.budget?.settings == standard.budget?.settings)
    #expect(adaptive.filter == standard.filter)
    #expect(standard.inner.isEmpty)
  }
}
