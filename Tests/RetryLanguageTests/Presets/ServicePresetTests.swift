import Retry
import RetryLanguage
import RetryNumerics
import Simulation
import Testing

/// The published tables of gRPC, Finagle and the meshes.
@Suite("The presets of gRPC, Finagle and meshes")
struct ServicePresetTests {
  private static let long =
    "maxAttempts: 5, initialBackoff: 100s, backoffMultiplier: 2, maxBackoff: 700s"
  private static let envoy = #""envoy", num_retries: 9, timeout: 0s"#

  static let rows: [DelayRow] = [
    // gRPC: the traces of grpc-java, whose draw is the middle; the jitter may exceed the maximum.
    DelayRow("\"grpc\", \(long)", .middle, [100_000, 200_000, 400_000, 700_000]),
    DelayRow("\"grpc-legacy\", \(long)", .middle, [50_000, 100_000, 200_000, 350_000]),
    DelayRow(#""grpc", maxAttempts: 5, maxBackoff: 700ms"#, [120, 240, 480, 840]),
    DelayRow(#""grpc", maxAttempts: 5, maxBackoff: 700ms"#, .least, [80, 160, 320, 560]),
    DelayRow(#""grpc""#, .middle, [100, 200, 400]),
    DelayRow(#""grpc-legacy""#, [100, 200, 400]), DelayRow(#""grpc-legacy""#, .least, [0, 0, 0]),
    // Envoy: remainders of given words.
    DelayRow(
      envoy + ", base_interval: 25ms, max_interval: 30ms", Words([27]), [2, 27, 27]),
    DelayRow(
      envoy + ", base_interval: 5ms, max_interval: 100ms", Words([9999]),
      [4, 9, 19, 39, 79, 99, 99]),
    DelayRow(envoy, Words([9999]), [24, 49, 99, 199, 249, 249]),
    DelayRow(envoy, .least, [0, 0, 0]),
    DelayRow(#""istio", attempts: 9"#, Words([9999]), [24, 49, 99, 199, 249]),
    DelayRow(#""istio", backoff: 5ms"#, Words([9999]), [4, 9]),
    DelayRow(#""linkerd", limit: 3"#, [0, 0, 0]),
    DelayRow(#""linkerd-serviceprofile""#, [0, 0, 0]),
    // Finagle: between the last delay and three times that.
    DelayRow(#""finagle", numTries: 9"#, [5, 15, 45, 135, 200, 200, 200]),
    DelayRow(#""finagle", numTries: 9"#, .least, [5, 5, 5, 5]),
    DelayRow(#""finagle", numTries: 9"#, .middle, [5, 10, 20, 40, 80, 140, 170]),
    DelayRow(#""finagle", start: 1s, maximum: 1s"#, [1000, 1000]),
  ]

  @Test("delays are as published", arguments: rows)
  func delays(row: DelayRow) throws { try row.check() }

  @Test(
    "back-offs of Finagle can be written as published",
    arguments: [
      ("exponential(2ms)", [2, 4, 8, 16, 32]), ("exponential(2ms).max(15ms)", [2, 4, 8, 15, 15]),
      ("linear(7ms, increment: 10ms)", [7, 17, 27, 37, 47]),
      ("linear(9ms, increment: 30ms).max(99ms)", [9, 39, 69, 99, 99]),
      ("linear(1s).takeUntil(9s)", [1000, 2000, 3000, 4000]),
      (
        "constant(1ms).take(1) ++ linear(2ms, increment: 1ms).take(2) ++ constant(4ms)",
        [1, 2, 3, 4, 4]
      ),
      (
        "constant(1ms).take(3) ++ linear(2ms, increment: 1ms).take(2) ++ constant(7ms)",
        [1, 1, 1, 2, 3, 7, 7, 7]
      ),
    ])
  func finagle(backoff: String, expected: [Double]) throws {
    let strategy = try preset(
      "\"swift-async-algorithms-364\", maxAttempts: 9, backoff: \(backoff)")
    #expect(strategy.milliseconds(expected.count) == expected)
    if backoff.contains("takeUntil") { #expect(strategy.milliseconds(9).count == 4) }
  }

  /// The budget of a preset, unspent.
  private func budget(_ settings: String) throws -> RetryBudget.State {
    RetryBudget.State(try #require(preset(settings).budget?.settings))
  }

  private func isAllowed(_ state: RetryBudget.State) -> Bool {
    var copy = state
    return if case .success = copy.grant(at: Duration.zero) { true } else { false }
  }

  @Test(
    "the throttle of gRPC has the settings for which the published rows hold",
    arguments: [
      (#""grpc""#, RetryBudget.throttle(maximumTokens: 10, tokenRatio: 0.1)),
      (#""grpc-legacy""#, .throttle(maximumTokens: 10, tokenRatio: 0.1)),
      (#""grpc", maxTokens: 4, tokenRatio: 0.8"#, .throttle(maximumTokens: 4, tokenRatio: 0.8)),
      (#""grpc", tokenRatio: 0.1239"#, .throttle(maximumTokens: 10, tokenRatio: 0.1239)),
      (#""grpc", maxTokens: 0"#, nil),
    ] as [(String, RetryBudget?)])
  func throttle(settings: String, expected: RetryBudget?) throws {
    #expect(try preset(settings).budget?.settings == expected)
  }

  /// A script of gRPC, and when its attempts start.
  @Test(
    "a pushback of gRPC sets the delay and starts the back-off over, or forbids a retry",
    arguments: [
      // The delay is exact, also one that is longer than the maximum.
      (".unavailable(retryAfter: 123ms), ok", "0 123 | 123 success ()"),
      (".unavailable(retryAfter: 5s), ok", "0 5000 | 5000 success ()"),
      (".unavailable(retryAfter: -1ms), ok", "0 | 0 failure unavailable(retryAfter: -1ms)"),
      (".http(400), ok", "0 | 0 failure http(400)"),
    ])
  func pushback(script: String, expected: String) {
    #expect(outcome(of: "op(latency: 0s, script: [\(script)]).retry(preset(\"grpc\"))") == expected)
  }

  @Test("after a pushback the back-off of gRPC is that of the first retry")
  func restarts() throws {
    let plain = Fault("unavailable")
    let pushed = Fault("unavailable", retryAfter: Nanoseconds(7_000_000))
    let strategy = try preset(#""grpc", maxAttempts: 5"#)
    #expect(
      strategy.milliseconds(4, drawing: .middle, after: [plain, plain, pushed, plain])
        == [100, 200, 7, 100])
  }

  /// What is left of the throttle after each retry of calls, one after another, that meet the answers of a script.
  private func left(after script: String, calls: Int) throws -> [String] {
    let text =
      "let p = preset(\"grpc\", maxTokens: 10)\nlet f = op(latency: 0s, script: [\(script)])\n"
      + "numbers(1...\(calls)).concatMap { f.retry(p).catchAndReturn(0) }"
    let source = try #require(Reading(text).source)
    return Machine(source, seed: 1).trace(call: 0).events.compactMap { event in
      guard case .note(let note) = event.kind else { return nil }
      return note.split(separator: ", ").last.map(String.init)
    }
  }

  @Test(
    "failures take tokens with any pushback, and successes give a tenth back",
    arguments: [
      (".unavailable, .unavailable(retryAfter: 9ms), ok", 1, ["9 left", "8 left"]),
      (".unavailable, ok, .unavailable, ok", 2, ["9 left", "8.1 left"]),
      (".unavailable(retryAfter: -1s), .unavailable, ok", 2, ["8 left"]),
      // The table of grpc-java: an error that is not retried takes no token, unless its pushback forbids a retry.
      (".http(400), .unavailable, ok", 2, ["9 left"]),
      (".http(400, retryAfter: 0s), .unavailable, ok", 2, ["9 left"]),
      (".http(400, retryAfter: 9ms), .unavailable, ok", 2, ["9 left"]),
      (".http(400, retryAfter: -1s), .unavailable, ok", 2, ["8 left"]),
      (".unavailable(retryAfter: 0s), .unavailable, ok", 2, ["9 left", "8 left"]),
    ])
  func tokens(script: String, calls: Int, expected: [String]) throws {
    #expect(try left(after: script, calls: calls) == expected)
  }

  @Test("Envoy allows 3 retries at once, or a share of the requests at work")
  func concurrency() throws {
    var plain = try budget(#""envoy""#)
    var share = try budget(#""envoy", budget_percent: 20%, min_retry_concurrency: 3"#)
    for _ in 0..<20 {
      plain.callStarted(at: Duration.zero)
      share.callStarted(at: Duration.zero)
    }
    #expect((plain.balance, share.balance) == (3, 4))
    for _ in 0..<3 {
      _ = try plain.grant(at: Duration.zero).get()
      _ = try share.grant(at: Duration.zero).get()
    }
    #expect((isAllowed(plain), isAllowed(share)) == (false, true))
    // With fewer requests at work the minimum counts.
    for _ in 0..<19 { share.callEnded() }
    #expect(!isAllowed(share))
  }

  @Test(
    "the budgets of Finagle and Linkerd hold 100 at first, and a fifth of the requests",
    arguments: ["finagle", "linkerd-serviceprofile"])
  func ratio(name: String) throws {
    var state = try budget("\"\(name)\"")
    #expect(state.balance == 100)
    for _ in 0..<10_000 { state.callStarted(at: Duration.zero) }
    #expect(state.balance == 2100)
    // The requests expire after 10 s.
    #expect(state.balance(at: Nanoseconds(11_000_000_000)) == 100)
  }

  @Test(
    "another share and another reserve are those of Finagle's tests",
    arguments: [0.1, 0.25, 0.5, 0.75, 0.99, 1])
  func shares(share: Double) throws {
    var state = try budget("\"finagle\", percentCanRetry: \(share * 100)%, minRetriesPerSec: 0/s")
    #expect(state.balance == 0)
    for _ in 0..<10_000 { state.callStarted(at: Duration.zero) }
    // Finagle allows this much for rounding a withdrawal to a thousandth.
    #expect((state.balance - share * 10_000).magnitude <= max(1, share * 10))
  }
}
