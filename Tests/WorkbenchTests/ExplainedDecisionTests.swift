import Testing
import Workbench

@Suite("What is explained is what was decided")
struct ExplainedDecisionTests {
  private func said(_ text: String) -> [String] {
    Session.outputs(of: [text]).joined().split(separator: "\n").map(String.init)
  }

  /// Whether the last question before each verdict is the one that explains it.
  private func explains(_ lines: [String]) -> Bool {
    let questions = lines.indices.filter { lines[$0].hasPrefix("  → ") }.map { index in
      (
        asked: lines[..<index].reversed().prefix { $0.hasPrefix("  ") && !$0.hasPrefix("  → ") },
        lines[index]
      )
    }
    return questions.allSatisfy { asked, verdict in
      let refuses = { (line: String) in line.contains(" no,") || line.contains("too long") }
      return verdict.contains("give up")
        ? asked.first.map(refuses) == true : !asked.contains(where: refuses)
    }
  }

  @Test(
    "a retry that a rule allows has no answer against it, and the last answer ends a call",
    arguments: [
      "op(fails: 100%).retry(attempts: 3, delay: 100ms)",
      "op(fails: 100%).retry(attempts: 3, delay: 1s, deadline: 500ms)",
      "op(script: [.timeout, .timeout, ok]).retry(attempts: 5, delay: 100ms, limits: [.timeout: 1])",
      "op(latency: 10ms, fails: 100%).retry(attempts: 2, delay: 100ms, deadline: 300ms, stop: both)",
      "op(script: [.busy(retryAfter: 20s), ok]).retry(attempts: 3, retryAfter: atMost(10s, failsBeyond: true))",
    ])
  func rules(text: String) {
    #expect(explains(said("why \(text)")))
  }

  /// What is explained, and a line that says what was decided.
  static let rows: [(text: String, line: String)] = [
    // The start of the attempt counts, not its end.
    (
      "why op(latency: 300ms, fails: 100%).retry(attempts: 9, delay: 600ms, deadline: 1s, deadlineMoment: start)",
      "time left?       900ms of 1s used"
    ),
    (
      "why op(latency: 600ms, fails: 100%).retry(attempts: 9, delay: 600ms, deadline: 1s, deadlineRule: clamp)",
      "time left?       no, 1.6s of 1s used"
    ),
    (
      "why op(script: [.timeout, .timeout, ok]).retry(attempts: 5, limits: [.timeout: 1])",
      "for this error?  no, 1 of 1 retry used"
    ),
    (
      "why op(script: [.busy(retryAfter: 20s), ok]).retry(attempts: 3, retryAfter: atMost(10s, failsBeyond: true))",
      "delay allowed?   no, the error requests 20s, more than 10s"
    ),
    (
      "why op(latency: 10ms, fails: 100%).retry(attempts: 2, delay: 100ms, deadline: 300ms, stop: both)",
      "attempts left?   yes, until the deadline"
    ),
    // A delay that is refused was drawn as any other.
    (
      "why op(latency: 10ms, fails: 100%).retry(attempts: 3, backoff: exponential(1s), jitter: full, deadline: 500ms)",
      "delay            between 0s and 1s; drew"
    ),
    // A strategy that a closure makes decides by the same rules.
    (
      "why just(1).flatMap { _ in op(fails: 100%).retry(attempts: 2, delay: 50ms) }",
      "attempts left?   no, all 2 used"
    ),
    // Limits for errors bound the attempts, and so does an error that is not retried.
    ("explain op(fails: 20%).retry(attempts: 3, limits: [.error: 1])", "total attempts: 2"),
    (
      "explain op(fails: [.error: 20%, .busy: 5%]).retry(attempts: 9, limits: [.error: 1, .busy: 2])",
      "total attempts: 4"
    ),
    (
      "explain op(fails: [.error: 20%, .busy: 5%]).retry(attempts: 9, limits: [.error: 1])",
      "total attempts: 9"
    ),
    ("explain op(fails: 20%).retry(attempts: 3, on: [.timeout])", "total attempts: 1"),
  ]

  @Test("each rule says what it compared", arguments: rows)
  func words(text: String, line: String) {
    let lines = said(text)
    #expect(lines.contains { $0.contains(line) }, "\(lines.joined(separator: "\n"))")
  }
}
