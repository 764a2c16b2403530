import Measurement
import RetryLanguage
import Testing
import Workbench

@Suite("Results of many calls as values")
struct ResultValueTests {
  private static let setup = "let f = op(fails: 50%, latency: exponential(100ms))"

  /// Returns what the last of some texts printed, without its line feed.
  private func last(_ texts: String...) -> String {
    String((Session.outputs(of: [Self.setup] + texts).last ?? "").dropLast())
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let command: String
    let asked: String
    let said: String
    init(_ command: String, _ asked: String, _ said: String) {
      self.command = command
      self.asked = asked
      self.said = said
    }
    var testDescription: String { "\(command): \(asked)" }
  }

  @Test(
    "a sweep takes its values from a name in front of its body",
    arguments: [
      "sweep k in many { op().retry(k) } calls 5",
      "sweep k in many, d in [1ms, 2ms] { op(latency: d).retry(k) } calls 5",
      "sweep d in [1ms], k in many { op(latency: d).retry(k) } calls 5",
      "sweep k in many {\n  op().retry(k)\n}",
    ])
  func named(sweep: String) {
    let said = Session.outputs(of: ["let many = [1, 2]", sweep])
    #expect(said.count == 2 && said[1].contains("with the same faults"), "\(said)")
  }

  static let cases: [Case] = [
    Case("stats op(script: [.timeout, ok]).retry(2) calls 50", "_.success", "100%"),
    Case("stats op(script: [.timeout, ok]).retry(2) calls 50", "_1.attempts", "2.0"),
    Case("stats op(script: [.timeout, ok]).retry(2) calls 50", "_.load == _.attempts", "true"),
    Case("stats op(latency: 30ms) calls 50", "_.p99 + _.longest + _.latency", "90ms"),
    Case("stats op(latency: 30ms) calls 50 seed 9", "_.seed * 100 + _.calls", "950"),
    Case("stats op(fails: [.auth: 100%]) calls 50", "_.error", "auth"),
    Case("stats op(latency: 1s / 7) calls 50", "_.p50", "142.9ms"),
    Case("stats op(latency: 1s / 7) calls 50", "_.p50 == 1s / 7", "true"),
    Case(
      "run op(latency: 1234567ns)", "[_.latency, 1us / 3 * 100, 1234us]",
      "[1.235ms, 33.3us, 1.234ms]"),
    Case("let third = 1s / 3", "let x = third * 100", "x: 33.33s"),
    Case("let third = 1s / 3", "let f = op(latency: third)", "f: an operation · 333.3ms"),
    Case(
      "let third = 1s / 3", "let c = cache(for: third)", "c: a cache · 1,000 entries · for 333.3ms"),
    Case(
      "let third = 1s / 3", "just(third)",
      "      0ms  • value 333.3ms\n      0ms  ✓ the call completes\nsuccess in 0ms · seed 42 call 0"
    ),
    Case(
      "let third = 1s / 3", "explain timer(third)",
      "timer(third)\n  timer: sends 0 after 333.3ms\ntotal attempts: 1\nlongest duration: 333.3ms"),
    Case("let third = 1s / 3", "show third", "let third = 1s / 3"),
    Case("stats never() calls 50", "_.p50", "never"),
    Case("stats never() calls 50", "_.latency", "never"),
    Case("stats never() calls 50", "_.longest", "never"),
    Case("stats never() calls 50", "_.waited", "0s"),
    Case("sweep n in 1...2 { never() } calls 50", "_.p99", "[never, never]"),
    Case("run op(latency: 30ms)", "_.latency == _.duration && _.success == _.succeeded", "true"),
    Case("run empty()", "_.outcome", "\"completed\""),
    Case("run never()", "_.latency", "never"),
    Case("find never() where latency > 1h calls 50", "_.count", "50"),
    Case("stats op() calls 50", "_.duration == _.latency && _.succeeded == _.success", "true"),
    Case("compare op(), op(fails: 100%) calls 50", "_.success", "[100%, 0%]"),
    Case("sweep n in 1...3 { op(fails: 100%).retry(n) } calls 50", "_.load", "[1.0, 2.0, 3.0]"),
    Case("find op() where success first 3 calls 50", "_.found", "[0, 1, 2]"),
    Case(
      "let r = 10/s", "[r * 3, r / 4, r + 5/s, 2 * r - 1/s, r * 50%]",
      "[30/s, 2.5/s, 15/s, 19/s, 5/s]"),
    Case("let r = 10/s", "r > 9/s && r <= 10/s && r == 10/s && r / 4/s == 2.5", "true"),
    Case(
      "sweep r in 1/s...9/s { load(op(), rate: r, for: 9s) } runs 2", "_.amplification",
      "[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]"),
    Case("find op() where outcome == \"success\" calls 50", "_.share", "100%"),
    Case("find op() where succeeded && latency > 1s calls 50", "_.count", "0"),
  ]

