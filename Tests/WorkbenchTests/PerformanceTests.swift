import Simulation
import Synchronization
import Testing
import TextLayout
import Workbench

/// A user at a prompt who answers questions and watches calls.
private final class Audience {
  var answers: [PersonAnswer?]
  var heard: [String] = []
  /// What was shown, and what stayed.
  var pictures: [[String]] = []
  var kept: [[String]] = []
  /// What the person presses, picture by picture.
  var keys: [PressedKey?] = []
  /// After so many pictures the person stops it.
  var patience = Int.max
  var size = (columns: 80, rows: 24)

  init(answers: [PersonAnswer?]) {
    self.answers = answers
  }

  /// Runs texts in one session and returns the output.
  func run(_ texts: String...) -> [String] {
    var said: [String] = []
    var hooks = TerminalHooks()
    hooks.ask = { question in
      self.heard.append(question)
      return self.answers.isEmpty ? nil : self.answers.removeFirst().map { $0 == .retry }
    }
    let screen = AnimationScreen(
      size: { self.size },
      show: { picture, span in
        self.pictures.append(picture.map(\.text))
        let key = self.keys.isEmpty ? nil : self.keys.removeFirst()
        return self.pictures.count < self.patience
          ? AnimationScreen.Reply(passed: span, keys: [key].compactMap(\.self)) : nil
      },
      end: { self.kept.append($0.map(\.text)) })
    var session = Session.printing(terminal: hooks, animationScreen: screen) { output in
      switch output {
      case .result(let text), .message(let text), .mistake(let text): said.append(text)
      }
    }
    for text in texts { session.run(text) }
    return said
  }
}

@Suite("Calls that ask the user")
struct PerformanceTests {
  private static let asking =
    "op(\"fetch\", script: [.timeout, .timeout, .auth, ok]).ask(after: 1, every: 1s)"

