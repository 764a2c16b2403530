import Testing
import Workbench

@Suite("Reports on the engines used")
struct TimingTests {
  static let rows: [(text: String, words: String)] = [
    ("stats op(fails: 30%).retry(3) calls 100", "simulated by the fast path"),
    (
      "set engine general\nstats op(fails: 30%).retry(3) calls 100",
      "simulated by the general engine (as set)"
    ),
    (
      "stats op(fails: 30%).merge(never()) calls 100",
      "simulated by the general engine ('merge' requires it)"
    ),
    ("compare op(), op(fails: 30%).timeout(1s).retry(3) calls 100", "simulated by the fast path"),
    (
      "compare op(), merge(op(), op()) calls 100",
      "simulated by the fast path, and by the general engine ('merge' requires it)"
    ),
    ("find op(fails: 30%) where error is .error calls 100", "simulated by the fast path"),
    ("sweep n in 1...2 { op(fails: 30%).retry(n) } calls 100", "simulated by the fast path"),
  ]

  @Test("are shown only together with times", arguments: rows)
  func paths(text: String, words: String) {
    let told = Session.outputs(of: ["timing", text])[1]
    #expect(told.contains(words) && told.contains("took "), "\(told)")
    #expect(!Session.outputs(of: [text])[0].contains("simulated by the"))
  }
}
