import Report
import RetryLanguage
import Synchronization
import Testing
import TextLayout
import Workbench

/// Whatever takes long asks whether it is to stop, at least once in so much work: shown by counting, not by a clock.
@Suite("Checks for interruption")
struct AskingTests {
  /// The most work between two questions.
  static let most = 10_000

  struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    /// The attempts, events, rows, statements or figures that it goes through at the least.
    let work: Int
    var isJSON = false
    /// The text that runs before and is not counted.
    var before = ""
    var testDescription: String { text.prefix(60) + (isJSON ? " (JSON)" : "") }
  }

  private final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .relaxed) }
    func next() { count.add(1, ordering: .relaxed) }
    func restart() { count.store(0, ordering: .relaxed) }
  }

  static let call = "set events 400000; op(fails: 100%, latency: 1ms).retry(100000)"
  static let rows = [
    Row(text: call, work: 400_000 + 100_000), Row(text: call, work: 800_000, isJSON: true),
    Row(text: "why _", work: 100_000, before: call),
    Row(text: "_", work: 100_000, before: call),
    Row(text: "_", work: 100_000, isJSON: true, before: call),
    Row(text: "export x.svg", work: 100_000, before: call),
    Row(text: "export x.json", work: 100_000, before: call),
    Row(text: "export x.jsonl", work: 100_000, before: call),
    Row(text: "export x.mmd", work: 100_000, before: call),
    Row(text: "run op() times 10000", work: 10_000 * 4),
    Row(text: "run op() times 10000", work: 10_000 * 4, isJSON: true),
    Row(text: "stats op(fails: 100%).retry(1000) calls 1000", work: 1_000_000),
    Row(
      text: "stats op(fails: 100%).retry(attempts: 2000, deadline: 100h) calls 100", work: 800_000),
    Row(
      text: "stats op(fails: { a in a.number < 900 ? 100% : 0% }).retry(1000) calls 1000",
      work: 900_000),
    Row(
      text:
        "stats op(fails: 100%).retryWhen { e in e.scan(0) { n, x in n + 1 }.take(500) } calls 1000",
      work: 500_000),
    Row(text: "set engine general; stats op(fails: 100%).retry(200) calls 1000", work: 800_000),
    Row(
      text: "compare op(fails: 99%).retry(500), op(fails: 98%).retry(500) calls 1000", work: 300_000
    ),
    Row(text: "sweep n in 100...120 { op(fails: 100%).retry(n) } calls 1000", work: 2_000_000),
    Row(text: "find op(fails: 99%).retry(100) where success calls 2000", work: 400_000),
    Row(text: "run op(fails: 99%).retry(100) at p99", work: 2_000_000),
    Row(
      text: "load(op(on: server(slots: 3, service: 1ms)).retry(3), clients: 50, for: 20s)",
      work: 100_000),
    Row(
      text:
        "set engine general; load(op(on: server(slots: 3, service: 1ms)).retry(3), clients: 50, for: 10s)",
      work: 100_000),
    Row(
      text:
        "load(op(on: server(slots: 1, service: 1ms, queue: 0)).retry(5000), rate: 300/s, for: 1s)",
      work: 300_000),
    Row(text: "explain op(fails: 100%).retry(attempts: 90000, deadline: 9000s)", work: 10_000),
    Row(text: "hunt op(fails: 50%).retry(9) where attempts == 9", work: 20_000),
    Row(text: "step op(fails: 100%).retry(20000)\ncontinue", work: 80_000),
    // Each statement is checked, and then carried out.
    Row(text: String(repeating: "let a = 1\n", count: 20_000), work: 20_000),
    Row(text: "just(1); op(latency: samples(\"many.csv\"))", work: 200_000),
    Row(text: "replay long.retry", work: 500_000 + 200_000),
    Row(
      text: "show", work: 20_000,
      before: (1...20_000).map { "let a\($0) = 1\n" }.joined()),
    Row(text: "save x", work: 19_000, before: String(repeating: "let a = 1\n", count: 19_000)),
    Row(
      text: "save x with expectations", work: 1_000_000,
      before: "stats op(fails: 99%).retry(900) calls 1000"),
  ]

  /// An outside with long files.
  static let host: ScriptHost = {
    var host = ScriptHost.test
    let recording = Recording(
      Scenario(path: "long.retry", text: call, host: .test).perform()
    ).text
    host.file = { path in
      switch path {
      case "many.csv": .text(String(repeating: "12ms\n", count: 200_000))
      case "long.retry": .text(call)
      default: .absent
      }
    }
    host.recording = { $0 == "long.recording" ? .text(recording) : .absent }
    return host
  }()

  /// Hooks of a person who wants it to stop at the eleventh question.
  private func stopping() -> (Counter, TerminalHooks) {
    let counter = Counter()
    var hooks = TerminalHooks()
    hooks.isInterrupted = {
      counter.next()
      return counter.value > 10
    }
    return (counter, hooks)
  }

  @Test("stop reading samples, which are then not used")
  func reading() {
    let (counter, hooks) = stopping()
    var said: [Output] = []
    var session = Session.printing(host: Self.host, terminal: hooks) { said.append($0) }
    #expect(session.run("op(latency: samples(\"many.csv\"))") == .wrong)
    #expect(said == [.message("stopped by Ctrl-C before anything ran")])
    #expect(counter.value < 20)
  }

  @Test("stop checking a long text before any of it runs")
  func checking() {
    let (counter, hooks) = stopping()
    var said: [Output] = []
    var session = Session.printing(terminal: hooks) { said.append($0) }
    #expect(session.run(String(repeating: "just(1)\n", count: 1000)) == .wrong)
    #expect(said == [.message("stopped by Ctrl-C before anything ran")])
    #expect(counter.value < 20)
  }

  @Test("happen at least once in ten thousand steps", arguments: rows)
  func asks(row: Row) {
    let counter = Counter()
    var hooks = TerminalHooks()
    hooks.isInterrupted = {
      counter.next()
      return false
    }
    hooks.save = { _, _, _ in .saved }
    var settings = Settings()
    settings.threads = 1
    var said: [Output] = []
    var session = Session.printing(
      row.isJSON ? .json : .text, settings: settings, host: Self.host, terminal: hooks
    ) {
      said.append($0)
    }
    if !row.before.isEmpty { session.run(row.before) }
    counter.restart()
    #expect(session.run(row.text) == .ready, "\(said.suffix(1))")
    #expect(counter.value >= row.work / Self.most)
  }
}
