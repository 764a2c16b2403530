import Testing
import Workbench

@Suite("Saved expectations")
struct SavedExpectationTests {
  /// Results that people have, those among them of which some figure is not bounded.
  @Test(
    "hold in the saved scenario, whatever the result",
    arguments: [
      "stats op(fails: 50%).retry(3) calls 300", "stats op(hangs: 5%)",
      "stats op(hangs: 60%) calls 1000", "stats op(fails: 100%) calls 50",
      "stats op(fails: 100%).retry() calls 10", "stats never() calls 10", "stats empty() calls 10",
      "stats op(latency: exponential(100ms)) calls 3", "stats op() calls 1", "run never()",
      "run op(fails: 100%).retry()", "stats load(op(fails: 20%).retry(2), clients: 3, for: 2s)",
      "stats load(op(hangs: 20%), clients: 3, for: 2s) runs 3", "stats op(hangs: 100%) calls 20",
    ])
  func hold(text: String) throws {
    let writer = Writer()
    writer.type("set events 1000", text, "save x with expectations")
    let saved = try #require(writer.files["x.retry"], "\(writer.said.last ?? "")")
    #expect(saved.contains("expect "))
    #expect(!saved.contains("never\n") || text.contains("never"))
  }

  @Test("follow results only, with the time rounded up to a millisecond")
  func places() throws {
    let writer = Writer()
    writer.type(
      "let f = op(latency: 262000001ns)", "f", "let g = f.retry(2)", "g", "save x with expectations"
    )
    let lines = try #require(writer.files["x.retry"]).split(separator: "\n")
    let expected = lines.indices.filter { lines[$0].hasPrefix("expect ") }
    #expect(!expected.isEmpty && !expected.contains { lines[$0 - 1].hasPrefix("let ") }, "\(lines)")
    writer.type("stats f calls 1000", "save y with expectations")
    #expect(writer.files["y.retry"]?.contains("expect p99 <= 263ms") == true)
  }

  @Test("use the highest percentile that the calls can bound")
  func percentiles() throws {
    let writer = Writer()
    writer.type("stats op(fails: 50%).retry(3) calls 300", "save x with expectations")
    let saved = try #require(writer.files["x.retry"])
    #expect(saved.contains("expect p90 <= 300ms"))
    #expect(!saved.contains("p99"))
  }
}
