import Retry
import RetryFaults
import Testing

@Suite("The text of a scenario as a program reads it")
struct ScenarioTextTests {
  private func operation(_ name: String, _ text: String) throws -> FlakyOperation<ContinuousClock> {
    try FlakyOperation(name, in: text)
  }

  @Test("passes over everything but definitions")
  func definitions() throws {
    let text = """
      // What the payment service does on a bad day.
      set seed 42
      let rate = 20%
      let slow = { name in op(name, latency: 2s, fails: rate) }
      let payments = slow("payments")
      stats payments.retry(3) calls 1000
      expect success >= 90%
      sweep n in 1...3 { payments.retry(n) }
      payments.retry(3)
      """
    _ = try operation("payments", text)
  }

  @Test(
    "is refused with the place, the mistake and what helps",
    arguments: [
      ("let f = op(fials: 20%)", "line 1:12: 'op' has no argument 'fials:'; write 'fails'"),
      ("let a = 1\nlet f = op(fails: 200%)", "line 2:19: "),
      ("let f = op(fails: 20%", "line 1:"), ("", "there is no 'let f = op(…)'"),
      ("let g = op()", "there is no 'let f = op(…)'"),
      ("let f = 7", "'f' is an integer, not an operation"),
      (
        "let s = server(slots: 1, service: 10ms)\nlet f = op(on: s).retry(3)",
        "'f' is at a server, whose queue depends on all calls; leave out 'on:'"
      ),
    ])
  func refusal(text: String, message: String) {
    let error = #expect(throws: ScenarioError.self) { try operation("f", text) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test("names the nearest definition of a name that is missing")
  func suggestion() {
    let error = #expect(throws: ScenarioError.self) {
      try operation("payment", "let payments = op()")
    }
    #expect(
      error?.description == "there is no 'let payment = op(…)'; did you mean 'payments'?")
  }

  @Test("comes from a file, or says why it does not")
  func files() throws {
    let root = #filePath.prefix(upTo: try #require(#filePath.firstRange(of: "/Tests/")).lowerBound)
    let seeds = "\(root)/scenarios"
    let error = #expect(throws: ScenarioError.self) {
      try FlakyOperation("f", contentsOf: "\(seeds)/missing.retry")
    }
    #expect(error?.description.contains("missing.retry: ") == true)
    #expect(throws: ScenarioError.self) { try FlakyOperation("f", contentsOf: seeds) }
  }
}
