import RetryLanguage
import Testing
import Workbench

@Suite("Completions")
struct ProposalsTests {
  /// Completes at the mark `|` in a text, after some definitions.
  private func complete(
    _ marked: String,
    after definitions: String =
      "let fetch = op(fails: [.timeout: 30%, .brownout: 5%])\nlet gentle = policy(attempts: 3)"
  ) -> Proposals {
    var session = Session.printing { _ in }
    session.run(definitions)
    let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let completer = Completer(session)
    return completer.proposals(for: SourceText(parts.joined()), at: parts[0].count)
  }

  @Test(
    "the signature of a call that names a library is that of the library, if there is one",
    arguments: [("tenacity", true), ("tenacitty", false)])
  func libraries(name: String, isKnown: Bool) {
    let completer = Completer(Session.printing { _ in })
    let text = "preset(\"\(name)\", "
    let forms = completer.signature(for: SourceText(text), at: text.count).forms
    #expect(isKnown ? forms.map(\.key) == [name] : forms.count > 20, "\(forms.map(\.key))")
  }

  @Test("a setting that is none of its words is one more")
  func settings() {
    #expect(complete("set threads |", after: "set threads 2").words.map(\.name) == ["2", "auto"])
    #expect(complete("set threads |").words.map(\.name) == ["auto"])
  }

  @Test(
    "are exactly these, with the text to insert",
    arguments: [
      ("ru|", ["run "]),
      ("re|", ["redo", "remember ", "replay ", "report ", "reset"]),
      ("run fe|", ["fetch"]),
      ("let x = fet|", ["fetch"]),
      ("fetch.retry|", ["retry(", "retryWhen { "]),
      ("fetch.timeout(1s).retryW|", ["retryWhen { "]),
      ("fetch\n  .deb|", ["debounce("]),
      ("fetch.map { $0 }.enum|", ["enumerated()"]),
      ("fetch.fla|", ["flatMap { ", "flatMapLatest { "]),
      ("exponential(100ms).full|", ["fullJitter()"]),
      ("op(\n  lat|", ["latency: "]),
      ("fetch.retry(att|", ["attempts: "]),
      ("fetch.retry(attempts: 3, attem|", []),
      ("fetch.retry(attempts: 3, ba|", ["backoff: "]),
      (
        "fetch.retry(attempts: 3, jitter: f|",
        ["full"]
      ),
      ("fetch.retry(gen|", ["gentle"]),
      ("op(fails: [.tim|", ["timeout"]),
      ("op(fails: [.bro|", ["brownout"]),
      ("fetch.retry(attempts: 2, on: .ti|", ["timeout"]),
      ("help jit|", ["jitter", "jittered"]),
      ("help E00|", ["E001", "E002", "E004", "E005", "E006", "E007", "E008"]),
      ("show ge|", ["gentle"]),
      ("dialect c|", ["combine"]),
      ("set ev|", ["events "]),
      ("run fetch ti|", ["times "]),
      ("run fetch.retry(3) call|", ["call ", "calls "]),
      ("fetch.retryWhen { e in e.dela|", ["delay(", "delaySubscription("]),
      ("op(\"fe|", []),
      ("// fe|", []),
      ("zzz|", []),
      // What the grammar expects, wherever the place is.
      ("fetch.timeout(1s)\n  .timeout(2s)\n  .enum|", ["enumerated()"]),
      ("fetch.retryWhen { e in e.filter { $0 is .ti|", ["timeout"]),
      ("op(latency: mix(95%: 50ms, 5%: expo|", ["exponential("]),
      ("(fetch).retry(3).retry(on: .bro|", ["brownout"]), ("rnu fetch.retryW|", ["retryWhen { "]),
      ("runn fetch; run fe|", ["fetch"]), ("fetch.retry(3 backoff: expo|", ["exponential("]),
      ("export gentle.swift of |", ["fetch", "gentle"]), ("import gentle.py as |", []),
      ("stats fetch calls |", []),
      ("fetch.retry(attempts: 3, backoff: exponential(100ms, m|", ["max: "]),
      ("save demo\n\n// |", []), ("fetch.retry(3 att|", []),
      ("step fetch\nuntil fail|", ["failures"]), ("let n|", []), ("fetch.map { a, b|", []),
      // Other letters, and the parts of a name.
      ("RETRYF|", ["RetryFilter("]), ("fetch.rw|", ["retryWhen { "]), ("fetch.tU|", ["takeUntil("]),
      // Only what fits: figures in conditions, errors of the operation in lists, policies in a retry.
      ("expect p9|", ["p90", "p99", "p999"]), ("find fetch where at|", ["attempts"]),
      ("fetch.retry(3, on: [.timeout, |", [".brownout", ".timeout"]),
      (
        "op(fails: [|",
        [".auth", ".brownout", ".http", ".network", ".offline", ".throttled", ".timeout"]
      ),
      ("fetch.retry(3, on: [.|", ["brownout", "timeout"]), ("fetch.retry(sam|", []),
      ("fetch.retry(pol|", ["policy("]),
      ("zzz(1).fullJ|", ["fullJitter()"]), ("fetch.zzz(1).fullJ|", ["fullJitter()"]),
      ("fetch.re|try(3)", ["retry(", "retryWhen { "]),
    ] as [(String, [String])])
  func candidates(marked: String, expected: [String]) {
    #expect(complete(marked).words.map(\.text) == expected)
  }

