import RetryLanguage
import Testing

@testable import Workbench

@Suite("What people type who come from elsewhere")
struct GuessTests {
  @Test(
    "either means something here, or gets one message that says what to write",
    arguments: [
      ("for i in 1...3 { f }", "stats f calls 1000"), ("func g() { f }", "let twice = { n in"),
      ("if f { 1 }", "expect success > 99%"), ("print(\"x\")", "type the value alone"),
      ("import RxSwift", "'help' lists what there is"), ("const x = 3", "let f = op()"),
      ("run f 10", "times 10"), ("stats f 1000", "calls 1000"),
      ("f.retry(3) times 5", "write 'run f.retry(3) times 5'"), ("hedge", ".hedge(after: 50ms)"),
      ("clear", "Ctrl-L"), ("_.p99", "run something first"),
      ("op().retry(3, delay: 1s)", "write 'attempts:' before the first argument"),
      ("f.retry(3, jitter: 20%)", "write 'attempts:' before the first argument"),
      ("@retry(stop=stop_after_attempt(3))", ".retry(attempts: 3"),
      ("Policy.Handle<HttpException>().WaitAndRetry(3)", ".retry(retries: 3"),
      ("RetryConfig.custom().maxAttempts(3)", ".retry(attempts: 3"),
    ])
  func mends(text: String, mend: String) throws {
    var session = Session.printing { _ in }
    session.run("let f = op()")
    var found: [Diagnostic] = []
    session = Session(commands: .standard) { event in
      if case .diagnosed(let diagnostic, in: _) = event { found.append(diagnostic) }
    }
    session.run("let f = op()")
    session.run(text)
    #expect(found.count == 1, "\(found.map(\.message))")
    let written =
      switch found.first?.mend {
      case .replacement(let text), .advice(let text): text
      case nil: ""
      }
    #expect(written.contains(mend))
  }

  @Test(
    "the commands of other prompts work, and a pasted prompt does no harm",
    arguments: [
      ("?", "help"), (":help", "help"), ("help()", "help"), ("retry> help", "help"),
      ("timing on", "set timing on"), ("RETRY> help", nil),
      ("retry> let n = [\n......   1\n......\n...... ]", "let n = [\n  1\n\n]"),
      ("retry> 1 + 1\n2", nil), ("retry> 1\nretry> 2", "1\n2"),
      ("retry> retry> step> help", "help"),
    ] as [(String, String?)])
  func same(text: String, meaning: String?) {
    func output(_ text: String) -> [String] {
      var outputs: [String] = []
      var session = Session.printing { outputs.append("\($0)") }
      session.run(text)
      return outputs
    }
    #expect(Guess.meaning(of: text) == meaning)
    if let meaning { #expect(output(text) == output(meaning)) }
  }

  @Test("in the stepper a letter means a command, unless something is named so")
  func letters() {
    for (letter, command) in Guess.letters {
      #expect(CommandTable.standard.known.contains { $0.name == command })
      #expect(Guess.meaning(of: letter, isStepping: true) == command)
      #expect(Guess.meaning(of: letter) != command)
    }
    let said = Session.outputs(of: [
      "step op(script: [.timeout, ok]).retry(3)", "n", "b", "n 2", "let c = 7", "c", "help", "q",
      "n",
    ])
    #expect(said[1].contains("moment 2 ") && said[2].contains("moment 1 "))
    #expect(said[3].contains("success in 200ms") && said[5] == "7\n")
    #expect(
      said[6].hasPrefix("A call is in the stepper") && said[6].contains("  continue, c  runs"))
    #expect(said[6].contains("commands\n  run "))
    #expect(said[7] == "left the call\n" && said[8].contains("'n' is not defined"))
    #expect(Session.outputs(of: ["help"])[0].hasPrefix("Define an operation"))
  }

  @Test("A leading point does not make a command an error value")
  func points() {
    var session = Session.printing { _ in }
    #expect(session.run(".quit") == .ended && Guess.dotCommand(".timeout") == nil)
  }

  @Test("A long text is neither guessed at without end nor nested without end")
  func bounds() {
    var mistakes = 0
    var session = Session(commands: .standard) { event in
      if case .diagnosed = event { mistakes += 1 }
    }
    #expect(session.run(String(repeating: "retry> ", count: 20_000) + "for x in y {}") == .wrong)
    #expect(mistakes == 1)
    #expect(session.run(String(repeating: "for x\n", count: 10_000)) == .wrong)
    #expect(mistakes == 21)
  }

  @Test("'quit()' and its kin end the session", arguments: ["exit()", "quit()", "q", ":q", "bye"])
  func quits(text: String) {
    var session = Session.printing { _ in }
    #expect(session.run(text) == .ended)
  }

  @Test("A name that a person has defined keeps its meaning", arguments: ["q", "h", "clear", "_"])
  func defined(name: String) {
    var outputs: [String] = []
    var session = Session.printing { outputs.append("\($0)") }
    session.run(name == "_" ? "op()" : "let \(name) = op()")
    outputs = []
    #expect(session.run(name) == .ready && outputs.joined().contains("success"))
  }
}
