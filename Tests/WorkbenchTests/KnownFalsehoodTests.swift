import Testing
import Workbench

/// What 'why' and 'explain' say of rules that they work out for themselves.
///
/// Each of these statements is false today. When the rules of a policy report what they asked, the issues vanish, and
/// the tests fail until they are no longer marked as known.
@Suite("What is explained is what was decided")
struct KnownFalsehoodTests {
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

  @Test("a retry that a rule allows has no answer against it, and the last answer ends a call")
  func plain() {
    #expect(explains(said("why op(fails: 100%).retry(attempts: 3, delay: 100ms)")))
    #expect(explains(said("why op(fails: 100%).retry(attempts: 3, delay: 1s, deadline: 500ms)")))
  }

  @Test(
    "under the rules that 'why' does not know",
    arguments: [
      "op(script: [.timeout, .timeout, ok]).retry(attempts: 5, delay: 100ms, limits: [.timeout: 1])",
      "op(latency: 10ms, fails: 100%).retry(attempts: 2, delay: 100ms, deadline: 300ms, stop: both)",
      "op(script: [.busy(retryAfter: 20s), ok]).retry(attempts: 3, retryAfter: atMost(10s, failsBeyond: true))",
    ])
  func unknown(text: String) {
    withKnownIssue("'why' works out the rules for itself") {
      #expect(explains(said("why \(text)")))
    }
  }

  @Test("the time that is compared with a deadline is the one that is shown")
  func moment() {
    let text =
      "why op(latency: 300ms, fails: 100%).retry(attempts: 9, delay: 600ms, deadline: 1s, deadlineMoment: start)"
    withKnownIssue("'why' shows the end of the attempt, and its start counts") {
      #expect(said(text).contains { $0.contains("time left?       900ms of 1s used") })
    }
  }

  @Test("limits for errors bound the attempts")
  func limits() {
    let text = "explain op(fails: 20%).retry(attempts: 3, limits: [.error: 1])"
    withKnownIssue("'explain' does not count limits for errors") {
      #expect(said(text).contains("total attempts: 2"))
    }
  }
}