  /// Completes after more definitions and two results; a name that ends with `…` must be among others.
  @Test(
    "fit the place",
    arguments: [
      // Statements and commands.
      ("ste|", ["step "]), ("lo|", ["load", "logged(", "lognormal("]), ("let |", []),
      ("let x: D|", ["Double", "Duration"]),
      ("func f(|", []), ("func f(x: In|", ["Int"]), ("func f(x: Int) -> Pol|", ["Policy"]),
      ("undo |", []), ("timing |", []), ("fetch |", []),
      ("run |", ["fetch", "half", "traffic", "_", "_2", "_1", "op(…", "load(…", "merge(…"]),
      ("run base|", []), ("seed |", ["half", "n"]), ("why _|", ["_", "_2", "_1"]),
      ("stats fetch |", ["calls ", "over ", "runs ", "seed "]),
      ("stats fetch calls 10 |", ["over ", "runs ", "seed "]),
      ("run fetch at p9|", ["p90", "p99", "p999"]),
      ("step fetch |", ["call ", "over ", "seed "]),
      ("play fetch sp|", ["speed "]),
      ("hunt fetch |", ["calls ", "over ", "seed ", "seeds ", "where "]),
      ("sweep |", []), ("sweep k in |", ["many"]), ("sweep k in [1, 3] { fetch.retry(k|", ["k"]),
      ("sweep k in [1, 3] { fetch.retry(k) } r|", ["runs "]),
      // Conditions.
      ("expect success > 90% && p99|", ["p99", "p999"]), ("expect base|", ["base"]),
      ("expect fe|", []),
      ("find fetch where success && att|", ["attempts"]),
      ("find fetch where error is .|", ["brownout", "timeout"]),
      ("find fetch.retry(2) where error is |", [".brownout", ".timeout"]),
      ("hunt fetch where outc|", ["outcome"]), ("goal att|", ["attempts"]),
      ("expect error is .ti|", ["timeout"]),
      // Words and files behind commands.
      (
        "set |",
        [
          "charts ", "depth ", "dialect ", "draws ", "engine ", "events ", "hints ", "memory ",
          "rows ",
          "seed ",
          "threads ",
          "timing ", "type ", "width ",
        ]
      ),
      ("set hints |", ["off", "on"]), ("set engine |", ["auto", "general"]),
      ("set dialect |", ["combine", "rxswift"]), ("set rows |", ["400"]), ("set hints on |", []),
      ("dialect |", ["combine", "rxswift"]), ("dialect rxswift |", []), ("help policy |", []),
      ("course |", ["hour", "day", "swift", "sheet"]), ("lesson 1 |", ["again"]),
      ("export |", ["result.csv", "result.svg", "result.png"]),
      ("export trace.|", ["trace.csv", "trace.svg", "trace.png"]),
      ("export trace.svg |", ["over", "of ", "check", "anyway"]),
      ("export trace.svg of |", ["_", "_2", "_1"]),
      ("export a of _1 |", ["over", "check", "anyway"]),
      ("save mine |", ["over", "with ", "of "]), ("save mine with |", ["expectations"]),
      (
        "predict suc|",
        ["success", "successAfter", "successBefore", "successDuring", "successInTime"]
      ), ("predict success |", []),
      // Members by the type of the value.
      (
        "_1.|",
        [
          "asked", "attempts", "call", "cost", "effects", "error", "latency", "outcome", "seed",
          "success",
          "value",
          "waited",
        ]
      ),
      ("_2.p99|", ["p99", "p999"]), ("_.go|", ["goodput"]), ("db.|", []),
      ("gentle.|", ["perAttempt(", "perCall("]),
      ("n.|", []),
      ("exponential(1s).full|", ["fullJitter()"]), ("exponential(1s).ret|", []),
      (".timeout.|", ["after(", "synchronous", "payload", "retryAfter"]),
      // Closures, and names of the entry.
      ("fetch.map { a in a.fi|", ["field("]),
      ("fetch.retryWhen { e in e.ta|", ["take(", "takeLast(", "takeUntil(", "takeWhile { "]),
      ("op(fails: { a in a.|", ["now", "number"]), ("fetch.retryWhen { errors in err|", ["errors"]),
      ("func twice(tries: Int) -> Int { tr|", ["traffic", "tries", "true"]),
      ("let mine = fetch.retry(3)\nrun mi|", ["mine"]),
      ("let mine = fetch.retry(3)\nlet other = mine.retry(2)\nother.timeou|", ["timeout("]),
      ("let mine = 3\nmine.|", []), ("merge(fetch,\n  fe|", ["fetch"]),
      // Arguments: labels that go with those given, and values that fit.
      ("fetch.retry(attempts: 3, re|", ["retryAfter: ", "retryAfterOn: "]),
      ("fetch.retry(attempts: |", ["half", "n", "nil", "unlimited"]),
      (
        "fetch.retry(attempts: 3, backoff: |",
        [
          "half", "none", "constant(", "decorrelated(", "delays(", "exponential(", "fibonacci(",
          "linear(", "ratcheting(", "smoothed(",
        ]
      ),
      ("fetch.retry(preset(\"aws-s|", ["aws-standard-2.0\"", "aws-standard-2.1\""]),
      (
        "fetch.retry(preset(\"polly\", MaxR|", ["MaxRetryAttempts: "]
      ),
      (
        "fetch.retry(preset(\"polly\", BackoffType: |", ["Constant", "Exponential", "Linear"]
      ),
      (
        "fetch.retry(attempts: 3, backoff: exponential(1s), jitter: |",
        [
          "equal", "full", "none", "additive(", "proportional(", "scaled(",
        ]
      ),
      ("fetch.retry(attempts: 3, delay: |", ["base", "half"]),
      ("fetch.retry(3, stop: |", ["both", "either"]),
      ("fetch.retry(attempts: 3, exhausted: |", ["complete", "fail"]),
      (
        "fetch.retry(attempts: 3, retryAfter: |",
        ["honour", "ignore", "nil", "HintRule(", "atMost(", "obey("]
      ),
      ("fetch.retry(attempts: 3, budget: |", ["tank", "budget("]),
      ("fetch.retry(attempts: 3, on: |", ["half", ".brownout", ".timeout"]),
      ("fetch.retry(attempts: 3, on: .|", ["brownout", "timeout"]),
      ("op(idempotent: |", ["half", "false", "true"]), ("op(fails: [.timeout: tw|", ["twentieth"]),
      ("op(script: [o|", ["op(", "ok"]), ("op(script: [.ti|", ["timeout"]),
      ("op(on: |", ["db", "channel(", "row(", "server("]),
      ("op(latency: sa|", ["samples("]), ("op(outages: |", ["every(", "outages("]),
      ("server(order: |", ["fifo", "lifo"]), ("server(down: |", ["holds", "refuses"]),
      ("server(abandoned: |", ["dropped", "served"]),
      ("server(limit: |", ["slidingWindow(", "tokens(", "window("]), ("server(ex|", ["expires: "]),
      (
        "load(fetch, |",
        [
          "arrivals: ", "calls: ", "clients: ", "drain: ", "for: ", "keys: ", "rate: ", "think: ",
          "warmup: ",
        ]
      ),
      ("load(fetch, arrivals: |", ["poisson", "steady"]),
      ("load(fetch, keys: |", ["uniform(", "zipf("]),
      ("policy(jit|", ["jitter: "]), ("breaker(op|", ["open: "]), ("budget(cr|", ["credit: "]),
      ("fetch.breaker(cb|", ["cb"]), ("fetch.retry(tank|", []),
      // The parts of a name.
      ("fetch.reWh|", ["retryWhen { "]), ("fetch.dS|", ["delaySubscription("]),
      ("fetch.fml|", ["flatMapLatest { "]), ("fetch.RETRYW|", ["retryWhen { "]),
    ] as [(String, [String])])
  func fitting(marked: String, expected: [String]) {
    let definitions = """
      let fetch = op(fails: [.timeout: 30%, .brownout: 5%])
      let gentle = policy(attempts: 3)
      let base = 200ms
      let twentieth = 5%
      let n = 3
      let many = [1, 3]
      let db = server(slots: 2, service: 10ms)
      let traffic = load(fetch, rate: 40/s)
      let cb = breaker(consecutive: 3, open: 1s)
      let tank = budget(tokens: 10)
      let half = { x in op().retry(x) }
      run fetch.retry(2)
      stats fetch calls 100
      """
    let found = complete(marked, after: definitions).words.map(\.text)
    let listed = expected.filter { !$0.hasSuffix("…") }
    if listed.count == expected.count {
      #expect(found == expected)
    } else {
      #expect(Array(found.prefix(listed.count)) == listed)
      for one in expected.dropFirst(listed.count) {
        #expect(found.contains(String(one.dropLast())))
      }
    }
  }

