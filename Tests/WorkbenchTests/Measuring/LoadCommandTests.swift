import Foundation
import Synchronization
import Testing
import TextLayout
import Workbench

@Suite("Loads at the prompt")
struct LoadCommandTests {
  private static let server = "let db = server(slots: 2, service: exponential(100ms), queue: 5)"
  private static let load =
    "let l = load(op(\"get\", on: db).timeout(1s).retry(3), rate: 15/s, for: 20s, warmup: 2s)"

  private static let hanging = "load(op(latency: 10ms, hangs: 50%), rate: 10/s, for: 100s)"
  private static let throttles = """
    let a = server(service: 10ms)
    let b = server(service: 10ms)
    let x = op(on: a, fails: 100%).adaptiveThrottle(k: 1.1)
    load(x.fallback(to: op(on: b).adaptiveThrottle(k: 1.1)), rate: 20/s, for: 200s)
    """

  @Test("a call that does not end within its load is an object, too")
  func absentCall() {
    var told: [Output] = []
    var session = Session.printing(.json) { told.append($0) }
    session.run("run load(op(), rate: 1/s, for: 2s) call 99")
    let words = "call 99 does not end within the load"
    #expect(told == [.result(#"{"kind":"text","schema":1,"text":"\#(words)"}"#)])
  }

  private static let late = """
    stats load(timer(1s).flatMap { n in op(on: server(service: 10ms)) }, rate: 1/s, for: 2s) runs 3
    """

