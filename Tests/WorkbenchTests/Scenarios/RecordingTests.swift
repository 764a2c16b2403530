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
    Scenario(path: "s.retry", text: text, outside: .test).perform()
  }

  private func read(_ text: String) throws(Recording.Trouble) -> Recording {
    try Recording(text, json: Outside.test.json)
  }

  @Test("are read as they were written, and a run like the one recorded has no difference")
  func roundTrip() throws {
    let written = Recording(outcome()).text
    let recording = try read(written)
    #expect(recording.text == written)
    let replay = Replay(outcome(), against: recording, json: Outside.test.json)
    #expect(replay.difference == nil && replay.notes.isEmpty)
    #expect(written.split(separator: "\n").count == 4)
  }

  @Test("that were changed or cut anywhere are known to be damaged")
  func damaged() throws {
    let written = Array(Recording(outcome()).text)
    let first = try #require(written.firstIndex(of: "\n"))
    for index in stride(from: first + 1, to: written.count, by: 7) {
      var changed = written
      changed[index] = changed[index] == "x" ? "y" : "x"
      #expect(throws: Recording.Trouble.damaged) { try read(String(changed)) }
      #expect(throws: Recording.Trouble.damaged) { try read(String(written[..<index])) }
    }
  }

  @Test(
    "of another kind are told from damaged ones",
    arguments: ["", "\n", "hello", "{\"kind\":\"run\"}\n", "{}", "\u{0}\u{1}"])
  func foreign(text: String) {
    #expect(throws: Recording.Trouble.foreign) { try read(text) }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let old: String
    let new: String
    let difference: String?
    var testDescription: String { "\(old) → \(new)" }
  }

  @Test(
    "differ first where in the time of a call something else happens",
    arguments: [
      Row(
        old: "delay: 200ms", new: "delay: 250ms",
        difference: """
          result 1: call 0 of fetch.retry(attempts: 3, delay: 250ms): event 3 differs
            recorded: 100ms wait 200ms
            found:    100ms wait 250ms
          """),
      Row(
        old: "[.timeout, .timeout, ok]", new: "[.timeout, .auth, ok]",
        difference: """
          result 1: call 0 of fetch.retry(attempts: 3, delay: 200ms): event 5 differs
            recorded: 400ms failure 2 of fetch with timeout
            found:    400ms failure 2 of fetch with auth
          """),
      Row(
        old: "attempts: 3, ", new: "attempts: 2, ",
        difference: """
          result 1: call 0 of fetch.retry(attempts: 2, delay: 200ms): event 6 differs
            recorded: 400ms wait 200ms
            found:    400ms end
          """),
      Row(
        old: "calls 10", new: "calls 11",
        difference: """
          result 2: stats fetch.retry(2): attempts.counts.2 differs
            recorded: 10
            found:    11
          """),
      Row(
        old: "stats fetch.retry(2)", new: "stats fetch.retry(3)",
        difference: """
          result 2: another one
            recorded: stats fetch.retry(2)
            found:    stats fetch.retry(3)
          """),
      Row(
        old: "stats", new: "let fetch = op(script: [.timeout, ok])\nstats",
        difference: """
          result 2: stats fetch.retry(2): errors.timeout differs
            recorded: 10
            found:    nothing
          """),
      Row(
        old: "\nexplain fetch", new: "",
        difference: "it ends after 2 results; 1 more was recorded"),
      Row(
        old: "explain fetch", new: "explain fetch\n1",
        difference: "it goes on after 3 results, with which the recording ends"),
      Row(
        old: "let fetch", new: "/// New words.\nlet fetch",
        difference: "the same happens at the same times, but it is told in other words"),
      Row(old: "let fetch", new: "let  fetch", difference: nil),
    ])
  func divergence(row: Row) {
    let changed = outcome(Self.text.replacing(row.old, with: row.new))
    let replay = Replay(changed, against: Recording(outcome()), json: Outside.test.json)
    #expect(replay.difference == row.difference)
  }

  @Test("of another version say so, and what has changed of what they rest on")
  func versions() throws {
    let text = Recording(outcome()).text.replacing(
      "\"version\":\"\(Version.current)\"", with: "\"version\":\"0.0.9\"")
    let recording = try read(text)
    let changes = Contract(changes: [2: "latencies are drawn first", 3: "ties are broken by name"])
    #expect(changes.number == 3 && Contract.current.number == 1)
    func notes(_ contract: Contract) -> [String] {
      Replay(outcome(), against: recording, under: contract, json: Outside.test.json).notes
    }
    #expect(
      notes(.current) == [
        "recorded by version 0.0.9, this is \(Version.current); nothing that recordings rest on has changed since"
      ])
    #expect(
      notes(changes) == [
        "recorded by version 0.0.9, this is \(Version.current); since then: latencies are drawn first; ties are broken by name"
      ])
    let told = Scenario(
      path: "s.retry", text: Self.text.replacing("let fetch", with: "/// So.\nlet fetch"),
      outside: .test)
    let replay = Replay(told.perform(), against: recording, json: Outside.test.json)
    #expect(replay.difference == nil && replay.notes.count == 2)
  }

  @Test("of someone who means no good reach a terminal as text and nothing else")
  func hostile() throws {
    let lines = Recording(outcome()).text.split(separator: "\n").map(String.init)
    let objects = lines.dropFirst().map {
      $0.replacing("timeout", with: "\\u001b[2J\\n::error::x\\u202e")
        .replacing("latency_ns", with: "\\u001b[2J")
    }
    let about = lines[0].replacing(Digest.of(Array(lines.dropFirst())), with: Digest.of(objects))
      .replacing("\"\(Version.current)\"", with: "\"\\u001b]0;x\\u0007\"")
    for keep in 0..<objects.count {
      let kept = Array(lines[1...].prefix(keep) + objects.dropFirst(keep))
      let head = about.replacing(Digest.of(objects), with: Digest.of(kept))
      let recording = try read(([head] + kept).map { $0 + "\n" }.joined())
      let replay = Replay(outcome(), against: recording, json: Outside.test.json)
      let shown = (replay.notes + [replay.difference ?? ""]).joined()
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
    let writer = Writer(outside: Outside(file: { files[$0] }, json: Outside.test.json))
    #expect(writer.type("replay s.retry") == ["s.retry: as recorded"])
    let other = writer.type("replay other.retry")[0]
    #expect(other.contains("event 3 differs") && !other.contains("interrupted"))
    #expect(writer.type("replay none.retry")[0].contains("there is no file 'none.retry'"))
    #expect(writer.type("replay lone.retry")[0].contains("no recording 'lone.recording' beside"))
    #expect(writer.type("replay bad.retry")[0].contains("'bad.recording' is no recording"))
  }

  @Test(
    "and expectations decide how a scenario does",
    arguments: [
      ("op()\nexpect attempts == 1", nil, .passed, nil),
      ("op()\n\nexpect attempts == 2\n1", nil, .expectation, 3),
      ("let f = op()\nlet g = f.rety()", nil, .mistake, 2),
      ("just(1 + 1)\njust(1).map { $0 / 0 }", nil, .passed, nil), ("1", "?", .unreadable, nil),
      ("1\nquit\n2", nil, .passed, nil),
    ] as [(String, String?, Check.Verdict, Int?)])
  func verdicts(text: String, recording: String?, verdict: Check.Verdict, line: Int?) {
    let check = Scenario(path: "s.retry", text: text, outside: .test).check(
      recording: Recording.Kept(recording.map(FileContent.text) ?? .absent))
    #expect(check.verdict == verdict && check.line == line, "\(check)")
    #expect((verdict == .passed) == check.message.isEmpty)
  }
}
