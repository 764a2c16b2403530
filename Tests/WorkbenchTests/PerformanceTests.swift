import Simulation
import Synchronization
import Testing
import Workbench

/// A user at a prompt who answers questions and watches calls.
private final class Audience {
  var answers: [PersonAnswer?]
  var heard: [String] = []
  var waits: [Duration] = []
  var shown: [String] = []
  var live: [String] = []
  /// After so many waits the person stops it.
  var patience = Int.max

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
    let stage = Stage(
      wait: { span in
        self.waits.append(span)
        return self.waits.count < self.patience
      },
      show: { lines, live in
        self.shown += lines
        self.live = live
      },
      end: {})
    var session = Session.printing(terminal: hooks, stage: stage) { output in
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

  @Test("play waits as long as the call does, and draws the growing timeline")
  func play() {
    let audience = Audience(answers: [])
    let said = audience.run("play op(script: [.timeout, ok]).retry(attempts: 3, delay: 1s) speed 2")
    #expect(audience.waits == [.zero, .milliseconds(50), .milliseconds(500), .milliseconds(50)])
    #expect(audience.shown.count == 5)
    #expect(audience.live.first?.contains("✓") == true)
    #expect(said == ["success in 1.2s · 2 attempts of 3 · waited 1s (83%) · seed 42 call 0"])
  }

  @Test("play asks at the right time, and continues from there")
  func playAsks() {
    let audience = Audience(answers: [.retry, .cancel])
    let said = audience.run("play \(Self.asking)")
    #expect(audience.heard.count == 2)
    #expect(audience.shown.filter { $0.contains("▶ fetch") }.count == 3)
    #expect(said.last?.hasPrefix("failed in 1.3s: auth") == true)
  }

  @Test("Ctrl-C ends a play with the events so far")
  func playStops() {
    let audience = Audience(answers: [])
    audience.patience = 3
    let said = audience.run("play op(fails: 100%).retry(attempts: 5, delay: 1s)")
    #expect(said == ["stopped by Ctrl-C at 100ms, partial"])
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
