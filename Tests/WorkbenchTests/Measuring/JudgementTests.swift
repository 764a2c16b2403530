import Testing
import Workbench

@Suite("Expectations of sampled figures")
struct JudgementTests {
  /// 97.17 % to 98.86 % succeed, after 1.341 to 1.419 attempts.
  private static let stats =
    "stats op(fails: 30%, latency: exponential(100ms)).retry(3) calls 1000"

  /// A call that is tried again once in ten thousand times, and none of a hundred was.
  private static let rare =
    "stats op(latency: 10ms, fails: 0.01%).retry(attempts: 3, delay: 1s) calls 100"
  /// Calls that cannot differ.
  private static let sure =
    "stats op(latency: 10ms, fails: 100%).retry(attempts: 3, delay: 1s) calls 100"

  /// One call in twenty never ends.
  private static let hangs = "stats op(fails: 10%, hangs: 5%).retry(3) calls 1000"

  /// Two loads on one server.
  private static let loads =
    "let db = server(service: 10ms)\nlet f = op(on: db)\nstats together([\"a\": load(f, rate: 20/s, for: 20s), \"b\": load(f, rate: 9/s, for: 20s)]) runs 3"

  /// The text typed before a condition, and the judgement of the condition.
  static let rows: [(setting: String, condition: String, words: String)] = [
    (stats, "success >= 97%", "expectation met"),
    (stats, "success >= 98%", "undecided"),
    (stats, "success >= 98.8%", "undecided"),
    (stats, "success >= 99%", "failed"),
    (stats, "!(success >= 99%)", "expectation met: !(success >= 99%)"),
    (stats, "(success >= 97%) && (attempts < 1.5)", "expectation met"),
    // Each holds for some of what the figures may be, though for both ends together.
    (stats, "success >= 98% || attempts <= 1.35", "undecided"),
    (stats, "success >= 98.5% && attempts <= 1.35", "undecided"),
    (stats, "success < 97.5% || success > 98%", "undecided"),
    (stats, "success != 98%", "undecided"),
    (stats, "success == 98%", "undecided"),
    (stats, "success != 99%", "expectation met"),
    (stats, "error == .error", "expectation met"),
    // A sample without calls beyond the percentile has no information about them.
    ("stats op(latency: 10ms) calls 100", "p999 < 2s", "undecided"),
    ("stats op(latency: 10ms) calls 100", "p50 < 2s", "expectation met"),
    ("stats op(latency: 10ms) calls 1", "p50 < 2s", "undecided"),
    ("stats op(latency: 10ms) calls 10_000", "p99 == 10ms", "expectation met"),
    ("stats op(latency: 10ms) calls 10_000", "p99 > 10ms", "failed"),
    // A part of a load is one of several loads, or a server.
    (loads, "goodput > 15/s of \"a\"", "expectation met: goodput > 15/s of \"a\""),
    (loads, "goodput > 15/s of \"b\"", "failed"),
    (loads, "busy > 20% of \"db\"", "expectation met"),
    (loads, "success > 50% of \"db\"", "'success' is a figure of calls, and 'db' is a server"),
    (loads, "busy > 20% of \"nix\"", "has no part 'nix'; it has 'a', 'b', 'db'"),
    ("load(op(), rate: 5/s, for: 2s)", "busy > 20% of \"f\"", "it has no servers, and is one load"),
    (stats, "success > 1% of \"db\"", "only the result of a load has parts"),
    // A call that never ends takes for ever; one that was stopped may.
    ("stats never() calls 100", "p99 < 1s", "failed: p99 < 1s\n  p99 is never"),
    ("stats never() calls 100", "latency < 1s", "failed"),
    (hangs, "p99 < 2s", "failed: p99 < 2s\n  p99 is never"),
    (hangs, "p90 < 2s", "expectation met"),
    (hangs, "longest < 10h", "failed"),
    (hangs, "p99 > 10h", "expectation met"),
    ("stats op(hangs: 1%) calls 1000", "p99 < 1s", "undecided"),
    ("stats op(fails: 100%).retry() calls 2", "longest < 10h", "undecided"),
    // That all of a sample are alike does not make all calls alike, unless the source does.
    (rare, "attempts == 1", "undecided"),
    (rare, "attempts < 1.1", "expectation met"),
    (rare, "attempts > 1.1", "failed"),
    (rare, "load == 1", "undecided"),
    (rare, "waited == 0ms", "undecided"),
    (rare, "waited < 100ms", "expectation met"),
    (rare, "latency <= 10ms", "undecided"),
    (rare, "longest == 10ms", "expectation met"),
    (sure, "attempts == 3", "expectation met"),
    (sure, "waited == 2s", "expectation met"),
    (sure, "latency == 2030ms", "expectation met"),
    (sure, "wasted == 100%", "expectation met"),
    (sure, "attempts == 2", "failed"),
    // Retries of a call are wasted together: 22.9 % to 36.2 %.
    (stats, "wasted > 5%", "expectation met"),
    (stats, "wasted < 10%", "undecided"),
    ("stats op(fails: 5%).retry(2) calls 5", "wasted == 0%", "undecided"),
    ("stats op() calls 5", "wasted == 0%", "expectation met"),
    ("stats op(fails: 60%).retry(2) calls 3", "wasted == 100%", "undecided"),
    ("run op()", "latency == 100ms", "expectation met"),
    ("run op()", "wasted == 0%", "expectation met"),
    ("run op(fails: 100%)", "wasted == 0%", "expectation met"),
    ("run op(fails: 100%).retry(2)", "wasted == 100%", "expectation met"),
    ("run op(script: [.timeout, ok]).retry(2)", "wasted == 0%", "expectation met"),
    ("run op()", "p99 == 100ms", "expectation met"),
  ]

