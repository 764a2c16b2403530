import RetryLanguage
import Testing
import Workbench

@Suite("Session")
struct SessionTests {
  @Test("an empty line separates narration from the preceding output, even from a result")
  func narration() {
    let printed = Session.outputs(of: [
      "/// one\n/// two\njust(1 + 1)\n/// three\n_1.attempts\n/// four", "/// five",
    ])
    let lines = printed[0].split(separator: "\n", omittingEmptySubsequences: false)
    let gaps = lines.indices.filter { lines[$0].isEmpty }.compactMap { gap in
      gap + 1 < lines.endIndex ? String(lines[gap + 1]) : nil
    }
    #expect(printed[0].hasPrefix("one\ntwo\n"))
    #expect(gaps == ["three", "four"])
    #expect(printed[1] == "five\n")
  }

  @Test("help error explains the last error")
  func lastMistake() {
    let printed = Session.outputs(of: ["help error", "op().rety(3)", "help error", "help errors"])
    #expect(printed[0].hasPrefix("no errors yet"))
    #expect(printed[2].hasPrefix("E011: "))
    for code in DiagnosticCode.allCases {
      #expect(printed[3].contains("\n  \(code.text)  ") || printed[3].hasPrefix("  \(code.text)"))
    }
  }

  @Test("every topic has help, and its names can be looked up")
  func topics() {
    for callable in Catalogue.all {
      for label in callable.parameters.compactMap(\.label) {
        #expect(callable.meaning(of: label) != nil, "\(callable.name)(\(label):)")
      }
    }
    for topic in Help().topics {
      #expect(Help().text(on: topic.name) != nil && !topic.text.isEmpty, "\(topic.name)")
    }
    #expect(Help().text(on: "nonsense") == nil)
  }

  @Test("an error leaves the session unchanged")
  func mistakes() {
    let printed = Session.outputs(of: [
      "let f = op()", "let g = op()\nlet f = op(fails: 3)", "show",
    ])
    #expect(printed[2] == "f: an operation · 100ms\n")
  }

  @Test("a definition that hides a built-in name shows the line that used it")
  func hidingLine() {
    let said = Session.outputs(of: ["let client = op()"]).joined()
    #expect(said.contains("as in let app = client("), "\(said)")
    #expect(!said.contains("let api"), "\(said)")
  }