  /// The text typed after the server and the load, and a part of its output.
  static let rows: [(text: String, parts: [String])] = [
    ("db", ["a server · 2 slots · service p50 69.3ms", "queue of 5"]),
    (
      "l", ["15 calls/s · for 20s · after a warm-up of 2s", "seed 42", "db util", "overloaded"]
    ),
    ("run l seed 7", ["seed 7", "succeeded", "db queue", "wasted"]),
    ("stats l runs 3", ["3 runs, seeds 42...44", "...", "chart of the first run, seed 42"]),
    ("let twice = load(op(), clients: 2)", ["twice: a load · 2 clients · for 1m"]),
    ("let air = channel(slot: 10ms)", ["air: a channel · slots of 10ms"]),
    ("load(op(), clients: 3, think: 1s, for: 10s)", ["3 clients", "success   100.00%\n"]),
    ("run l call 17", ["attempt 1  ▶ get", "call 17"]),
    ("run l call 99999", ["call 99999 does not end within the load"]),
    ("run l times 3", ["3 of 3 calls succeeded"]),
    ("run load(op(), rate: 1/s, for: 1ms) times 3", ["no call ends within the load"]),
    ("stats l calls 3", ["'calls' does not apply to a load: 'runs'"]),
    ("stats op() runs 3", ["'runs' applies to loads only"]),
    ("stats l runs 1", ["'runs' must be at least 2"]),
    ("load(op(), rate: 5)", ["expected a rate", "did you mean '5/s'?"]),
    ("load(op(), clients: 0)", ["'clients' must be between 1 and 1000000, not 0"]),
    ("load(op(), rate: 5/s, for: 1s, warmup: 1s)", ["must be shorter than the load"]),
    ("server(slots: 3)", ["'server' needs 'service:'", "example: let db = server("]),
    ("compare l, op()", ["'compare' takes operations or loads, but not both"]),
    ("explain op(on: db)", ["on db", "longest duration: "]),
    ("l\n_.p99 > 0s", ["true"]),
    ("l\nexpect attempts >= 1 && success > 1%", ["expectation met"]),
    ("stats l runs 3\nexpect success == 50%", ["expectation failed"]),
    ("stats l runs 2\nexpect success > 80%", ["undecided", "more runs may decide it"]),
    (
      "compare l, load(op(on: db), rate: 15/s, for: 20s) runs 3",
      ["3 runs each, with the same seeds, from 42", "goodput", "B compared with A", "p99 latency"]
    ),
    ("compare l, l runs 2\n_.goodput", ["/s, ", "]\n"]),
    ("compare l, l calls 3", ["'calls' does not apply to a load: 'runs'"]),
    ("compare op(), op(fails: 1%) runs 3", ["'runs' applies to loads only"]),
    (
      "stats l runs 2 seed 7\nload(op(), clients: 2, think: 1s)\ncompare _1, _2",
      ["2 runs each", "from 7"]
    ),
    (
      "sweep r in [5/s, 15/s, 25/s, 40/s] { load(op(on: db).timeout(1s), rate: r, for: 9s) } runs 2",
      ["goodput by r", "knee at r 15/s", "2 runs each, with the same seeds", "busy"]
    ),
    (
      "sweep r in [5/s, 9/s], n in 1...2 { load(op(on: db).retry(n), rate: r) } runs 2",
      ["p99 by r down"]
    ),
    (
      "sweep n in 1...2 { if n == 1 { op() } else { load(op(), rate: 1/s) } }",
      ["the body is not an operation or a load for 2"]
    ),
    ("find l where latency > 500ms first 2\nrun _ call 4", ["▶ get", "call 4"]),
    ("find l where success calls 9", ["all calls of a run are searched"]),
    ("run l at p99\n_.latency > 300ms", ["true"]),
    ("run l worst 2\n_1.latency >= _2.latency", ["true"]),
    ("why l call 17", ["call 17, seed 42", "result: "]),
    ("why l against op()", ["'against' does not apply to a load"]),
    ("play l call 17", ["attempt 1  ▶ get", "call 17"]),
    ("step l call 17\nnext\nnext", ["get"]),
    (
      "hunt l where latency > 400ms && success",
      ["call 108 of seed 42, after 267 calls", "no script"]
    ),
    ("run l call 17\nstats _ runs 2", ["2 runs, seeds 42...43"]),
    ("l\nexpect goodput > 5/s && busy > 50% && queue < 5 && refused < 50%", ["expectation met"]),
    (
      "stats op() calls 9\nexpect goodput > 1/s",
      ["the result has no 'goodput', a figure of loads: it is no load"]
    ),
    (
      "run load(op(), rate: 5/s, for: 2s)\nexpect recovery < 1s",
      ["the load has no 'recovery': nothing disturbs it for a time; outages at fixed times,"]
    ),
    (
      "run load(op(), rate: 5/s, for: 2s)\nexpect hits > 1%",
      ["the load has no 'hits': nothing in its measured time has the figure"]
    ),
    (
      "let d = server(slots: 5, service: 100ms, queue: 6)\nstats load(op(on: d), rate: 30/s, for: 10s) runs 2\nexpect refused == 0%",
      ["expectation undecided", "no number of calls shows 'never' or 'always'"]
    ),
    (
      "stats load(op(outages: [3s...3.2s]), rate: 20/s, for: 10s) runs 5\nexpect successDuring < 0.5%",
      ["expectation undecided", "more runs may decide it"]
    ),
    ("stats op() calls 100\nexpect success < 100%", ["more calls may decide it"]),
    ("stats op() calls 100\nexpect success >= 100%", ["no number of calls shows 'never' or"]),
    ("run load(op(), rate: 9/s, for: 2s)\n_.successDuring", ["the load has no 'successDuring'"]),
    (
      "sweep n in 0...2 { op().retry(preset(\"polly\", MaxRetryAttempts: n)) }",
      ["'MaxRetryAttempts' must be at least 1, not 0, for 0"]
    ),
    ("stats op() calls 9\n_.busy", ["has no 'busy', a figure of loads"]),
    ("l\n_.recovery", ["has no 'recovery'"]),
    (
      "load(op(on: db, outages: [5s...6s]), rate: 15/s, for: 20s)\nexpect stuck == 0%",
      ["expectation met"]
    ),
    (
      "load(op(on: server(service: 10ms, outages: [20s...25s], down: holds)).timeout(1s).retry(2), rate: 90/s)\nexpect recovery < 10s",
      ["expectation failed: recovery < 10s"]
    ),
    // A call that has waited longer than any ended call is included.
    (hanging + "\nexpect success >= 99%", ["had not ended when the load", "expectation failed"]),
    (hanging + "\nexpect p99 < 20ms", ["undecided", "never"]),
    (hanging + "\nexpect latency < 20ms", ["undecided"]),
    ("load(never(), clients: 3, for: 9s)\nexpect p99 < 1s", ["undecided"]),
    (
      "load(op(), rate: 1/s, for: 1ms)\nexpect attempts == 0",
      ["no measured call ended", "undecided"]
    ),
    (
      "load(op(), rate: 1/s, for: 1ms)\nexpect p50 < 1s",
      ["\n  no measured call ended; more"]
    ),
    ("load(op(), rate: 1/s, for: 1ms)\n_.success", ["cannot evaluate this", "found ()"]),
    ("load(op(), rate: 1/s, for: 1ms)\n_.calls", ["\n0\n"]),
    (
      "load(op(latency: 1000000h), clients: 5, for: 2000000h)",
      ["5 clients", "15 calls"]
    ),
    ("let rare = load(op(), rate: 0.002/s)", ["a load · 0.002 calls/s"]),
    // Some of ten runs have no call, which says nothing about the others.
    (
      "stats load(op(), rate: 0.5/s, for: 2s)\nexpect p50 > 99ms",
      ["expectation met: p50 > 99ms"]
    ),
    // A server that a closure names, which some runs never reach.
    (late, ["3 runs", "in flight at the end"]),
    // Throttles that are written alike remember for themselves.
    (throttles, ["b        19.8%"]),
    ("timing\nl", ["simulated by the fast path"]),
    ("timing\nset engine general\nl", ["simulated by the general engine"]),
    ("set events 300\nload(just(1), clients: 2)", ["stopped at the limit of 300 events, at 0s"]),
  ]

