import RetryNumerics
import Synchronization
import Testing
import TextLayout

@testable import Workbench

@Suite("Terminal features of a session")
struct TerminalHookTests {
  /// Runs a text in a session that is interrupted when it has asked so often.
  private func run(
    _ text: String, interruptedAfter count: Int, counting counter: Counter = Counter(),
    progress: (@Sendable (Double) -> Void)? = nil
  ) -> [String] {
    var hooks = TerminalHooks()
    hooks.isInterrupted = { counter.next() > count }
    hooks.progress = progress
    var printed: [String] = []
    var session = Session.printing(terminal: hooks) { output in
      switch output {
      case .result(let text), .message(let text), .mistake(let text): printed.append(text)
      }
    }
    session.run(text)
    return printed
  }

  private final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .relaxed) }
    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
  }

  private static let endless = "op(fails: 100%).retry()"

  @Test("a stopped call says so, and shows the events so far")
  func call() throws {
    let printed = try #require(run(Self.endless, interruptedAfter: 2).first)
    #expect(printed.contains("attempt 1 "))
    #expect(printed.contains("■ stopped by Ctrl-C"))
    #expect(printed.contains("the results are partial"))
    #expect(printed.contains("\nstopped by Ctrl-C at "))
  }

  @Test(
    "the history is listed by a number, by words, or by a text between slashes",
    arguments: [
      ("history", [1, 2, 3]), ("history 2", [2, 3]), ("history stats a", [2]),
      ("history /retry(2)/", [3]), ("history / a/", [1, 2]), ("history /nothing/", []),
    ])
  func history(command: String, places: [Int]) {
    let entries = ["let a = op()", "stats a", "op().retry(2)"]
    var hooks = TerminalHooks()
    hooks.history = { entries }
    var said: [Output] = []
    var session = Session.printing(terminal: hooks) { said.append($0) }
    session.run(command)
    let lines = places.map { "\($0)  \(entries[$0 - 1])" }
    #expect(said == [.result(lines.isEmpty ? "no entry matches" : lines.joined(separator: "\n"))])
  }

  @Test(
    "progress ends with its command, whatever it has found and however far it came",
    arguments: [
      "stats op() calls 20_000", "hunt op(fails: 1%) where attempts == 2 calls 9000 seeds 2",
      "hunt op(fails: 50%) where !success calls 9000", "find op() where !success calls 20_000",
      "compare op(), op().retry(2) calls 20_000", "load(op(), rate: 1000/s, for: 9s)",
    ], [20, .max])
  func progress(command: String, count: Int) {
    let shares = Mutex<[Double]>([])
    _ = run(
      command, interruptedAfter: count, progress: { share in shares.withLock { $0.append(share) } })
    // What is stopped soon has told nothing.
    #expect(shares.withLock { $0.last ?? (count == .max ? 0 : 1) } == 1)
  }

  @Test(
    "a file is written whole or not at all, whenever its command is stopped",
    arguments: ["report a", "export a.svg", "export a.csv"])
  func files(command: String) {
    let whole = file(of: command, stoppedAfter: .max).text
    var (stops, count) = (0, 0)
    while count < 1000 {
      count += 1
      let (text, said) = file(of: command, stoppedAfter: count)
      #expect(text == nil ? said.contains("stopped by Ctrl-C") : text == whole, "\(count): \(said)")
      guard text == nil else { break }
      stops += 1
    }
    #expect(whole != nil && stops > 0 && count < 1000)
  }

  /// What a command writes that is interrupted when it has asked so often, and what is said last.
  private func file(of command: String, stoppedAfter count: Int) -> (text: String?, said: String) {
    let asked = Atomic(Int.min)
    let file = Mutex<String?>(nil)
    var hooks = TerminalHooks()
    hooks.isInterrupted = { asked.add(1, ordering: .relaxed).newValue > 0 }
    hooks.save = { _, text, _ in
      file.withLock { $0 = text }
      return .saved
    }
    var said: [Output] = []
    var session = Session.printing(terminal: hooks) { said.append($0) }
    session.run("stats op(fails: 50%).retry(2) calls 300")
    asked.store(-count, ordering: .relaxed)
    session.run(command)
    return (file.withLock { $0 }, said.last.map { "\($0)" } ?? "")
  }

  @Test("a call that is stopped while it plays tells the time, rounded to what matters")
  func play() {
    var hooks = TerminalHooks()
    hooks.play = { played, player in
      player.elapse(.nanoseconds(406_638_717), in: played.animation(Style()))
      return .stopped
    }
    var said: [Output] = []
    var session = Session.printing(terminal: hooks) { said.append($0) }
    session.run("play op(latency: 1s)")
    #expect(said.last == .message("stopped by Ctrl-C at 407ms, partial"))
  }

  @Test("a person is asked below what has led to the question, each event told once")
  func asked() {
    let said = Mutex<[String]>([])
    var hooks = TerminalHooks()
    hooks.ask = { question in
      said.withLock { $0.append("asked: \(question)") }
      return true
    }
    var session = Session.printing(terminal: hooks) { output in
      if case .result(let text) = output { said.withLock { $0.append("result: " + text) } }
      if case .message(let text) = output { said.withLock { $0.append(text) } }
    }
    session.run("op(script: [.timeout, .auth, ok]).retry(ask(after: 0))")
    let all = said.withLock { $0 }
    #expect(all.count == 5)
    #expect(all[0].contains("▶ op") && all[0].hasSuffix("? a person is asked: retry or cancel?"))
    #expect(all[1].hasPrefix("asked: at 100ms attempt 1 of op failed: timeout"))
    #expect(all[2].contains("✗ auth") && !all[2].contains("✗ timeout"))
    #expect(all[3].hasPrefix("asked: at 200ms attempt 2 of op failed: auth"))
    #expect(all[4].hasPrefix("result: ") && all[4].contains("success in 300ms · 3 attempts"))
  }

  @Test("undo after a run names what it takes back, keeps the result, and asks nothing")
  func undo() {
    let asked = Counter()
    var hooks = TerminalHooks()
    hooks.ask = { _ in asked.next() > 0 }
    hooks.answer = { _ in
      _ = asked.next()
      return nil
    }
    var said: [Output] = []
    var session = Session.printing(terminal: hooks) { said.append($0) }
    for text in ["let f = op()", "f.retry(2)", "undo"] { session.run(text) }
    #expect(said.last == .message("undone: 'f' is no longer defined") && asked.value == 0)
    session.run("_1.attempts")
    #expect(said.last == .result("1"))
  }

  @Test("stopped calls show the earlier ones")
  func calls() {
    let printed = run("run op() times 10", interruptedAfter: 5)
    #expect(printed.first?.hasSuffix("\n3 of 3 calls succeeded · 3 attempts") == true)
    #expect(printed.last == "stopped by Ctrl-C after 3 of 10 calls")
  }

  @Test("statements after a stopped command do not run")
  func statements() {
    #expect(run("1\n2\n3", interruptedAfter: 3) == ["1", "2", "stopped by Ctrl-C"])
  }

  /// Commands whose results take long to lay out, and how much is laid out at the least.
  static let long: [(text: String, elements: Int)] = [
    ("run op() times 3000", 3000 + 3 * 3000 / 256),
    ("set events 100000; op(fails: 100%).retry(2000)", 4 * 4000 / 256),
    ("step op(fails: 100%).retry(2000)", 4 * 4000 / 256),
    ("step op(fails: 100%).retry(20)\nuntil attempts == 100", 20),
  ]

  @Test("every computation and layout regularly checks for interruption", arguments: long)
  func asksOften(text: String, elements: Int) {
    let counter = Counter()
    let printed = run(text, interruptedAfter: .max, counting: counter)
    #expect(counter.value >= elements)
    #expect(!printed.contains { $0.contains("partial") || $0.contains("Ctrl-C") })
    // An interruption at any moment shortens the output, which then says so.
    for count in stride(from: 1, to: counter.value, by: max(1, counter.value / 40)) {
      let partial = run(text, interruptedAfter: count)
      #expect(partial.contains { $0.contains("stopped by Ctrl-C") }, "after \(count)")
      #expect(partial.joined().utf8.count <= printed.joined().utf8.count + 200, "after \(count)")
    }
  }

  @Test("a long call reports its progress and its end")
  func progress() throws {
    let shares = Shares()
    let text = "set events 10000; op(fails: 100%).retry()"
    _ = run(text, interruptedAfter: .max, progress: { shares.add($0) })
    let told = shares.all
    #expect(told.count >= 9)
    #expect(told.last == 1)
    #expect(told.dropLast() == told.dropLast().sorted()[...])
    #expect(told.dropLast().allSatisfy { $0 > 0 && $0 < 1 })
    let series = Shares()
    _ = run("run op() times 4", interruptedAfter: .max, progress: { series.add($0) })
    #expect(series.all == [0.25, 0.5, 0.75, 0.99, 1])
    for text in ["run op(fails: 50%) worst 2 calls 3000", "run op(fails: 50%) at p99 calls 3000"] {
      let shares = Shares()
      _ = run(text, interruptedAfter: .max, progress: { shares.add($0) })
      #expect(shares.all.last == 1, "\(text)")
    }
  }

  @Test("the calls that judge an answer are not reported as progress")
  func judgedAnswer() {
    let shares = Shares()
    let text = """
      set events 10000
      let f = op(fails: 100%)
      exercise answer of f
      goal attempts == 3
      let answer = f.retry()
      check
      """
    let printed = run(text, interruptedAfter: .max, progress: { shares.add($0) })
    #expect(printed.joined().contains("attempts == 3"))
    #expect(shares.all.allSatisfy { $0 == 1 })
  }

  private final class Shares: Sendable {
    private let shares = Mutex<[Double]>([])
    var all: [Double] { shares.withLock { $0 } }
    func add(_ share: Double) { shares.withLock { $0.append(share) } }
  }
}