  @Test("commands of the stepper come first while a call is in it")
  func stepping() {
    let proposals = complete("|", after: "step op()")
    #expect(
      proposals.words.prefix(6).map(\.name) == [
        "continue", "failure", "leave", "queue", "state", "until",
      ])
    #expect(proposals.groups.first?.group == .steps)
    #expect(complete("until at|", after: "step op()").words.map(\.text) == ["attempts"])
  }

  @Test(
    "groups stand in the order in which they fit",
    arguments: [
      ("fetch.retry(|", ["labels", "your names"]),
      ("|", ["your names", "your results", "commands"]),
      ("op(fails: |", ["your names", "errors"]), ("expect |", ["figures"]),
      ("stats fetch |", ["options"]),
    ])
  func groups(marked: String, headings: [String]) {
    let proposals = complete(marked, after: "let fetch = op()\nlet n = 3\nlet part = 5%\nrun fetch")
    #expect(proposals.groups.map(\.group.heading).prefix(headings.count) == headings[...])
    #expect(Set(proposals.groups.map(\.group)).count == proposals.groups.count)
    #expect(
      proposals == complete(marked, after: "let fetch = op()\nlet n = 3\nlet part = 5%\nrun fetch"))
  }

  @Test("every completion has a description")
  func details() {
    let marks = [
      "|", "fetch.|", "fetch.retry(|", "help |", "run |", "server(|", "expect |",
      "find fetch where |",
      "predict |", "set |", "run fetch |",
    ]
    for marked in marks {
      let candidates = complete(marked).words
      #expect(candidates.count > 6, "\(marked)")
      for candidate in candidates { #expect(!candidate.detail.isEmpty, "\(candidate.name)") }
    }
  }

  @Test(
    "existing files are proposed after commands that take a path",
    arguments: [
      ("load s|", ["s.retry", "sub/"]), ("load sub/|", ["sub/a.retry"]),
      ("load  sub/a.r|", ["sub/a.retry"]), ("replay s|", ["s.retry", "sub/"]),
      ("lesson sub/a.r|", ["sub/a.retry"]), ("load none|", []), ("lesson |", ["s.retry", "sub/"]),
      ("1\nload s|", ["s.retry", "sub/"]),
      ("op(latency: samples(\"sub/|", ["sub/a.csv"]),
      ("op(\"s|", []), ("op().retry(samples(\"s\"|", []),
    ] as [(String, [String])])
  func files(marked: String, expected: [String]) {
    let files = ["s.retry", "sub/", "sub/a.csv", "sub/a.retry"]
    var host = ScriptHost()
    host.paths = { begun in
      files.filter {
        $0 != begun && $0.hasPrefix(begun) && !$0.dropFirst(begun.count).dropLast().contains("/")
      }
    }
    let session = Session.printing(host: host) { _ in }
    let text = String(marked.dropLast())
    let completer = Completer(session)
    #expect(
      completer.proposals(for: SourceText(text), at: text.count).words.map(\.name) == expected)
  }

  @Test("the partial word is replaced")
  func range() {
    #expect(complete("run fet|").range == 4..<7)
    #expect(complete("fetch.|").range == 6..<6)
  }

  @Test("an incomplete text anywhere is harmless")
  func anywhere() {
    let text =
      "let f = op(latency: 80ms...120ms, fails: [.timeout: 30%])\nrun f.retryWhen { e in e.take(3).delay(1s) } times 3"
    var session = Session.printing { _ in }
    for cursor in 0...text.count {
      let completer = Completer(session)
      _ = completer.proposals(for: SourceText(text), at: cursor)
    }
    session.run(text)
  }
}
