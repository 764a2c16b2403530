import Simulation
import Synchronization
import Testing
import TextLayout

@testable import RetryLanguage
@testable import Workbench

@Suite("Small parts of the workbench")
struct SmallPartTests {
  @Test("characters without an ASCII form are replaced, and nothing else")
  func plain() {
    let text = "a · b — c… 3× → » │ é"
    let plain = "a | b - c... 3x -> > | é"
    #expect(Output.result(text).plain == .result(plain))
    #expect(Output.message(text).plain == .message(plain))
    #expect(Output.mistake(text).plain == .mistake(plain))
    #expect(Output.result("").plain == .result(""))
  }

  @Test("a text is shown formatted, or unchanged if it cannot be parsed")
  func written() {
    #expect(WrittenText.lines("op( ).retry( 3 )", width: 80) == "op().retry(3)")
    for text in ["let = 3", "op(", "just(1) §"] {
      #expect(WrittenText.lines(text, width: 80) == text)
    }
  }

  @Test("without a number, 'find' lists five calls")
  func fiveCalls() {
    let found = Session.outputs(of: ["find op(fails: 50%) where success calls 100"]).joined()
    let listed = found.prefix { $0 != "…" }
    #expect(listed.hasPrefix("calls ") && listed.count(where: { $0 == "," }) == 5, "\(found)")
  }

  @Test("a policy is explained below its text, and a dialect of two words is wrong as a whole")
  func places() {
    let explained = Session.outputs(of: ["explain policy(attempts: 3, delay: 1s)"]).joined()
    #expect(explained.contains("\n  delays: 1s, 1s; 2s in total\n"), "\(explained)")
    let refused = Session.outputs(of: ["dialect rx swift // or another"]).joined()
    #expect(refused.contains("\n    │         ^^^^^^^^ "), "\(refused)")
  }

  @Test("an error far to the right of a line that is shown whole is marked in its place")
  func farPlace() {
    let text = "let f =" + String(repeating: " ", count: 110) + "op(nope: 1)"
    let refused = Session.outputs(of: [text]).joined()
    #expect(refused.contains("\n    │ " + String(repeating: " ", count: 120) + "^"), "\(refused)")
  }

  @Test(
    "a wrong member is an error of the member, whatever else its base could be",
    arguments: ["exponential(50ms).full()", "exponential(50ms).full"])
  func wrongMember(backoff: String) {
    let refused = Session.outputs(of: ["op().retry(attempts: 4, backoff: \(backoff))"]).joined()
    #expect(refused.contains("'full'") && !refused.contains("ambiguous"), "\(refused)")
  }

  @Test("the names of results have no colour where nothing has")
  func keptNames() {
    var renderer = TextRenderer(Style())
    #expect(renderer.outputs(of: .kept(["_1", "_2"])) == [.message("kept as _1, _2")])
  }

  @Test("the series of a load goes into a file of lines, that of calls does not")
  func formats() throws {
    var session = Session.printing { _ in }
    session.run("stats load(op(), rate: 5/s, for: 2s)\nlet a = _\nstats op() calls 9\nlet b = _")
    let formats = try ["a", "b"].map { name in
      ExportFormat.fitting(try #require(session.workspace.environment.definitions[name]).item)
    }
    #expect(formats == [[.csv, .eventLines, .svg, .png], [.csv, .svg, .png]])
  }

  @Test("the stepper's parts are nested in JSON")
  func nestedParts() {
    var printed = ""
    var session = Session.printing(.json) { if case .result(let text) = $0 { printed += text } }
    session.run("step op(script: [.timeout, ok]).timeout(1s).retry(2)")
    #expect(printed.contains(#""inputs":[{"title":"#), "\(printed)")
  }

  @Test("the definitions of an answer keep their lines")
  func answerLines() {
    let text = "\n\nlet few = 2\n\n\nlet answer = op().retry(few)\n"
    let frame = StudentWork.Frame(
      answer: "answer", teacher: [:], settings: Settings())
    let script = StudentWork(text, handout: "", for: frame).script
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.firstIndex(of: "let few = 2") == 2, "\(script)")
    #expect(lines.firstIndex(of: "let answer = op().retry(few)") == 5, "\(script)")
  }

  @Test("the hooks for watching only allow interruption and progress")
  func watching() {
    var hooks = TerminalHooks()
    #expect(hooks.watching.isInterrupted == nil && hooks.watching.progress == nil)
    hooks.isInterrupted = { true }
    hooks.progress = { _ in }
    hooks.edit = { nil }
    hooks.ask = { _ in true }
    let watching = hooks.watching
    #expect(watching.isInterrupted?() == true && watching.progress != nil)
    #expect(watching.edit == nil && watching.ask == nil)
  }

