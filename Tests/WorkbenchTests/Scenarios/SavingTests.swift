import RetryLanguage
import Synchronization
import Testing
import VirtualTime
import Workbench

@Suite("Saved sessions")
struct SavingTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let typed: String
    let saved: String
    var testDescription: String { name }
  }

  @Test(
    "keep the results and the definitions they depend on, and nothing else",
    arguments: [
      Row(
        name: "unused definitions are omitted", typed: "let a = op()\nlet b = op()\nb.retry(2)",
        saved: "seed 42\nlet b = op()\nb.retry(2)\n"),
      Row(
        name: "indirect dependencies are kept", typed: "let a = op()\nlet b = a.retry(2)\nrun b",
        saved: "seed 42\nlet a = op()\nlet b = a.retry(2)\nrun b\n"),
      Row(
        name: "a name keeps its meaning at the time of use",
        typed: "let a = op()\na\nlet a = just(1)\nlet a = just(2)\na",
        saved: "seed 42\nlet a = op()\na\nlet a = just(2)\na\n"),
      Row(
        name: "settings without effect are omitted",
        typed:
          "set width 60\ntiming\nseed 1\nseed 7\nset events 50\nop()\nset events 60\nset threads 2",
        saved: "seed 7\nset events 50\nop()\n"),
      Row(
        name: "a dialect applies to the definitions made under it",
        typed: "dialect combine\nlet a = op(fails: 100%).retry(2)\ndialect rxswift\na",
        saved: "seed 42\ndialect combine\nlet a = op(fails: 100%).retry(2)\ndialect rxswift\na\n"),
      Row(
        name: "narration is separated by an empty line",
        typed: "/// One.\nop()\n/// Two.\n/// Three.\njust(2)",
        saved: "/// One.\nseed 42\nop()\n\n/// Two.\n/// Three.\njust(2)\n"),
      Row(
        name: "played calls are run, and inspections are omitted",
        typed: "let a = op()\nplay a speed 1000 call 3\nhelp retry\nshow\nstep a\nleave",
        saved: "seed 42\nlet a = op()\nrun a call 3\n"),
      Row(
        name: "a played load is run, and one that was a result is played again",
        typed:
          "play load(op(), clients: 2, for: 1s) speed 1000\nplay _1 speed 1000\nlet a = _1\nplay a\nplay op()\nplay _4",
        saved:
          "seed 42\nrun load(op(), clients: 2, for: 1s)\nplay _1 speed 1000\nlet a = _1\nplay a\nrun op()\nrun _4\n"
      ),
      Row(
        name: "undone statements are omitted", typed: "let a = op()\na\nlet b = just(1)\nb\nundo",
        saved: "seed 42\nlet a = op()\na\n"),
      Row(
        name: "the last reset starts over",
        typed: "op()\nreset\nop()\nreset\nlet b = just(1)\nb\nexplain _3",
        saved: "seed 42\nlet b = just(1)\nb\nexplain _1\n"),
      Row(
        name: "expectations are kept", typed: "op()\nexpect attempts == 1",
        saved: "seed 42\nop()\nexpect attempts == 1\n"),
      Row(
        name: "without results, definitions are kept", typed: "let a = op()\nlet a = just(1)",
        saved: "seed 42\nlet a = just(1)\n"),
    ])
  func clearing(row: Row) {
    let writer = Writer()
    for line in row.typed.split(separator: "\n") { writer.type(String(line)) }
    writer.type("save s")
    #expect(writer.files["s.retry"] == row.saved, "\(writer.said.last ?? "")")
    #expect(writer.files.keys.sorted() == ["s.recording", "s.retry"])
  }

  /// What is saved of some results of a session.
  static let parts: [(of: String, saved: String)] = [
    ("_3", "let b = op(latency: 7ms)\nseed 3\nb\nexpect attempts == 1\n"),
    (
      "_",
      "seed 42\nlet a = op(latency: 5ms)\nlet b = op(latency: 7ms)\na\nseed 3\nb\n"
        + "expect attempts == 1\ncompare _1, _2\n"
    ),
    (
      "_1, _3",
      "seed 42\nlet a = op(latency: 5ms)\nlet b = op(latency: 7ms)\na\nseed 3\nb\n"
        + "expect attempts == 1\n"
    ),
    (
      "_2 with expectations",
      "seed 42\nlet a = op(latency: 5ms)\nsweep n in 1...2 {"
    ),
  ]

  @Test("of some results keep only what made them", arguments: parts)
  func partial(of: String, saved: String) throws {
    let writer = Writer()
    writer.type(
      "let a = op(latency: 5ms)\nlet b = op(latency: 7ms)\na\nsweep n in 1...2 { a.retry(n) } calls 10"
    )
    writer.type("seed 3\nb\nexpect attempts == 1\ncompare _1, _3")
    writer.type("save s of \(of)")
    let text = try #require(writer.files["s.retry"])
    #expect(of.contains("with") ? text.hasPrefix(saved) : text == saved, "\(writer.said)")
    #expect(text.contains("expect success") == of.contains("with"))
    #expect(writer.type("save s of _9").last?.contains("there is no result '_9' to save") == true)
    #expect(writer.type("save _2").last?.contains("for example: save flaky of _2") == true)
    #expect(writer.type("save s of b").last?.contains("there is no result 'b' to save") == true)
  }

  @Test("give the same results as when they were typed")
  func fresh() throws {
    for seed in UInt64(0)..<60 {
      let writer = Writer(isJSON: true)
      for line in Self.lines(seed: seed) { writer.type(line) }
      let objects = writer.said.filter { !$0.contains("\"kind\":\"error\"") }
      #expect(objects == writer.said)
      let said = writer.type("save s")
      guard !objects.isEmpty else { continue }
      let text = try #require(writer.files["s.retry"], "\(said)")
      let scenario = Scenario(path: "s.retry", text: text, host: .test)
      #expect(scenario.perform().isWhole && scenario.printed(.json) == objects, "\(text)")
    }
  }

  /// Statements that each make sense after those before.
  private static func lines(seed: UInt64) -> [String] {
    var draws = Draws(DrawKey(seed: seed, name: "saving"), call: 0, attempt: 0, purpose: .closure)
    func pick(_ texts: [String]) -> String { texts[Int(draws.next() % UInt64(texts.count))] }
    var names = ["op(fails: 40%)"]
    var results = 0
    return (0..<12).map { index in
      switch draws.next() % 10 {
      case 0...2:
        let name = pick(["a", "b", "c"])
        defer { names.append(name) }
        return "let \(name) = \(pick(names)).\(pick(["retry(3)", "timeout(90ms)", "retry(2)"]))"
      case 3: return "seed \(draws.next() % 9)"
      case 4: return "dialect \(pick(["combine", "rxswift"]))"
      case 5: return "set events \(10 + draws.next() % 90)"
      case 6 where results > 0: return "_\(1 + draws.next() % UInt64(results)).attempts"
      case 7: return "stats \(pick(names)) calls 50"
      default:
        results += 1
        return pick(["run \(pick(names)) call \(index)", pick(names)])
      }
    }
  }

  @Test("have expectations that hold, and that a worse operation does not meet")
  func expectations() throws {
    let writer = Writer()
    writer.type(
      "let f = op(latency: 80ms...120ms, fails: 30%)", "f.retry(attempts: 4, delay: 50ms)",
      "stats f.retry(3) calls 5000", "save s with expectations")
    let text = try #require(writer.files["s.retry"])
    #expect(text.split(separator: "\n").count { $0.hasPrefix("expect ") } == 6, "\(text)")
    func verdict(_ text: String) -> Status {
      Scenario(path: "s.retry", text: text, host: .test).perform().status
    }
    #expect(verdict(text) == .ready)
    #expect(verdict(text.replacing("fails: 30%", with: "fails: 45%")) == .failed)
    #expect(verdict(text.replacing("120ms", with: "900ms")) == .failed)
  }

  @Test(
    "can have any name, even one that looks like a number",
    arguments: ["2nd", "01-attempt", "9F653FB7-E58E/4A36", "\"a b\"", "v1.2x", "my file"])
  func names(name: String) {
    let writer = Writer()
    #expect(writer.type("op()", "save \(name)").last?.hasPrefix("saved ") == true)
    let path = name.replacing("\"", with: "")
    #expect(writer.files.keys.sorted() == ["\(path).recording", "\(path).retry"])
    #expect(writer.type("op(latency: 2nd)").last?.contains("unknown unit 'nd'") == true)
  }

  @Test("do not replace another file unless requested")
  func others() {
    let writer = Writer()
    writer.files["s.retry"] = "// mine"
    #expect(writer.type("op()", "save s").last?.contains("'save s over' replaces it") == true)
    #expect(writer.files == ["s.retry": "// mine"])
    writer.type("save s over", "just(1)")
    let told = "saved s.retry in place of the one that was there: 0 definitions, 2"
    #expect(writer.type("save s.retry").last?.hasPrefix(told) == true)
  }

  @Test(
    "are refused with one reason if they cannot be written",
    arguments: [
      ("save", "'save' needs a name"), ("save s", "nothing to save yet"),
      ("op()\nsave /", "'save' needs a name"),
      ("op()\nsave s with expectation", "only 'with expectations' and 'over' may follow"),
    ])
  func refused(typed: String, reason: String) {
    let writer = Writer()
    for line in typed.split(separator: "\n") { writer.type(String(line)) }
    #expect(writer.said.last?.contains(reason) == true)
    #expect(writer.files.isEmpty)
  }

  @Test(
    "omit interrupted results and everything that depends on them",
    arguments: [
      ("stats op(fails: 50%).retry(3) calls 1_000_000", "partial, of 1,000,000"),
      ("compare op(), op(fails: 50%).retry(3) calls 1_000_000", "partial, of 1,000,000"),
      ("sweep n in 1...3 { op(fails: 50%).retry(n) } calls 1_000_000", "partial, 1 of 3"),
      ("find op(fails: 50%) where attempts == 2 calls 1_000_000", "calls, partial"),
      ("find op(fails: 50%) where error == .error calls 1_000_000", "partial; 'run"),
      ("hunt op(fails: 50%) where attempts == 2 calls 1_000_000", "calls, partial"),
      ("run op(fails: 50%) at p50 calls 1_000_000", "before the call was found"),
      ("run op(fails: 50%) worst 2 calls 1_000_000", "before the call was found"),
      ("run op(fails: 50%) times 10_000", "of 10000 calls"),
    ])
  func interrupted(command: String, words: String) {
    let asked = Atomic(Int.min)
    var hooks = TerminalHooks()
    hooks.isInterrupted = { asked.add(1, ordering: .relaxed).newValue > 1 }
    var files: [String: String] = [:]
    hooks.save = { path, text, _ in
      files[path] = text
      return .saved
    }
    var said: [String] = []
    var session = Session.printing(host: .test, terminal: hooks) { output in
      if case .result(let text) = output { said.append(text) }
      if case .message(let text) = output { said.append(text) }
    }
    session.run("run op()")
    // The first question comes before the command, the others while it runs.
    asked.store(-20, ordering: .relaxed)
    session.run(command)
    #expect(said.joined(separator: "\n").contains(words), "\(said)")
    asked.store(.min, ordering: .relaxed)
    session.run("_2.success")
    session.run("save s")
    #expect(files["s.retry"] == "seed 42\nrun op()\n")
  }

  @Test("are not lost if a file cannot be written")
  func full() {
    let writer = Writer()
    writer.error = "No space left on device"
    let said = writer.type("op()", "save s").last
    #expect(said?.contains("'s.retry' cannot be written: No space left on device") == true)
    writer.error = nil
    writer.type("save s")
    #expect(writer.files["s.retry"] == "seed 42\nop()\n")
  }

  @Test("are never written by a loaded or running file")
  func loaded() {
    let writer = Writer(host: ScriptHost(file: { _ in "op()\nsave stolen" }))
    #expect(writer.type("load evil.retry").last?.contains("works only at the prompt") == true)
    #expect(Session.outputs(of: ["op()", "save stolen"])[1].contains("works only at the prompt"))
    #expect(writer.files.isEmpty)
  }
}
