import RetryLanguage
import Synchronization
import Testing
import TextLayout
import Workbench

/// What is shown about an entry while it is typed; `|` is the cursor.
@Suite("Help while typing")
struct EntryGuideTests {
  private func guidance(
    _ marked: String, width: Int = 80, isColoured: Bool = true, settings: String = ""
  ) -> (text: String, guidance: Guidance) {
    var session = Session.printing { _ in }
    session.run("let fetch = op(fails: [.timeout: 30%])\nlet gentle = policy(attempts: 3)")
    if !settings.isEmpty { session.run(settings) }
    let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let style = Style(width: width, isColoured: isColoured)
    let text = parts.joined()
    var guide = EntryGuide(session)
    return (text, guide.guidance(for: text, at: parts[0].count, style))
  }

  private func marked(_ ink: Ink, in example: (text: String, guidance: Guidance)) -> [String] {
    (example.guidance.colours + example.guidance.marks).filter { $0.ink == ink }
      .map { String(Array(example.text)[$0.range]) }
  }

  @Test(
    "the call at the cursor is shown with its current argument",
    arguments: [
      ("fetch.retry(|", "retry(integer) · makes this many attempts in total"),
      (
        "fetch.retry(attempts: |",
        "attempts: the total number of attempts"
      ),
      ("fetch.timeout(1|", "timeout("),
      (
        "fetch.retry(attempts: 3, backoff: exponential(100ms|",
        "exponential(duration, factor:, max:) · a delay"
      ),
      (
        "fetch.retry(attempts: 3, delay: 1s|)",
        "delay: a constant delay before each retry"
      ),
      ("stats fetch.retry(attempts: 3, on: [.timeout|", "on: "),
      ("load(fetch, rate: 40/s, for: |", "for: "),
      ("merge(fetch, fetch, |", "merge("),
    ])
  func signatures(text: String, note: String) {
    let shown = guidance(text).guidance.note?.plainText ?? ""
    #expect(shown.contains(note), "\(shown)")
  }

  @Test(
    "there is no note where there is nothing to say",
    arguments: [
      "|", "fe|", "fetch|", "fetch.retry(3)|", "run fetch ti|", "help ret|", "[1, 2|", "q|", "?|",
      ".help|", "retry> fetch|", "let x = |", "fetch.retryWhen { e in e.|", "\"fetch.retry(|",
      "op(lat|ency: 1s)", "stats fetch calls |", "1 + |", "fetch.retry(3).|", "lesson |",
    ])
  func quiet(text: String) {
    let shown = guidance(text).guidance
    #expect(shown.marks.allSatisfy { $0.ink == .bracket })
    #expect(shown.note == nil || shown.note?.plainText.contains("(") == true)
    #expect(shown.note?.plainText.contains("error") != true)
  }

  @Test(
    "a mistake is marked as soon as no further key of its word can correct it",
    arguments: [
      ("fetch.rety(3)|", "rety", "did you mean 'retry'?"),
      ("fetch.rety(3).|", "rety", "did you mean 'retry'?"),
      ("fetch.rety(3).time|", "rety", "did you mean 'retry'?"),
      ("stats fetsh calls 10|0", "fetsh", "did you mean 'fetch'?"),
      ("fetch.retry(attmpts: 3|", "attmpts", "did you mean 'attempts"),
      ("fetch.delay(10sec) |", "sec", "did you mean 's'?"),
      ("let a = fetsh\nlet b = |", "fetsh", "did you mean 'fetch'?"),
      ("fetch.timeout()|", "timeout", ""),
    ])
  func mistakes(text: String, mistake: String, fixIt: String) {
    let shown = guidance(text)
    #expect(marked(.mistake, in: shown) == [mistake])
    #expect(shown.guidance.note?.plainText.contains(fixIt) == true)
  }

  @Test(
    "where there is no room for both, the suggestion is shown and not the mistake",
    arguments: [
      (40, "did you mean 'attempts'?"), (80, "'retry' has no argument 'maxAttempts:' · did you"),
    ])
  func narrow(width: Int, note: String) {
    let shown = guidance("fetch.retry(maxAttempts: 3, |", width: width).guidance.note
    #expect(shown?.plainText.hasPrefix(note) == true)
  }

  @Test(
    "what may still be mended is not a mistake",
    arguments: [
      "fetc|", "fetch.ret|", "fetch.rety|", "fetch.timeout(|", "fetch.timeout(|)",
      "op(fails: [.tim|",
      "fetch.retry(attempts: |)", "let x = op(latency: 1s,|", "fetch.retry(att|empts: 3)",
      "compare fetch, |", "fetch\n\n  .timeout(1s)|", "fetch\n/// why\n  .timeout(1s)|",
      "sweep n in [1, 3] {|", "sweep n in [1, 3] { fetch.retry(n|",
      "step fetch.retry(2)\nfailure|", "step fetch.retry(2)\nfailure\n|",
      "find fetch where error ==|", "find fetch where error == .au|",
      "find fetch where error is .au|", "hunt fetch where error is |",
      "fetch.retry(when: { e in\n|",
    ])
  func begun(text: String) {
    #expect(marked(.mistake, in: guidance(text)) == [])
  }