  @Test("a long session drops its oldest statements, and undo still works among the others")
  func journal() {
    var journal = Journal()
    for number in 0..<25_000 {
      #expect(journal.count == number)
      journal.add(.narration("\(number)", 0..<0), results: number..<number + 1)
    }
    #expect((10_000..<20_000).contains(journal.entries.count))
    journal.goBack(to: 24_998)
    #expect(journal.count == 24_998 && journal.entries.last?.results == 24_997..<24_998)
    journal.goBack(to: 0)
    #expect(journal.entries.isEmpty)
  }

  @Test("the changes of a contract after a number exclude those with that number")
  func contract() {
    let contract = Contract(changes: [3: "late", 2: "early"])
    #expect(
      (0...4).map(contract.changes) == [["early", "late"], ["early", "late"], ["late"], [], []])
  }

  @Test(
    "a figure that misses its bound is not shown as the bound",
    arguments: [
      ("run op(latency: 1197782906ns)", "latency >= 1198ms", "latency is 1.197782906s"),
      ("run op(latency: 1197782906ns)", "latency >= 1199ms", "latency is 1.198s"),
      (
        "stats op(fails: 50%).retry(3) calls 300", "attempts >= 1.9145",
        "attempts is 1.82 (1.7256...1.9144)"
      ),
      (
        "stats op(fails: 50%).retry(3) calls 300", "attempts >= 1.9144",
        "attempts is 1.82 (1.7256...1.914444278675402)"
      ),
    ])
  func missed(text: String, condition: String, told: String) {
    let said = Session.outputs(of: [text, "expect \(condition)"])[1]
    #expect(!said.contains("expectation met") && said.contains(told), "\(said)")
  }

  @Test("an interrupted search for a call of a load reports that it was not found")
  func stoppedLoad() {
    let asked = Atomic(0)
    var hooks = TerminalHooks()
    hooks.isInterrupted = { asked.add(1, ordering: .relaxed).newValue > 3 }
    var said: [Output] = []
    var session = Session.printing(terminal: hooks) { said.append($0) }
    session.run("run load(op(), clients: 3, for: 2000s) call 30000")
    #expect(said.last == .message("stopped by Ctrl-C before the call was found"))
  }

  @Test(
    "no extra word after a command is ignored",
    arguments: [
      ("show a b", "let b = op(fails: 3%)"), ("show a c", "there is no 'c'"),
      ("set seed 5 6", "'seed' takes"), ("dialect combine x", "unknown dialect 'combine x'"),
      ("apropos subscribes delay", "delaySubscription"),
      ("apropos delay zzz", "no topic mentions 'delay zzz'"),
    ])
  func extraWords(text: String, told: String) {
    let said = Session.outputs(of: ["let a = op()", "let b = op(fails: 3%)", text])[2]
    #expect(said.contains(told), "\(said)")
  }

  @Test("a sweep over shares includes the first and the last one")
  func sweep() {
    let swept = Session.outputs(of: ["sweep x in 0.5...1.5 { op(latency: 100ms * x) } calls 10"])[0]
    let shares = swept.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    #expect(shares.contains("0.5") && shares.contains("1.5") && shares.contains("0.625"))
  }

  @Test(
    "a range of integers has at most 10,001 steps to sweep over",
    arguments: [(10_000, 10_001), (10_001, 0), (0, 1), (-1, 0)] as [(Int64, Int)])
  func longSweep(high: Int64, steps: Int) {
    let ends = Ends(low: .int(0), high: .int(high), isClosed: true)
    #expect(RuntimeValue.range(ends).elements.count == steps)
  }

  @Test("the state of a call has at most 39 operators inside each other")
  func deepState() {
    let deep = "op()" + String(repeating: ".retry(2)", count: 60)
    let state = Session.outputs(of: ["set depth 100", "step \(deep)", "state"])[2]
    let depths = state.split(separator: "\n").map { $0.prefix { $0 == " " }.count / 2 }
    #expect(depths.max() == 39 && depths.count { $0 > 0 } == 39, "\(state)")
  }

  @Test("a finding in all calls is not shown as a part")
  func found() {
    var said: [Output] = []
    var session = Session.printing(.json) { said.append($0) }
    session.run("find op() where success calls 10")
    #expect(said.count == 1 && !"\(said)".contains("is_partial"), "\(said)")
  }

  static let scripts: [(text: String, meant: String?)] = [
    ("op(script: [.timeout, ok]).retry(attempts: 3, on: .timout)", ".timeout"),
    ("op(script: [.timeout, ok]).retry(attempts: 3, on: .timeout)", nil),
    ("op(fails: [.offline: 10%]).retry(attempts: 3, on: .offlin)", ".offline"),
    ("op(fails: [.offline: 10%]).retry(attempts: 3, on: .offline)", nil),
  ]

  @Test("a filter for an error that no attempt can fail with is reported", arguments: scripts)
  func kinds(text: String, meant: String?) {
    let explained = Session.outputs(of: ["explain \(text)"])[0]
    #expect(explained.contains("warning") == (meant != nil), "\(explained)")
    if let meant { #expect(explained.contains(meant), "\(explained)") }
  }
}
