import Report
import RetryLanguage
import RetryNumerics
import Synchronization
import Testing

@testable import Workbench

@Suite("A scenario")
struct SingleRunTests {
  private static let text = """
    /// Latencies as they were measured.
    let f = op(latency: samples("latencies.csv"), fails: 30%)
    f.retry(2)
    expect attempts <= 2
    stats f.retry(3) calls 100
    expect success > 10%
    expect success > 99.9%
    """

  /// Counts how often files are asked for.
  private final class Reads: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }

    func host(_ files: [String: String] = [:]) -> ScriptHost {
      ScriptHost(file: { path in
        self.count.add(1, ordering: .relaxed)
        return files[path] ?? ScriptHost.test.file(path).text
      })
    }
  }

  /// How often a plain run of the text asks for files.
  private static var once: Int {
    let reads = Reads()
    var session = Session(commands: .standard, host: reads.host()) { _ in }
    session.goesOnAfterFailure = true
    session.run(text)
    return reads.value
  }

  @Test("runs once for its recording, its expectations and its cases")
  func check() {
    let passing = Self.text.replacing("99.9%", with: "20%")
    let recording = Recording(Scenario(path: "s.retry", text: passing, host: .test).perform())
    for (text, verdict) in [(passing, Check.Verdict.passed), (Self.text, .expectation)] {
      let reads = Reads()
      let check = Scenario(path: "s.retry", text: text, host: reads.host()).check(
        recording: Recording.Kept(.text(recording.text)))
      #expect(check.verdict == verdict && check.cases.count == 4, "\(check)")
      #expect(reads.value == Self.once && Self.once > 0)
    }
  }

  @Test("has a case for each expectation, as it is written and with a name of its own")
  func cases() {
    let text = """
      let f = op(latency: 1s, fails: 30%)
      stats f calls 100
      expect p99 <=   2.2s && p50 > 5s
      expect success > 99%  // never
      stats f.retry(2) calls 100
      expect success > 99%; expect success > 99%
      expect busiest < 5/s
      expect success > 1%
      """
    let check = Scenario(path: "s.retry", text: text, host: .test).check(recording: .init())
    #expect(
      check.cases.map(\.name) == [
        "expect p99 <= 2.2s && p50 > 5s", "expect success > 99% (line 4)",
        "expect success > 99% (line 6)",
        "expect success > 99% (line 6) #2", "expect busiest < 5/s", "runs as recorded",
      ])
    #expect(
      check.cases.map(\.verdict) == [
        .expectation, .expectation, .expectation, .expectation, .mistake, .mistake,
      ])
    #expect(check.cases.map(\.line) == [3, 4, 6, 6, 7, 7])
    #expect(check.cases[0].message.hasPrefix("expectation failed: p99 <= 2.2s && p50 > 5s\n"))
    #expect(check.cases[5].message.hasPrefix("error: "), "\(check.cases[5])")
    #expect(check.message.hasPrefix("expectation failed: ") && check.verdict == .mistake)
  }

  @Test("derives its recording and its judgements from the same events, in order")
  func events() {
    var events: [Event] = []
    var session = Session(commands: .standard, host: .test) { events.append($0) }
    session.goesOnAfterFailure = true
    session.run(Self.text)
    // The clock is asked once at the start, once for each event, and once at the end.
    let clock = CountingClock()
    var hooks = TerminalHooks()
    hooks.clock = { clock.now }
    let outcome = Scenario(path: "s.retry", text: Self.text, host: .test).perform(
      judgingAll: true, terminal: hooks)
    #expect(clock.asked.load(ordering: .relaxed) == events.count + 2)
    let judged = events.compactMap { if case .expected(let one) = $0 { one } else { nil } }
    #expect(outcome.judged.map(\.expectation.line) == judged.map(\.line))
    #expect(outcome.judged.map(\.expectation.judgement) == judged.map(\.judgement))
    let times = outcome.judged.map(\.time.count)
    #expect(times == times.sorted() && Set(times).count == 3)
    #expect(outcome.results.count { $0.recorded.kind == "stats" } == 1)
  }

  @Test("runs once when it is replayed at the prompt")
  func replay() {
    let recording = Recording(
      Scenario(path: "s.retry", text: Self.text, host: .test).perform()
    ).text
    let reads = Reads()
    let writer = Writer(
      host: reads.host(["s.retry": Self.text, "s.recording": recording]))
    #expect(writer.type("replay s.retry").count == 1)
    // Besides there are the scenario, its recording, and that of a save that was interrupted.
    #expect(reads.value == Self.once + 3)
  }
}

/// A clock that goes on by a nanosecond whenever it is asked.
private final class CountingClock: Sendable {
  let asked = Atomic(0)

  var now: Nanoseconds { Nanoseconds(Int64(asked.add(1, ordering: .relaxed).newValue)) }
}