  @Test(
    "a mistake below the cursor is marked as well, and leaves the line below the entry to the call at the cursor",
    arguments: [
      ("let a = 1|\nfetsh.retry(2)", ["fetsh"], "fetch"),
      ("fetch.retry(|)\nfetsh", ["fetsh"], "retry("),
      ("|\nlet b = fetch.rety(2)\nb.retry(2)", ["rety"], "retry"),
      ("let a = |1\nlet b = a.retry(2)\nb.delay(1s)", ["retry"], "retry"),
      (
        "let c = fetch|\nlet a = c.rety()\nc.retry(2)\nop(\n  latency: 1sec\n)", ["rety", "sec"],
        "rety"
      ),
    ] as [(String, [String], String)])
  func below(text: String, mistakes: [String], note: String) {
    let shown = guidance(text)
    #expect(marked(.mistake, in: shown) == mistakes)
    #expect(shown.guidance.note?.plainText.contains(note) == true)
  }

  @Test(
    "what a statement at the cursor may still become is no mistake in those below it",
    arguments: [
      "let a = |\na.retry(2)", "let a|\na.retry(2)", "let a = fetch.re|\na.retry(2)",
      "func a(x: Int|\nlet b = a(2)", "run fetch.ret|\n_1.attempts",
      "run |\n_.attempts\n_1.attempts",
      "fetch.retry(|\nlet b = 3\nb", "\nlet a = fetch.retry(attempts: |\nlet b = a.retry(2)",
      "let n = 3|\nset dialect combine\nfetch.retry(n)",
    ])
  func open(text: String) {
    #expect(marked(.mistake, in: guidance(text)) == [])
  }

  @Test("the colours tell commands, numbers, strings, errors and comments apart")
  func colours() {
    let shown = guidance("stats op(\"a b\", fails: [.timeout: 5%]).delay(10ms) calls 99 // why|")
    #expect(marked(.strong, in: shown) == ["stats", "calls"])
    #expect(marked(.number, in: shown) == ["5%", "10ms", "99"])
    #expect(marked(.quoted, in: shown) == ["\"a b\""])
    #expect(marked(.kind, in: shown).joined() == ".timeout")
    #expect(marked(.faint, in: shown).joined().contains("// why"))
    #expect(marked(.strong, in: guidance("help run times 3|")) == ["help"])
    #expect(marked(.kind, in: guidance("op()\n  .timeout(1s)|")).isEmpty)
    #expect(marked(.kind, in: guidance("op(script: [\n  .auth,\n  ok])|")).joined() == ".auth")
  }