  @Test("figures have the same names everywhere", arguments: cases)
  func figures(row: Case) {
    #expect(last(row.command, row.asked) == row.said)
  }

  @Test("a hint points to unlisted calls, if there are any")
  func listed() {
    #expect(last("find op() where success first 3 calls 3").contains("0, 1, 2\n"))
    #expect(last("find op() where success first 3 calls 4").contains("0, 1, 2, …\n"))
  }

  @Test("every figure of an expectation can be read from the result, with the same value")
  func names() {
    let call = "op(on: server(service: 10ms), outages: [10s...11s]).cached(in: cache(for: 1s))"
    let load = "stats load(\(call), rate: 90/s, keys: uniform(90), for: 30s) runs 3"
    let ending = "stats load(op(), clients: 9, calls: 9) runs 3"
    for figure in NamedFigure.all.filter({ $0.type != .fault }) {
      let name = figure.name
      let outputs = Session.outputs(of: [
        Self.setup,
        name == Figure.finished.name
          ? ending : figure.figure.isOfLoads ? load : "stats f.retry(3) calls 200",
        "let kept = _.\(name)",
        "expect \(name) == kept",
      ])
      // An interval around a sampled figure holds more than the figure, so that equality is undecided at most.
      #expect(
        outputs[3].hasPrefix("expectation met") || outputs[3].contains("undecided"), "\(name)")
    }
  }

  @Test("a result can be used as its source, with its seed and its calls")
  func subjects() {
    let stats = last("stats f.retry(3) calls 300 seed 5")
    #expect(last("stats f.retry(3) calls 300 seed 5", "stats _") == stats)
    #expect(last("stats f.retry(3) calls 300 seed 5", "_1") == stats)
    let explained = last("explain f.retry(attempts: 3)")
    #expect(last("stats f.retry(attempts: 3) calls 9", "explain _") == explained)
    #expect(
      last("stats f.retry(3) calls 300 seed 5", "find _ where attempts == 3")
        == last("find f.retry(3) where attempts == 3 calls 300 seed 5"))
  }

  @Test("results are compared with the faults of the first one, which the output states")
  func compared() {
    let direct = last("compare f.retry(3), f calls 300 seed 5")
    let again = last(
      "stats f.retry(3) calls 300 seed 5", "stats f calls 70 seed 6", "compare _1, _2")
    #expect(again == "measured again on the same faults: 300 calls, seed 5\n" + direct)
  }

  @Test("later statements of a text can use the numbers of all results")
  func numbers() {
    let text = """
      run op() times 2
      run op(latency: 10ms) worst 2 calls 9
      stats op(fails: 100%) calls 5
      compare op(), op() calls 5
      _1.latency
      _3.success
      _4.load
      """
    let lines = Session.outputs(of: [text])[0].split(separator: "\n").suffix(3)
    #expect(lines == ["10ms", "0%", "[1.0, 1.0]"])
    // A missing result is reported before anything runs.
    let beyond = Session.outputs(of: [text + "\n_5.load"])[0]
    #expect(beyond.hasPrefix("error: '_5' is not defined"))
  }
}