  @Test("commands run and show them, and reject invalid arguments", arguments: rows)
  func answers(text: String, parts: [String]) {
    let last = Session.outputs(of: [Self.server, Self.load, text]).last ?? ""
    for part in parts { #expect(last.contains(part), "\(last)") }
  }

  @Test("chains and stages, one thread and several give the same output")
  func same() {
    func text(_ settings: String...) -> String {
      Session.outputs(of: settings + [Self.server, Self.load, "stats l runs 4", "l"]).suffix(2)
        .joined()
    }
    let usual = text()
    #expect(usual == text("set engine general"))
    #expect(usual == text("set threads 1"))
    #expect(usual == text("set threads 3"))
  }

  /// Returns what each text is answered under some settings, those without an answer left out.
  private func said(
    _ texts: [String], _ format: Format = .text, style: Style = Style()
  ) -> [String] {
    var said: [String] = []
    var session = Session.printing(format, style: style) { output in
      if case .result(let text) = output { said.append(text) }
    }
    for text in texts { session.run(text) }
    return said
  }

  @Test("lines fit the width, with Unicode and without", arguments: [40, 60, 80, 120])
  func fit(width: Int) {
    for isUnicode in [true, false] {
      let texts = said(
        [Self.server, Self.load, "l", "stats l runs 2"],
        style: Style(width: width, isUnicode: isUnicode))
      #expect(texts.count == 2)
      for line in texts.joined(separator: "\n").split(separator: "\n") {
        #expect(line.count <= width, "\(line)")
        if !isUnicode { #expect(line.utf8.allSatisfy { $0 < 128 }, "\(line)") }
      }
    }
  }

  @Test("a program receives one object, whose spans cover the time")
  func json() throws {
    let texts = said([Self.server, Self.load, "l", "stats l runs 3"], .json)
    let one = try #require(
      try JSONSerialization.jsonObject(with: Data(texts[0].utf8)) as? [String: Any])
    #expect(one["kind"] as? String == "load" && one["runs"] as? Int == 1)
    #expect(one["resources"] as? [String] == ["db"])
    let spans = try #require(one["spans"] as? [[String: Any]])
    #expect(spans.first?["from_ns"] as? Int == 0)
    #expect(spans.last?["until_ns"] as? Int == 20_000_000_000)
    let success = try #require(one["success"] as? [String: Any])
    #expect(success["low"] is NSNull)
    let three = try #require(
      try JSONSerialization.jsonObject(with: Data(texts[1].utf8)) as? [String: Any])
    let interval = try #require(three["success"] as? [String: Any])
    #expect(try #require(interval["low"] as? Double) < #require(interval["high"] as? Double))
    #expect(three["spans"] == nil && three["runs"] as? Int == 3)
  }

  @Test("Ctrl-C ends a load with a partial result")
  func interrupted() {
    let asked = Atomic(0)
    var printed = ""
    var hooks = TerminalHooks()
    hooks.isInterrupted = { asked.add(1, ordering: .relaxed).newValue > 40 }
    var session = Session.printing(terminal: hooks) { output in
      if case .result(let text) = output { printed += text + "\n" }
    }
    session.run("load(op(fails: 50%).retry(3), rate: 10000/s, for: 1h)")
    #expect(printed.contains("partial") && printed.contains("calls/s"))
    asked.store(0, ordering: .relaxed)
    printed = ""
    session.run("stats load(op(fails: 50%).retry(3), rate: 10000/s, for: 1h) runs 4")
    #expect(printed.replacing("\n", with: " ").contains("seed 42 · partial, of 4 runs"))
  }
}