  @Test(
    "the bracket at the cursor is shown with its match, strings aside",
    arguments: [
      ("op(latency: [1]|)", ["[", "]"], 12), ("|(1 + 2) * 3", ["(", ")"], 0),
      ("\")\" + (1)|", ["(", ")"], 6), ("op(|", [], 0), ("1 + 2|", [], 0),
    ])
  func brackets(text: String, pair: [String], place: Int) {
    let shown = guidance(text)
    #expect(marked(.bracket, in: shown) == pair)
    #expect(
      pair.isEmpty || shown.guidance.marks.last { $0.ink == .bracket }.map { _ in place } == place)
  }

  @Test("a note fits a narrow screen and keeps the current argument", arguments: [40, 60, 80, 200])
  func narrow(width: Int) {
    let note = guidance(
      "fetch.retry(attempts: 3, backoff: exponential(1s), deadline: |", width: width
    )
    .guidance.note
    #expect(note?.plainText.contains("deadline:") == true)
    #expect((note?.text ?? "").isEmpty == false)
  }

  @Test("without colours there is only the note, and with hints off only the colours")
  func off() {
    let plain = guidance("fetch.rety(3) |", isColoured: false).guidance
    #expect(plain.colours.isEmpty && plain.marks.isEmpty && plain.note != nil)
    let silent = guidance("fetch.rety(3) |", settings: "set hints off").guidance
    #expect(!silent.colours.isEmpty && silent.marks.isEmpty && silent.note == nil)
  }

  @Test("a cursor behind the end is at the end")
  func behind() {
    var guide = EntryGuide(Session.printing { _ in })
    for text in ["", "op(", "\u{1F1E9}\u{1F1EA}", "e\u{301}.retry("] {
      _ = guide.guidance(for: text, at: text.unicodeScalars.count + 1, Style(isColoured: true))
    }
  }

  @Test(
    "a guide and a completer that have seen other texts say the same as new ones", arguments: 0..<40
  )
  func remembers(seed: Int) {
    var session = Session.printing { _ in }
    session.run("let fetch = op(fails: [.timeout: 30%])")
    let lines = [
      "let a = fetch.retry(3)", "let b = a.rety(2)", "  .timeout(1s)", "stats fetsh",
      "op(\n  latency: 1s)",
      "let a = 3", "a.delay(1s)", "", "// why", "b", "let c = { x in a.retry(x) }",
      "c(2).timeout(1s)",
      "c(1s)", "set dialect combine", "run a", "_1.attempts", "_.retry(2)", "let fetch = 7",
      "let b = ", "op(",
      "func d(x: Int) -> Operation { a.retry(x) }", "d(3).retry(2)", "let a = c(2)",
      "fetch.retry(a)", "run a ti",
      "compare a, b", "_2", "set memory", "d(", "step fetch", "until failures",
    ]
    var state = UInt64(seed) &* 6_364_136_223_846_793_005 &+ 7
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    var (guide, entry) = (EntryGuide(session), [String]())
    var completer = Completer(session, distance: 1 + seed % 3)
    for _ in 0..<30 {
      switch next(4) {
      case 0 where !entry.isEmpty: entry.remove(at: next(entry.count))
      default: entry.insert(lines[next(lines.count)], at: next(entry.count + 1))
      }
      let text = entry.joined(separator: "\n")
      var fresh = EntryGuide(session)
      let other = Completer(session)
      let (cursor, style) = (next(text.count + 1), Style(isColoured: true))
      #expect(
        guide.guidance(for: text, at: cursor, style) == fresh.guidance(for: text, at: cursor, style)
      )
      if next(2) == 0 { completer.prepare(SourceText(text)) { next(20) == 0 } }
      #expect(
        completer.proposals(for: SourceText(text), at: cursor)
          == other.proposals(for: SourceText(text), at: cursor))
    }
  }

  @Test("a completer reads a file again that a text loads")
  func readsFilesAgain() {
    let model = Mutex("let base = op()")
    let host = ScriptHost(file: { $0 == "model.retry" ? model.withLock { $0 } : nil })
    var completer = Completer(Session.printing(host: host) { _ in })
    let text = "load model\nlet other = op()\nstats "
    completer.prepare(SourceText(text))
    model.withLock { $0 = "let new = op()" }
    let names = completer.proposals(for: SourceText(text), at: text.count).words.map(\.name)
    #expect(names.contains("new") && names.contains("other") && !names.contains("base"))
  }

  /// An entry that loads a file, and the mistakes that are marked in it.
  static let loading: [(text: String, marks: [String])] = [
    ("load model\nbase.retry(3)\nstats shared\n|", []),
    ("load model\nbase.rety(3)\nstats other\n|", ["rety", "other"]),
    ("load none\nbase.retry(3)\nstats other\n|", []),
    ("base.retry(3)\nload model\n|", ["base"]),
  ]

  @Test("names of a file that the entry loads are known", arguments: loading)
  func knownFromFiles(text: String, marks: [String]) {
    let model = "let base = op(fails: 30%)\nlet shared = base.retry(2)\n"
    let host = ScriptHost(file: { $0 == "model.retry" ? model : nil })
    var guide = EntryGuide(Session.printing(host: host) { _ in })
    let entry = String(text.dropLast())
    for _ in 0..<2 {
      let shown = guide.guidance(for: entry, at: entry.count, Style(isColoured: true))
      let found = shown.marks.filter { $0.ink == .mistake }
      #expect(found.map { String(Array(entry)[$0.range]) } == marks)
    }
  }

  @Test("a long entry is looked at as a short one, and an endless one not at all")
  func long() {
    #expect(
      marked(.mistake, in: guidance(String(repeating: "fetch\n", count: 5000) + "fetsh\n|")) == [
        "fetsh"
      ])
    #expect(guidance(String(repeating: "fetsh\n", count: 20_000) + "|").guidance == Guidance())
  }

  @Test("nothing is read or run while typing, whatever is typed", arguments: 0..<200)
  func anything(seed: Int) {
    let words = [
      "fetch", ".retry(", ")", "{", "}", "attempts:", "3", "\"", ",", "load x", "stats", "\n", "[",
      "]", "json(\"f\")", "in", "e", ";", "//", "lesson 1", "👩‍👩‍👧", "e\u{301}", " ", ".", "let a = ",
    ]
    var state = UInt64(seed) &* 6_364_136_223_846_793_005 &+ 1
    let text = (0..<12).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return words[Int(state >> 33) % words.count]
    }.joined()
    for cursor in [0, text.count / 2, text.count] {
      let marked = text.prefix(cursor) + "|" + text.dropFirst(cursor)
      let shown = guidance(String(marked)).guidance
      #expect(shown.marks.allSatisfy { $0.range.upperBound <= text.count })
    }
  }
}
