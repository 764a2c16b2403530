import Simulation
import Testing
import Workbench

@Suite("Hunting")
struct HuntTests {
  struct Hunt: Sendable, CustomTestStringConvertible {
    let definitions: String
    let subject: String
    let condition: String
    /// The lines to paste, if known in advance.
    var lines: [String]?
    var testDescription: String { "\(subject) where \(condition)" }
  }

  private static let fetch =
    "let fetch = op(latency: exponential(100ms), fails: [.timeout: 30%, .auth: 2%, .http(503): 5%])"

  private static let hunts = [
    Hunt(
      definitions: fetch, subject: "fetch.retry(3)", condition: "!success",
      lines: ["let fetch = op(script: [.timeout])", "run fetch.retry(3)"]),
    Hunt(
      definitions: fetch, subject: "fetch.retry(5)", condition: "attempts == 4 && success",
      lines: ["let fetch = op(script: [.timeout, .timeout, .timeout, ok])", "run fetch.retry(5)"]),
    Hunt(
      definitions: fetch, subject: "fetch.retry(attempts: 4, delay: 50ms, unless: .auth)",
      condition: "error is .auth && attempts == 2"),
    Hunt(
      definitions: fetch + "\nlet safe = fetch.timeout(150ms)\nlet calm = safe.retry(3)",
      subject: "calm", condition: "latency > 250ms && success"),
    Hunt(
      definitions: "", subject: "op(\"a b\", fails: 50%).retry(4)", condition: "attempts == 3",
      lines: ["run op(\"a b\", script: [.error, .error, ok]).retry(4)"]),
    Hunt(
      definitions: "let f = op(\"get\", fails: 50%)", subject: "f.retry(3)",
      condition: "attempts == 2 && success",
      lines: ["let f = op(\"get\", script: [.error, ok])", "run f.retry(3)"]),
    Hunt(
      definitions: fetch,
      subject:
        "fetch.retryWhen { e in e.enumerated().flatMap { i, x in i < 3 ? timer(100ms * 2 ** i) : fail(x) } }",
      condition: "!success"),
    Hunt(
      definitions: fetch, subject: "merge(fetch.retry(2), op(\"b\", fails: 20%).retry(2))",
      condition: "!success && attempts >= 4"),
    Hunt(
      definitions: "let f = op(fails: 60%, outages: [1s...2s])",
      subject: "f.retry(attempts: 9, backoff: exponential(100ms), jitter: full, deadline: 3s)",
      condition: "latency > 2s"),
  ]

  @Test(
    "finds a call and shrinks it to lines that reproduce it when pasted", arguments: hunts
  )
  func hunt(hunt: Hunt) throws {
    let command = "hunt \(hunt.subject) where \(hunt.condition) calls 3000 seeds 3"
    let said = Session.outputs(of: [hunt.definitions, command])[1]
    let lines = said.split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex { $0.hasSuffix(":") }, "\(said)")
    let end = try #require(lines[start...].firstIndex { $0.hasPrefix("  run ") })
    let pasted = lines[(start + 1)...end].map { String($0.dropFirst(2)) }
    if let expected = hunt.lines { #expect(pasted == expected) }
    let condition = hunt.condition.replacing("!success", with: "success < 100%")
      .replacing("&& success", with: "&& success == 100%")
    let outputs = Session.outputs(of: [pasted.joined(separator: "\n"), "expect \(condition)"])
    #expect(outputs[1].hasPrefix("expectation met"), "\(pasted): \(outputs[1])")
  }

  @Test("leaves no part that could be removed")
  func shortest() throws {
    let condition = "latency > 500ms && success"
    let said = Session.outputs(of: [
      Self.fetch, "hunt fetch.retry(attempts: 6, delay: 100ms) where \(condition)",
    ])[1]
    let script = try #require(said.firstMatch(of: /script: \[(.*)\]/)).1
    let answers = script.split(separator: ", ").map(String.init)
    for index in answers.indices where answers.count > 1 {
      var fewer = answers
      fewer.remove(at: index)
      let text = "op(script: [\(fewer.joined(separator: ", "))]).retry(attempts: 6, delay: 100ms)"
      let outputs = Session.outputs(of: [text, "expect latency > 500ms && success == 100%"])
      #expect(!outputs[1].hasPrefix("expectation met"), "\(fewer)")
    }
  }

  @Test("reports that nothing was found, and leaves the results unchanged")
  func nothing() {
    let said = Session.outputs(of: [
      "op()", "hunt op() where latency > 1h calls 50 seeds 2", "_1.attempts", "_2",
    ])
    #expect(said[1] == "none of 100 calls\n")
    #expect(said[2] == "1\n")
    #expect(Session.outputs(of: ["hunt op()"])[0].contains("'hunt' needs 'where'"))
  }

  @Test("keeps the found call as a result, which is the same each time")
  func result() {
    let command = "hunt op(\"f\", fails: 30%).retry(3) where attempts == 3"
    let said = Session.outputs(of: [command, "_.attempts", "why _", command])
    #expect(said[1] == "3\n" && said[2].contains("f"))
    #expect(said[3] == said[0])
  }
}