  @Test(
    "are met everywhere in the intervals, fail if nowhere, and are undecided otherwise",
    arguments: rows
  )
  func judged(setting: String, condition: String, words: String) {
    let last = Session.outputs(of: [setting, "expect \(condition)"])[1]
    #expect(last.contains(words), "\(last)")
    for other in ["expectation met", "failed", "undecided"] where !words.hasPrefix(other) {
      #expect(!last.contains(other), "\(last)")
    }
  }

  @Test(
    "say what may decide them, where more calls can and where they cannot",
    arguments: [
      ("stats op(latency: 80ms...120ms) calls 100_000", "latency <= 100.01ms", "more calls may"),
      ("stats op(latency: 100ms, fails: 9%).retry(2) calls 100", "p90 == 100ms", "more calls may"),
      ("stats op(fails: 10%) calls 100", "!(success == 92%)", "more calls may"),
      ("stats op(fails: 10%) calls 100", "success == 92%", "no number of calls confirms '=='"),
      (
        "stats op(latency: 50ms...150ms) calls 5_000_000", "p50 >= 100ms",
        "known to three digits"
      ),
    ])
  func remedies(setting: String, condition: String, words: String) {
    let last = Session.outputs(of: [setting, "expect \(condition)"])[1]
    #expect(last.contains("undecided") && last.contains(words), "\(last)")
  }

  /// Texts before an expectation, and what it says that it judged.
  static let places: [(texts: [String], place: String)] = [
    (["stats op() calls 9", "find op() where success calls 9"], "judged on _1: op()\n"),
    (["op(fails: 100%)", "run op() times 3"], "judged on _1: op(fails: 100%)\n"),
    (["op()", "hunt op() where latency > 1h calls 9 seeds 1"], "judged on _1: op()\n"),
    (
      [
        "1", "load(op(latency: 50ms...400ms, fails: 20%).retry(3), rate: 20/s, for: 10s)",
        "find op() where success",
      ],
      "judged on _2\n"
    ),
    (["stats op() calls 9", "find op() where success calls 9", "op()"], ""),
    (["stats op() calls 9"], ""),
    (["stats op() calls 9", "_.p99", "2 * 3"], ""),
  ]

  @Test("name the result if it is not what was run last", arguments: places)
  func place(texts: [String], place: String) {
    for condition in ["latency < 1s", "latency > 1h"] {
      let said = Session.outputs(of: texts + ["expect \(condition)"]).last ?? ""
      #expect(said.contains("judged on") == !place.isEmpty && said.contains(place), "\(said)")
    }
  }
}