  @Test("run asks, and continues as answered")
  func run() {
    let audience = Audience(answers: [.retry, .retry])
    let said = audience.run("run \(Self.asking)")
    #expect(
      audience.heard == [
        "at 1.2s attempt 2 of fetch failed: timeout", "at 1.3s attempt 3 of fetch failed: auth",
      ])
    #expect(said.last?.contains("success in 1.4s · 4 attempts") == true)
  }

  @Test("cancel ends the call with its error; leaving the question stops it")
  func cancel() {
    #expect(
      Audience(answers: [.cancel]).run("run \(Self.asking)").last?.contains(
        "failed in 1.2s: timeout") == true)
    #expect(Audience(answers: []).run("run \(Self.asking)").last?.contains("stopped at") == true)
  }

  @Test("a result is shown again with the given answers")
  func again() {
    let audience = Audience(answers: [.retry, .cancel])
    let said = audience.run("run \(Self.asking)", "run _", "why _")
    #expect(audience.heard.count == 2)
    // Two pieces were told before the questions; no question is asked again.
    #expect(said.count == 5 && said[3] == said[2])
    #expect(said[4].contains("result: failed in 1.3s: auth · 3 attempts"))
  }

  @Test("several calls in short form ask no questions")
  func many() {
    let audience = Audience(answers: [])
    let said = audience.run("run \(Self.asking) times 3")
    #expect(audience.heard.isEmpty)
    #expect(said.last?.contains("3 of 3 calls succeeded") == true)
  }

  @Test("step asks when the question comes up, and not before")
  func step() {
    let audience = Audience(answers: [.retry, .cancel])
    let said = audience.run("step \(Self.asking)", "next", "next 3")
    #expect(audience.heard.isEmpty == false)
    #expect(said[0].contains("attempt 1"))
    #expect(!said[1].contains("person"))
    #expect(audience.heard.count == 1)
    audience.answers = [.retry, .cancel]
    let all = audience.run("step \(Self.asking)", "continue").joined(separator: "\n")
    #expect(all.contains("failed in 1.3s: auth"))
  }

  @Test("play takes as long as the call does, and ends with the output of run")
  func play() {
    let call = "op(script: [.timeout, ok]).retry(attempts: 3, delay: 1s)"
    let audience = Audience(answers: [])
    let said = audience.run("play \(call) speed 2")
    // 1.2 s at twice the speed, in pictures of 50 ms.
    #expect(audience.pictures.count == 12)
    let run = Audience(answers: []).run("run \(call)").flatMap { $0.split(separator: "\n") }
    #expect((audience.kept[0] + said).flatMap { $0.split(separator: "\n") } == run)
  }

  @Test("play asks at the right time, and continues from there")
  func playAsks() {
    let audience = Audience(answers: [.retry, .cancel])
    let said = audience.run("play \(Self.asking)")
    #expect(
      audience.heard == [
        "at 1.2s attempt 2 of fetch failed: timeout", "at 1.3s attempt 3 of fetch failed: auth",
      ])
    // The picture above each question stays.
    #expect(audience.kept.count == 3 && audience.kept.allSatisfy { !$0.isEmpty })
    #expect(audience.pictures.count == 27)
    #expect(said.last?.contains("failed in 1.3s: auth") == true)
  }

  @Test("of several calls the one that asks first is answered first")
  func severalAsk() {
    let audience = Audience(answers: [.retry, .cancel])
    let said = audience.run(
      #"let slow = op("slow", latency: 300ms, script: [.timeout, ok]).ask(after: 0)"#,
      #"let fast = op("fast", script: [.auth]).ask(after: 0)"#, "play slow, fast")
    #expect(
      audience.heard == [
        "at 100ms attempt 1 of fast failed: auth", "at 200ms attempt 2 of fast failed: auth",
        "at 300ms attempt 1 of slow failed: timeout",
      ])
    #expect(said.last?.contains("2  failed in 200ms: auth") == true)
  }

  @Test("Ctrl-C ends a play with the picture so far, and q leaves it")
  func playStops() {
    let audience = Audience(answers: [])
    audience.patience = 3
    let call = "op(fails: 100%).retry(attempts: 5, delay: 1s)"
    #expect(audience.run("play \(call)") == ["stopped by Ctrl-C at 100ms, partial"])
    #expect(audience.kept.last?.contains { $0.contains("✗ error") } == true)
    #expect(audience.kept.last?.contains { $0.contains("space pauses") } == false)
    let other = Audience(answers: [])
    other.keys = [nil, .character("q")]
    #expect(other.run("play \(call)") == ["left at 100ms, partial"])
  }

  @Test("a play that takes no time shows what happened")
  func noTime() {
    let audience = Audience(answers: [])
    #expect(audience.run("play fail(.auth)") == ["failed in 0ms: auth · seed 42 call 0"])
    #expect(audience.kept.last?.contains { $0.contains("fails with auth") } == true)
  }

  @Test("a screen that changes its size gets a picture that fits")
  func resize() {
    let audience = Audience(answers: [])
    audience.patience = 20
    audience.keys = [nil, .character(" ")]
    let text = "play op(\"a_long_name\", latency: 10s), op(\"another\", latency: 10s) speed 10"
    _ = audience.run(text)
    #expect(audience.pictures.allSatisfy { $0.count < 24 })
    audience.size = (40, 6)
    audience.patience = 40
    _ = audience.run(text)
    #expect(
      audience.pictures.suffix(20).allSatisfy { picture in
        picture.count < 6 && picture.allSatisfy { $0.count <= 40 }
      })
  }

  @Test("a screen of any size has a picture", arguments: [(200, 1), (40, 2), (3, 3), (1, 1)])
  func tiny(columns: Int, rows: Int) {
    for key in [nil, .character("t"), .character("q")] as [PressedKey?] {
      let audience = Audience(answers: [])
      audience.size = (columns, rows)
      audience.keys = [key]
      _ = audience.run(
        "play op(), op()", "play load(op(), rate: 5/s, for: 9s), load(op(), rate: 9/s, for: 9s)")
      #expect(audience.kept.count == 2)
      #expect((audience.pictures + audience.kept).allSatisfy { $0.count <= max(rows - 1, 1) })
    }
  }

  @Test("a play ends with the figures of run, whatever the seed")
  func sameFigures() {
    let setting = """
      let s = server(slots: 2, service: exponential(40ms), queue: 5)
      let f = op("f", on: s, fails: 20%).timeout(100ms)
      """
    for seed in 1...30 {
      let call = "f.retry(4) seed \(seed)"
      let audience = Audience(answers: [])
      let played = audience.run(setting, "play \(call)").dropFirst(2)
      let run = Audience(answers: []).run(setting, "run \(call)").dropFirst(2)
      let lines = (audience.kept.flatMap(\.self) + played).flatMap { $0.split(separator: "\n") }
      #expect(lines == run.flatMap { $0.split(separator: "\n") }, "seed \(seed)")
    }
  }

  @Test(
    "without a terminal a play is shown at once, beside each other in text and one by one in JSON")
  func withoutTerminal() throws {
    var said: [String] = []
    var session = Session.printing(.json) { output in
      if case .result(let text) = output { said.append(text) }
    }
    session.run("let f = op(latency: 30ms)\nplay f, f.retry(2)\nplay load(f, rate: 5/s, for: 10s)")
    #expect(said.filter { $0.contains("\"kind\":\"run\"") }.count == 2)
    #expect(said.filter { $0.contains("\"kind\":\"load\"") }.count == 1)
  }

  @Test(
    "a play that cannot be is refused, with a reason",
    arguments: [
      ("play op() speed 0", "'speed' must be greater than 0"),
      (
        "play op(), load(op(), rate: 5/s, for: 10s)",
        "'play' takes operations or loads, but not both"
      ),
      ("play op(), op(), op(), op(), op(), op(), op()", "'play' shows at most 6 side by side"),
    ])
  func refused(text: String, reason: String) {
    #expect(Audience(answers: []).run(text).joined().contains(reason))
  }

  @Test("each call and each load of a play is kept, and a scenario plays them again")
  func keeps() {
    let audience = Audience(answers: [])
    let said = audience.run(
      "let f = op(latency: 30ms)", "play f, f.delay(20ms)", "_2.latency - _1.latency",
      "play load(f, rate: 5/s, for: 10s), load(f, rate: 9/s, for: 10s) speed 1000",
      "_4.offered > _3.offered", "show script")
    #expect(said.contains("20ms"))
    #expect(said.contains("true"))
  }

  @Test("the last result and each numbered one are values")
  func results() {
    let said = Audience(answers: []).run(
      "run op(script: [.timeout, ok]).retry(2)\nrun op(latency: 30ms)", "_1.attempts + _2.attempts",
      "_", "_1.latency > _2.latency", "let d = _1.latency\nd * 2", "_9")
    #expect(said[2] == "3")
    // Looking at a result leaves the last run the last one.
    #expect(said[3] == said[1])
    #expect(said[4] == "true")
    #expect(said[6] == "400ms")
    #expect(said[7].contains("'_9' is not defined"))
  }
}
