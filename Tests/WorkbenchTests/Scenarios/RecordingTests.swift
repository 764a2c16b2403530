import Report
import RetryLanguage
import Testing

@testable import Workbench

@Suite("Recordings")
struct RecordingTests {
  private static let text = """
    let fetch = op(script: [.timeout, .timeout, ok], latency: 100ms)
    fetch.retry(attempts: 3, delay: 200ms)
    stats fetch.retry(2) calls 10
    explain fetch
    """

  private func outcome(_ text: String = text) -> Scenario.Outcome {
    Scenario(path: "s.retry", text: text, host: .test).perform()
  }

  @Test("have a digest, by which equal results are told from others")
  func digest() {
    #expect(outcome().digest == outcome().digest)
    #expect(outcome().digest != outcome("seed 7\n" + Self.text).digest)
  }

  @Test("are read as written, and an identical run has no differences")
  func roundTrip() throws {
    let written = Recording(outcome()).text
    let recording = try Recording(written)
    #expect(recording.text == written)
    let replay = Replay(outcome(), against: recording)
    #expect(replay.difference() == nil && replay.notes.isEmpty)
    #expect(
      written.hasPrefix(
        """
        retrylab recording
        version \(Version.current)
        contract 1
        seed 42

        run fetch.retry(attempts: 3, delay: 200ms)
        seed = 42
        call = 0
        outcome = "success"
        value = null
        error = null
        attempts = 3
        duration_ns = 700000000
        waited_ns = 400000000
        events.1 = 0s attempt 1 of fetch
        events.2 = 100ms failure 1 of fetch with timeout
        events.3 = 100ms wait 200ms

        """))
  }

  @Test("that were truncated are damaged or differ; none is taken for a complete one")
  func damaged() throws {
    let written = Recording(outcome()).text
    for index in written.indices.dropFirst() {
      guard let recording = try? Recording(String(written[..<index])) else { continue }
      #expect(Replay(outcome(), against: recording).difference() != nil, "\(written[..<index])")
    }
  }

  @Test(
    "in another format are distinguished from damaged ones",
    arguments: ["", "\n", "hello", "{\"kind\":\"run\"}\n", "{}", "\u{0}\u{1}"])
  func foreign(text: String) {
    #expect(throws: Recording.ReadingError.foreign) { try Recording(text) }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let old: String
    let new: String
    let difference: String?
    var testDescription: String { "\(old) → \(new)" }
  }

  @Test(
    "show all differences, before and after",
    arguments: [
      Row(
        old: "[.timeout, .timeout, ok]", new: "[.timeout, .auth, ok]",
        difference: """
          3 figures differ
          result 1: run fetch.retry(attempts: 3, delay: 200ms)
            events.5  400ms failure 2 of fetch with timeout  →  400ms failure 2 of fetch with auth
          result 2: stats fetch.retry(2)
            errors.auth     nothing  →  10       beyond chance
            errors.timeout       10  →  nothing
          """),
      Row(
        old: "attempts: 3, ", new: "attempts: 2, ",
        difference: """
          10 figures differ
          result 1: run fetch.retry(attempts: 2, delay: 200ms)
            subject      fetch.retry(attempts: 3, delay: 200ms)  →  fetch.retry(attempts: 2, delay: 200ms)
            outcome                                   "success"  →  "failure"
            error                                          null  →  "timeout"
            attempts                                          3  →  2
            duration_ns                                   700ms  →  400ms
            waited_ns                                     400ms  →  200ms
            events.6                           400ms wait 200ms  →  400ms end
            events.7                   600ms attempt 3 of fetch  →  nothing
            events.8                   700ms success 3 of fetch  →  nothing
            events.9                                  700ms end  →  nothing
          """),
      Row(
        old: "calls 10", new: "calls 11",
        difference: """
          5 figures differ, 4 of them no more than chance makes likely
          result 2: stats fetch.retry(2)
            calls              10  →  11
            attempts.counts.2  10  →  11  within chance
            outcomes.failure   10  →  11  within chance
            errors.timeout     10  →  11  within chance
            wasted_retries     10  →  11  within chance
          """),
      Row(
        old: "\nexplain fetch", new: "",
        difference: """
          1 figure differs
          result 3: explain fetch
            was recorded, and is no longer there
          """),
      Row(
        old: "explain fetch", new: "explain fetch\n1",
        difference: """
          1 figure differs
          result 4: value 1
            was not recorded
          """),
      Row(
        old: "explain fetch", new: "fetch.retry(3)",
        difference: """
          1 figure differs
          result 3: run fetch.retry(3)
            was recorded as explain fetch
          """),
      Row(old: "let fetch", new: "/// New words.\nlet fetch", difference: nil),
      Row(old: "explain fetch", new: "help retry\nexplain fetch", difference: nil),
      Row(old: "let fetch", new: "let  fetch", difference: nil),
      Row(old: "fetch.retry(2)", new: "fetch.retry( 2 )", difference: nil),
    ])
  func divergence(row: Row) {
    let changed = outcome(Self.text.replacing(row.old, with: row.new))
    let replay = Replay(changed, against: Recording(outcome()))
    #expect(replay.difference() == row.difference)
  }

  @Test("of another version say so, and which properties have changed")
  func versions() throws {
    let text = Recording(outcome()).text.replacing(
      "version \(Version.current)", with: "version 0.0.9")
    let recording = try Recording(text)
    let changes = Contract(changes: [2: "latencies are drawn first", 3: "ties are broken by name"])
    #expect(changes.number == 3 && Contract.current.number == 1)
    func notes(_ contract: Contract) -> [String] {
      Replay(outcome(), against: recording, under: contract).notes
    }
    #expect(
      notes(.current) == [
        "recorded by version 0.0.9, this is \(Version.current); nothing that affects recordings has changed since"
      ])
    #expect(
      notes(changes) == [
        "recorded by version 0.0.9, this is \(Version.current); since then: latencies are drawn first; ties are broken by name"
      ])
  }

  @Test("with hostile contents reach a terminal as plain text only")
  func hostile() throws {
    let evil = "\u{1B}[2J::error::x\u{202E}"
    let written = Recording(outcome()).text.replacing(
      "version \(Version.current)", with: "version \(evil)")
    for word in ["timeout", "latency_ns", "fetch", "rate", "wait"] {
      let recording = try Recording(written.replacing(word, with: evil + word))
      let replay = Replay(outcome(), against: recording)
      let shown = (replay.notes + [replay.difference() ?? ""]).joined()
      #expect(!shown.contains("\u{1B}") && !shown.contains("\n::error"), "\(shown)")
      #expect(!shown.contains("\u{202E}") && shown.contains("recorded by version"))
    }
  }

  @Test("are replayed at the prompt")
  func prompt() {
    let recording = Recording(outcome()).text
    let files = [
      "s.retry": Self.text, "s.recording": recording, "lone.retry": "1", "bad.retry": "1",
      "bad.recording": "?", "other.retry": Self.text.replacing("200ms", with: "2s"),
      "other.recording": recording,
    ]
    let writer = Writer(host: ScriptHost(file: { files[$0] }))
    #expect(writer.type("replay s.retry") == ["s.retry: matches its recording"])
    let other = writer.type("replay other.retry")[0]
    #expect(other.contains("events.3") && !other.contains("interrupted"))
    #expect(writer.type("replay none.retry")[0].contains("no readable file 'none.retry'"))
    #expect(writer.type("replay lone.retry")[0].contains("there is no recording 'lone.recording'"))
    #expect(writer.type("replay bad.retry")[0].contains("'bad.recording' is not a recording"))
  }

  @Test(
    "and expectations decide on the verdict of a scenario",
    arguments: [
      ("op()\nexpect attempts == 1", nil, .passed, nil),
      ("op()\n\nexpect attempts == 2\n1", nil, .expectation, 3),
      ("let f = op()\nlet g = f.rety()", nil, .mistake, 2),
      ("let n = variant(2, -1)\nop()\nlet f = op().retry(n)", nil, .mistake, 3),
      ("just(1 + 1)\njust(1).map { $0 / 0 }", nil, .passed, nil), ("1", "?", .unreadable, nil),
      ("1\nquit\n2", nil, .passed, nil),
    ] as [(String, String?, Check.Verdict, Int?)])
  func verdicts(text: String, recording: String?, verdict: Check.Verdict, line: Int?) {
    let check = Scenario(path: "s.retry", text: text, host: .test).check(
      recording: Recording.Kept(recording.map(FileContent.text) ?? .absent))
    #expect(check.verdict == verdict && check.line == line, "\(check)")
    #expect((verdict == .passed) == check.message.isEmpty)
  }

  @Test("a change of behaviour is distinguished from a random difference")
  func chance() throws {
    let text = "let f = op(fails: 30%, latency: exponential(100ms))\nstats f.retry(3) calls 2000"
    func difference(_ change: (String) -> String, tolerance: Double = 0) -> String? {
      let replay = Replay(
        outcome(change(text)), against: Recording(outcome(text)), tolerance: tolerance)
      return replay.difference()
    }
    for seed in 1...40 {
      let drawn = try #require(difference { "seed \(seed)\n" + $0 })
      #expect(!drawn.contains("beyond chance"), "\(drawn)")
      #expect(drawn.contains("latency_ns.p99") && drawn.contains("within chance"))
    }
    for (old, new) in [("30%", "36%"), ("(100ms)", "(130ms)"), ("retry(3)", "retry(2)")] {
      let told = try #require(difference { $0.replacing(old, with: new) })
      #expect(told.contains("beyond chance"), "\(told)")
    }
    #expect(difference({ $0.replacing("(100ms)", with: "(100.1ms)") }, tolerance: 0.01) == nil)
    #expect(difference({ $0.replacing("(100ms)", with: "(102ms)") }, tolerance: 0.01) != nil)
  }

  @Test("can have Windows line endings")
  func lineEnds() throws {
    let written = Recording(outcome()).text.replacing("\n", with: "\r\n")
    #expect(Replay(outcome(), against: try Recording(written)).difference() == nil)
  }

  @Test("are compared even if an expectation fails")
  func failing() {
    let text = "let f = op()\nf.retry(2)\nexpect attempts == 2"
    let recording = Recording(outcome(text)).text
    func check(_ text: String) -> Check {
      Scenario(path: "s.retry", text: text, host: .test)
        .check(recording: Recording.Kept(.text(recording)))
    }
    let missed = check(text)
    #expect(missed.verdict == .expectation && missed.line == 3)
    #expect(missed.cases.map(\.verdict) == [.expectation, .passed])
    let other = check(text.replacing("op()", with: "op(latency: 5ms)"))
    #expect(other.verdict == .expectation && other.message.contains("duration_ns"))
    #expect(other.cases.map(\.verdict) == [.expectation, .difference])
  }
}
