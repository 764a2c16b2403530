import ReadingSupport
import RetryLanguage
import Simulation
import Testing

/// Limits, deadlines, hints and joined back-offs, as texts.
@Suite("The meaning of policies")
struct PolicyMeaningTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    let outcome: String
    var testDescription: String { text }

    init(_ text: String, _ outcome: String) { (self.text, self.outcome) = (text, outcome) }
  }

  /// An operation that fails at once.
  static let fails = "let f = op(latency: 0s, fails: [.busy: 100%])\nf"
  /// An operation that fails at once, and each time asks for a delay.
  static func asks(_ delay: String) -> String {
    "let f = op(latency: 0s, fails: [.busy(retryAfter: \(delay)): 100%])\nf"
  }

  static let limits = [
    Row(
      fails + ".retry(deadline: 5s, backoff: exponential(1s), deadlineRule: elapsed)",
      "0 1000 3000 7000 | 7000 failure busy"),
    Row(
      fails + ".retry(deadline: 5s, backoff: exponential(1s))", "0 1000 3000 | 3000 failure busy"),
    Row(
      fails
        + ".retry(attempts: unlimited, deadline: 5s, backoff: exponential(1s), deadlineRule: clamp)",
      "0 1000 3000 5000 | 5000 failure busy"),
    Row(
      fails + ".retry(policy(deadline: 5s, backoff: exponential(1s), deadlineRule: after))",
      "0 1000 3000 | 7000 failure busy"),
    Row(
      "op(latency: 3s, fails: [.busy: 100%]).retry(deadline: 6s, delay: 1s, deadlineRule: elapsed)",
      "0 4000 | 7000 failure busy"),
    Row(
      "op(latency: 3s, fails: [.busy: 100%]).retry(deadline: 6s, delay: 1s, deadlineRule: elapsed, deadlineMoment: start)",
      "0 4000 8000 | 11000 failure busy"),
    Row(
      fails + ".retry(deadline: 3s, backoff: exponential(1s), deadlineRule: refuseBeyond)",
      "0 1000 3000 | 3000 failure busy"),
    Row(
      fails + ".retry(attempts: 3, delay: 1s, deadline: 1s, stop: both)",
      "0 1000 2000 | 2000 failure busy"),
    Row(
      fails + ".retry(attempts: 3, delay: 1s, deadline: 1s, stop: either)", "0 | 0 failure busy"),
    Row(fails + ".retry(attempts: 0)", " | 0 completed"),
  ]

  static let hints = [
    Row(asks("2s") + ".retry(2)", "0 2000 | 2000 failure busy(retryAfter: 2s)"),
    Row(asks("2s") + ".retry(attempts: 2)", "0 2000 | 2000 failure busy(retryAfter: 2s)"),
    Row(
      asks("0s") + ".retry(attempts: 2, delay: 1s)", "0 1000 | 1000 failure busy(retryAfter: 0s)"),
    Row(
      asks("0s") + ".retry(attempts: 2, delay: 1s, retryAfter: obey(zero: atOnce))",
      "0 0 | 0 failure busy(retryAfter: 0s)"),
    Row(
      asks("0s")
        + ".retry(preset(\"grpc\", maxAttempts: 2, initialBackoff: 1s, maxBackoff: 1s, on: [.busy]))",
      "0 0 | 0 failure busy(retryAfter: 0s)"),
    Row(
      asks("2s") + ".retry(attempts: 2, delay: 1s, retryAfterOn: [.http(429), .busy])",
      "0 2000 | 2000 failure busy(retryAfter: 2s)"),
    Row(
      asks("2s") + ".retry(attempts: 2, delay: 1s, retryAfterOn: [.http(429)])",
      "0 1000 | 1000 failure busy(retryAfter: 2s)"),
    Row(
      asks("24h") + ".retry(attempts: 2, backoff: exponential(1s).max(1s))",
      "0 60000 | 60000 failure busy(retryAfter: 24h)"),
    Row(
      asks("24h") + ".retry(attempts: 2, retryAfter: atMost(30s))",
      "0 30000 | 30000 failure busy(retryAfter: 24h)"),
    Row(
      asks("24h") + ".retry(attempts: 2, retryAfter: atMost(30s, failsBeyond: true))",
      "0 | 0 failure busy(retryAfter: 24h)"),
    Row(
      asks("-1s") + ".retry(attempts: 2, delay: 1s)",
      "0 1000 | 1000 failure busy(retryAfter: -1s)"),
    Row(
      asks("-1s")
        + ".retry(attempts: 2, delay: 1s, retryAfter: atMost(30s, failsIfNegative: true))",
      "0 | 0 failure busy(retryAfter: -1s)"),
    Row(
      asks("10ms")
        + ".retry(attempts: 2, delay: 1s, retryAfter: atMost(30s, atLeastBackoff: true))",
      "0 1000 | 1000 failure busy(retryAfter: 10ms)"),
    Row(
      "op(latency: 0s, script: [.a, .a, .a(retryAfter: 9s), .a, ok]).retry(attempts: 9, backoff: exponential(1s), retryAfter: atMost(9s, resetsBackoff: true))",
      "0 1000 3000 12000 13000 | 13000 success ()"),
  ]

  static let backoffs = [
    Row(
      fails + ".retry(attempts: 5, backoff: constant(1s).take(2) ++ exponential(1s))",
      "0 1000 2000 3000 5000 | 5000 failure busy"),
    Row(
      fails + ".retry(attempts: 4, backoff: constant(1s).take(1).then(constant(2s)))",
      "0 1000 3000 5000 | 5000 failure busy"),
    Row(
      fails + ".retry(attempts: unlimited, backoff: linear(1s).takeUntil(9s))",
      "0 1000 3000 6000 10000 | 10000 failure busy"),
    Row(
      fails + ".retry(attempts: 3, backoff: exponential(1s).firstAtOnce())",
      "0 0 1000 | 1000 failure busy"),
    Row(
      "op(latency: 0s, script: [.http(429, retryAfter: 3s), .http(503), ok]).retry(attempts: 3, retryAfter: ignore, backoff: { n, e in e.payload == 503 ? 1s : e.retryAfter * 2 })",
      "0 6000 7000 | 7000 success ()"),
    Row(
      fails + ".retry(attempts: 3, backoff: { $1 is .busy ? 100ms * ($0 + 1) : 0s })",
      "0 100 300 | 300 failure busy"),
  ]

  @Test("limits and deadlines", arguments: limits)
  func limit(row: Row) { check(row) }

  @Test("hints", arguments: hints)
  func hint(row: Row) { check(row) }

  @Test("back-offs", arguments: backoffs)
  func backoff(row: Row) { check(row) }

  @Test("an error has a limit of its own")
  func kinds() {
    let text =
      "op(script: [.busy, .timeout, .busy, .timeout, ok]).retry(attempts: 9, limits: [.timeout: 1])"
    #expect(outcome(of: text) == "0 100 200 300 | 400 failure timeout")
  }

  @Test(
    "a pattern may ask for a requested delay, for that one, or for any",
    arguments: [
      (".http(429)", true, true), (".http(429, retryAfter: _)", true, false),
      (".http(429, retryAfter: 3s)", true, false), (".http(429, retryAfter: 4s)", false, false),
      (".http(400...499, retryAfter: _)", true, false), (".http(retryAfter: _)", true, false),
      (".other(retryAfter: _)", false, false),
    ])
  func patterns(pattern: String, withHint: Bool, without: Bool) {
    for (error, isMet) in [(".http(429, retryAfter: 3s)", withHint), (".http(429)", without)] {
      let text =
        "op(latency: 0s, script: [\(error), ok]).retry(attempts: 2, on: [\(pattern)], retryAfter: ignore)"
      let succeeds = outcome(of: text).contains("success")
      #expect(succeeds == isMet, "\(pattern) for \(error)")
    }
  }

  @Test(
    "what no policy can have is refused",
    arguments: [
      "op().retry(attempts: 3, limits: [.a: 256])", "op().retry(attempts: 3, limits: [.a: -1])",
      "op().retry(attempts: 3, backoff: exponential(1s, factor: 0.5))",
      "policy(attempts: 0)", "op().retry(attempts: 3, backoff: constant(1s).take(-1))",
      "op().retry(attempts: 3, backoff: 1s ++ constant(1s))",
      "op().retry(attempts: 3, retryAfter: atMost(-1s))",
      "op().retry(attempts: 3, limits: [.a: 1, .b: 1, .c: 1, .d: 1, .e: 1, .f: 1, .g: 1, .h: 1, .i: 1])",
    ])
  func refused(text: String) {
    #expect(Reading(text).diagnostics.count == 1)
  }

  private func check(_ row: Row) {
    #expect(outcome(of: row.text) == row.outcome)
  }
}