  @Test("a definition of several lines is told in one")
  func severalLines() {
    let text = """
      let f = op()
        .retry(
          attempts: 4,  // the first included
          jitter: full
        )
      let waits = [
        1s, 2s
      ]
      """
    #expect(
      Session.outputs(of: [text]).joined() == """
        f: an operation · op().retry(attempts: 4, jitter: full) · 4 attempts in total
        waits: [1s, 2s]

        """)
  }

  @Test("an incomplete text is recognized, and an invalid one is not incomplete")
  func incomplete() {
    for text in ["op(", "op(latency:", "let f =", "[1,", "f.retryWhen { e in", "just(1 +"] {
      #expect(Session.isIncomplete(text), "\(text)")
    }
    for text in ["op()", "op)", "op(]", "let 3", "run", "just(\"a", "f.", ""] where text != "f." {
      #expect(!Session.isIncomplete(text), "\(text)")
    }
  }

  @Test("a comma at the end of a line continues what a command compares, or what it runs over")
  func commas() {
    let compared = Session.outputs(of: [
      "compare op().retry(2),\n  // more\n  op(),\n\n op().retry(3)"
    ])
    let flat = Session.outputs(of: ["compare op().retry(2), op(), op().retry(3)"])
    #expect(compared == flat && compared[0].contains("op().retry(3)"))
    #expect(Session.isIncomplete("compare op(),") && Session.isIncomplete("compare op(),\n"))
    let swept = Session.outputs(of: [
      "sweep n in 1...2,\n  m in 1...2 { n, m in op().retry(n * m) }"
    ])
    #expect(swept[0].contains("4"))
  }

  @Test("a sweep without 'in' is told where it belongs")
  func loops() {
    let printed = Session.outputs(of: ["sweep n 1...6 { n in op().retry(n) }"])
    #expect(printed[0].contains("expected 'in', found a number"))
    #expect(printed[0].contains("write 'n in' before its values"))
  }

  @Test("a policy in place of an operation, or a function in place of a name, is told how to go on")
  func misplaced() {
    let printed = Session.outputs(of: [
      "let gentle = policy(attempts: 3)", "stats gentle", "let double(x) = x * 2",
    ])
    #expect(printed[1].contains("expected an operation, found a policy"))
    #expect(printed[1].contains("op(fails: 20%).retry(gentle)"))
    #expect(printed[2].contains("'let double = { x in … }'"))
  }

  @Test("operations in brackets are told how they are compared", arguments: ["compare", "stats"])
  func bracketed(command: String) {
    let names = "let a = op()\nlet b = a.retry(2)"
    let printed = Session.outputs(of: [names, "\(command) [a, b]", "\(command) (a, b)"])
    #expect(printed[1...].allSatisfy { $0.contains("compare a, b") })
    #expect(Session.outputs(of: [names, "\(command) [a]"])[1].contains("did you mean 'a'"))
  }

  @Test("quitting ends a text immediately")
  func quits() {
    var printed: [Output] = []
    var session = Session.printing { printed.append($0) }
    #expect(session.run("just(1)\nquit\njust(2)") == .ended)
    #expect(printed.count == 1)
  }

  @Test("undo goes back step by step, and stops at the beginning")
  func undo() {
    let printed = Session.outputs(of: [
      "let f = op()", "seed 7", "dialect combine", "undo", "seed", "undo", "seed", "undo", "show",
      "undo",
    ])
    #expect(printed[4] == "seed 7\n")
    #expect(printed[6] == "seed 42\n")
    #expect(printed[8] == "no definitions yet\n")
    #expect(printed[9] == "nothing to undo\n")
    #expect(Session.outputs(of: ["help undo"])[0].contains("definition or setting, not results"))
  }

  @Test("the same text prints the same output, whatever ran before")
  func repeats() {
    let text = "run op(latency: 1ms...1s, fails: 30%).retry(5)"
    let printed = Session.outputs(of: [text, "run op() times 3", text])
    #expect(printed[0] == printed[2])
  }

  @Test(
    "texts that would overflow, nest endlessly or grow by doubling are handled",
    arguments: [
      ["let f = op(fails: 100%)", "explain f.retry(9223372036854775807)"],
      ["explain op(fails: 100%)" + String(repeating: ".retry(2)", count: 95)],
      ["just(1" + String(repeating: "+1", count: 50_000) + ")"],
      ["let a0 = [1]"] + (0..<40).map { "let a\($0 + 1) = [a\($0), a\($0)]" },
      ["let g0 = op()"] + (0..<40).map { "let g\($0 + 1) = merge(g\($0), g\($0))" } + [
        "explain g40"
      ],
      ["seed 9223372036854775807", "run op().retry(3)", "run op() call 9223372036854775807"],
    ])
  func extremes(texts: [String]) {
    let printed = Session.outputs(of: texts)
    #expect(printed.allSatisfy { $0.count < 50_000 })
  }

  struct Fact: Sendable, CustomTestStringConvertible {
    let text: String
    let lines: [String]
    var testDescription: String { text }
  }

  @Test(
    "explain agrees with the run",
    arguments: [
      Fact(
        text:
          "explain op(latency: 1s, fails: 100%).retry(attempts: 5, delay: 10s, deadline: 3s, deadlineRule: after)",
        lines: ["longest duration: 11s", "total attempts: at most 1"]),
      Fact(
        text: "explain op(script: [.throttled(retryAfter: 10s), ok]).retry(attempts: 2, delay: 1s)",
        lines: ["longest duration: 11.2s", "a server's hint, at most 10s, replaces the delay"]),
      Fact(
        text:
          "explain op(script: [.throttled(retryAfter: 24h), ok]).retry(attempts: 2, delay: 1s)",
        lines: ["longest duration: 61.2s", "a server's hint, at most 1m, replaces the delay"]),
      Fact(
        text:
          "explain op(script: [.throttled(retryAfter: 10s), ok]).retry(attempts: 3, delay: 1s, limits: [.throttled: 1], retryAfter: atMost(30s, jitter: 1s, atLeastBackoff: true, resetsBackoff: true))",
        lines: [
          "at most 1 retry after .throttled",
          "a server's hint, at most 10s, plus up to 1s, replaces the delay if that is",
          "after a hint, the delays start over",
        ]),
      Fact(
        text:
          "explain op(script: [.throttled(retryAfter: 10s), ok]).retry(attempts: 2, delay: 1s, retryAfter: ignore)",
        lines: ["a server's hint is ignored", "longest duration: 1.2s"]),
      Fact(
        text:
          "explain op(fails: 100%).retry(attempts: unlimited, backoff: constant(1s).take(2) ++ linear(2s).take(1))",
        lines: ["delays: 1s, 1s, 2s; 4s in total", "total attempts: 4"]),
      Fact(
        text:
          "explain op(fails: 100%).retry(deadline: 5s, delay: 1s, deadlineRule: elapsed, deadlineMoment: start)",
        lines: [
          "deadline: 5s, checked only when an attempt fails, compared with the start"
        ]),
      Fact(
        text: "run op(script: [.throttled(retryAfter: 24h), ok]).retry(2)",
        lines: ["wait 1m   the error requests 24h, more than allowed"]),
      Fact(
        text:
          "run op(script: [.throttled(retryAfter: 10s), ok]).retry(attempts: 2, delay: 1s, retryAfter: ignore)",
        lines: ["constant back-off; the requested 10s is ignored"]),
      Fact(
        text: "run op(script: [.throttled(retryAfter: 0s), ok]).retry(attempts: 2, delay: 1s)",
        lines: ["constant back-off; a request for 0s is none"]),
      Fact(
        text: "run op(fails: 100%).retry(attempts: 9, backoff: constant(1s).take(1))",
        lines: ["gives up: the back-off has ended"]),
      Fact(
        text: "run op(fails: [.busy: 100%]).retry(attempts: 9, limits: [.busy: 1])",
        lines: ["gives up: busy is retried once"]),
      Fact(
        text: "explain op(\"a\").flatMap { op(\"b\").retry(3) }",
        lines: ["total attempts: 1, plus those of sources made by closures"]),
      Fact(
        text: "explain op(fails: 100%).retryWhen { e in zip(e, numbers(1...3)).map { $0 } }",
        lines: ["warning: zip of two streams waits: after its 3 values the next error has no"]),
      Fact(
        text: "run op(fails: 100%).retryWhen { e in zip(e, numbers(1...3)).map { $0 } }",
        lines: [
          "hangs on the notifier, silent since error",
          "zip: source 2 has completed",
        ]),
      Fact(
        text: "run op(script: [.auth.synchronous, ok.synchronous]).retry(2)",
        lines: ["success in 0ms · 2 attempts"]),
      Fact(text: "explain timer(1s)", lines: ["longest duration: 1s", "timer: sends 0 after 1s"]),
      Fact(
        text: "explain op().map { $0 }",
        lines: ["map: transforms each value with a closure", "longest duration: 100ms"]),
      Fact(
        text: "explain op().ask(after: 1, every: 1s)",
        lines: [
          "asks a person, starting with failure 2", "longest duration: unknown before the run",
        ]),
    ])
  func facts(fact: Fact) {
    let printed = Session.outputs(of: [fact.text])[0]
    for line in fact.lines { #expect(printed.contains(line), "\(printed)") }
  }

  @Test("a closure with control flow gets one message, not four")
  func steering() {
    let printed = Session.outputs(of: [
      "op().retryWhen { errors in\n  errors.flatMap { e in\n    for n in e { fail(n) }\n    return timer(1s)\n  }\n}"
    ])[0]
    #expect(printed.split(separator: "error:").count == 1)
    #expect(printed.contains("'for' cannot be used in a closure"))
  }

  @Test("a damaged or foreign text shows its first errors, and that there are more")
  func foreign() {
    let printed = Session.outputs(of: [String(repeating: "§ ", count: 4000)])[0]
    #expect(printed.contains("and 3980 more mistakes"))
    #expect(printed.count < 20_000)
  }

  @Test("a pattern may be given alone or in a list, with on and with unless")
  func patterns() {
    let text = "run op(script: [.auth, ok]).retry(attempts: 2, "
    for options in ["on: .auth", "on: [.auth]", "unless: .http", "unless: [.http, .timeout]"] {
      #expect(Session.outputs(of: [text + options + ")"])[0].contains("success"), "\(options)")
    }
  }

  @Test("a repeated option and one out of bounds are reported")
  func options() {
    let twice = Session.outputs(of: ["run op() times 3 times 4"])[0]
    #expect(twice.contains("'times' is given twice"))
    let many = Session.outputs(of: ["run op() times 1000000"])[0]
    #expect(many.contains("'times' must be at most 10_000"))
  }

  @Test("block comments, a byte order mark, try and await are ignored")
  func ignoredText() {
    let text = "\u{FEFF}/* two\nlines */ let f = op() // more\nrun try await f.retry(2) times 1"
    #expect(Session.outputs(of: [text])[0].contains("success"))
  }

  @Test("load runs a file, whose definitions remain, and files cannot load each other endlessly")
  func load() {
    var printed: [String] = []
    let files = ["01-a.retry": "let x = 7", "loop.retry": "load loop.retry", "bad.retry": "rn"]
    var host = ScriptHost(file: { files[$0] })
    host.paths = { _ in files.keys.sorted() }
    var session = Session.printing(host: host) { output in
      switch output {
      case .result(let text), .message(let text), .mistake(let text): printed.append(text)
      }
    }
    for text in [
      "load 01-a.retry", "x", "load \"01-a.retry\"", "load nothing", "load loop.retry",
      "load bad.retry", "let f = op()", "load f.retry(3) clients 3",
    ] {
      session.run(text)
    }
    #expect(printed[0] == "x: 7")
    #expect(printed[1] == "7")
    #expect(printed[2] == "x: 7")
    #expect(printed[3].contains("no readable file 'nothing'"))
    #expect(printed[4].contains("files are loaded more than 8 levels deep"))
    #expect(printed[5].hasPrefix("bad.retry:1:1: error"))
    #expect(printed[7].contains("load(f, clients: 10)"))
    let completer = Completer(session)
    #expect(
      completer.proposals(for: SourceText("load 01"), at: 7).words.map(\.name) == ["01-a.retry"])
  }

  @Test("a setting shows the origin of its value: the file and its line, or this session")
  func origins() {
    var printed: [String] = []
    let host = ScriptHost(file: { $0 == "folder/my.retry" ? "let x = 1\n\nset depth 70" : nil })
    var session = Session.printing(host: host) { output in
      if case .result(let text) = output { printed.append(text) }
    }
    session.run("set events 500\ndialect combine", name: "/home/someone/init.retry")
    session.run("load folder/my.retry")
    session.run("seed 9")
    session.run("set")
    let lines = printed[0].split(separator: "\n").map { $0.split(separator: " ") }
    let origins = ["events": "init.retry:1", "dialect": "init.retry:2", "depth": "my.retry:3"]
    for (name, origin) in origins {
      #expect(lines.contains { $0.first ?? "" == name && $0.dropFirst(2).first ?? "" == origin })
    }
    #expect(lines.contains { $0.starts(with: ["seed", "9", "set", "here"]) })
    #expect(lines.contains { $0.starts(with: ["width", "80", "default"]) })
  }

  @Test("a single word close to a command, and a command without its subject, are reported")
  func commands() {
    let printed = Session.outputs(of: ["hlep", "step op()", "nxt", "until", "run", "help E999"])
    #expect(printed[0].contains("did you mean 'help'?"))
    #expect(printed[2].contains("did you mean 'next'?"))
    #expect(printed[3].contains("'until' needs an argument"))
    #expect(printed[3].contains("example: until failures == 2"))
    #expect(printed[4].contains("example: run op("))
    #expect(printed[5].contains("codes are E001, E002"))
  }

  @Test("a definition that hides a function warns once; that of a method or a new name does not")
  func hiding() {
    let printed = Session.outputs(of: ["let op = 3", "let op = 4", "let retry = 5", "let mine = 6"])
    #expect(printed[0].hasPrefix("op: 3\nwarning: 'op' now hides"))
    #expect(printed.dropFirst().allSatisfy { !$0.contains("warning") })
  }

  @Test("explain shows which errors are not retried, and what a person decides")
  func refused() {
    let printed = Session.outputs(of: [
      "explain op(fails: [.timeout: 20%, .auth: 2%]).retry(attempts: 3, on: [.timeout])",
      "explain op(fails: 50%).ask(after: 2, every: 3s)",
      "explain op(fails: [.http(503): 5%]).retry(attempts: 3, on: [.http(500...599)])",
    ])
    #expect(printed[0].contains("not retried: .auth"))
    #expect(
      printed[1].contains("delays: 3s, 3s; 6s in total\n")
        || printed[1].contains("delays: 3s, 3s\n"))
    #expect(!printed[1].contains("warning"))
    #expect(!printed[2].contains("not retried"))
    let others = Session.outputs(of: [
      "explain op().delay(200ms)", "explain concat(op(), timer(1s))",
      "stats op(fails: 100%).cached(7, stale: 50%) calls 200",
    ])
    #expect(others[0].contains("delay: delays values and completion by 200ms"))
    #expect(others[0].contains("longest duration: 300ms"))
    #expect(others[1].contains("longest duration: 1.1s"))
    #expect(others[2].contains("served stale"))
  }
}
