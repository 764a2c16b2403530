import Report
import Retry
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@Suite("JSON of a run")
struct RunJSONTests {
  /// Returns the text of a run from its outcome to its end.
  private func json(_ source: Source, limits: Limits = Limits()) -> String {
    let trace = Machine(source, seed: 42, limits: limits).trace()
    return RunJSON(trace: trace, subject: "call").json.text
  }

  private let head = #"{"kind":"run","subject":"call","seed":42,"call":0,"#

  /// The events of three attempts with a wait of 200 ms after each of the first two.
  private let threeAttempts =
    #""events":[{"t_ns":0,"event":"attempt","op":"fetch","n":1},"#
    + #"{"t_ns":100000000,"event":"failure","op":"fetch","n":1,"error":"timeout"},"#
    + #"{"t_ns":100000000,"event":"wait","for_ns":200000000},"#
    + #"{"t_ns":300000000,"event":"attempt","op":"fetch","n":2},"#
    + #"{"t_ns":400000000,"event":"failure","op":"fetch","n":2,"error":"timeout"},"#
    + #"{"t_ns":400000000,"event":"wait","for_ns":200000000},"#
    + #"{"t_ns":600000000,"event":"attempt","op":"fetch","n":3},"#
    + #"{"t_ns":700000000,"event":"success","op":"fetch","n":3},"#
    + #"{"t_ns":700000000,"event":"end"}]}"#

  @Test("attempts, failures and waits have the same form for every strategy")
  func strategies() throws {
    let fetch = try scripted("fetch", fails(), fails(), ok())
    let patient = RetryStrategy(
      rules: RetryRules(attempts: nil, question: RetryQuestion(after: 0)),
      person: try Person(retries: 1, thinks: .constant(ms(200))))
    let expected =
      head + #""outcome":"success","value":null,"error":null,"attempts":3,"duration_ns":700000000,"#
      + #""waited_ns":400000000,"# + threeAttempts
    #expect(json(fetch.retry(strategy(3))) == expected)
    #expect(json(fetch.retryWhen { $0.delay(ms(200)) }) == expected)
    #expect(json(fetch.retry(patient)) == expected)
  }

  @Test("a value other than the final one is among the events")
  func loneValues() {
    let value = #"{"t_ns":0,"event":"value","value":1}"#
    #expect(json(Source.fail(.timeout).startWith(1)).contains(value))
    #expect(json(Source.never.startWith(1)).contains(value))
    #expect(!json(.just(1)).contains(value))
    #expect(json(Source.just(2).startWith(1)).contains(value))
  }

  @Test("stale answers are counted, if any")
  func stale() throws {
    let source = try scripted("get", fails())
    #expect(json(try source.cached(CacheContents(value: 7))).hasSuffix(#"],"served_stale":1}"#))
    #expect(!json(source).contains("served_stale"))
  }

  @Test("a failure names its error, and waits of zero are omitted")
  func failure() throws {
    #expect(
      try json(scripted("fetch", fails()).retry(attempts: 2)) == head
        + #""outcome":"failure","value":null,"error":"timeout","attempts":2,"duration_ns":200000000,"#
        + #""waited_ns":0,"events":[{"t_ns":0,"event":"attempt","op":"fetch","n":1},"#
        + #"{"t_ns":100000000,"event":"failure","op":"fetch","n":1,"error":"timeout"},"#
        + #"{"t_ns":100000000,"event":"attempt","op":"fetch","n":2},"#
        + #"{"t_ns":200000000,"event":"failure","op":"fetch","n":2,"error":"timeout"},"#
        + #"{"t_ns":200000000,"event":"end"}]}"#)
  }

  @Test("several values have rows of their own, a single value does not")
  func values() throws {
    #expect(
      json(.range(1...2)).hasSuffix(
        #""events":[{"t_ns":0,"event":"value","value":1},{"t_ns":0,"event":"value","value":2},"#
          + #"{"t_ns":0,"event":"end"}]}"#))
    #expect(json(.just("x")).contains(#""value":"x","error":null,"attempts":0"#))
    #expect(json(.just("x")).hasSuffix(#""events":[{"t_ns":0,"event":"end"}]}"#))
  }

  @Test("a call that does not end has its reason as the last key")
  func stopped() throws {
    var limits = Limits()
    limits.events = 10
    let stopped = json(.interval(ms(1)), limits: limits)
    #expect(stopped.contains(#""outcome":"stopped","value":null"#))
    #expect(
      stopped.hasSuffix(#"{"t_ns":5000000,"event":"end"}],"stopped_at":"events"}"#), "\(stopped)")
    let hanging = try json(scripted("fetch", ScriptedAnswer(.never)))
    #expect(hanging.contains(#""outcome":"stopped""#))
    #expect(hanging.hasSuffix(#"],"hangs_on":["attempt 1 of fetch, which never answers"]}"#))
  }

  @Test("a trace that was cut says so")
  func cut() throws {
    var limits = Limits()
    limits.traceLength = 1
    #expect(
      try json(scripted("fetch", ok()), limits: limits).hasSuffix(
        #""event":"end"}],"is_cut":true}"#))
  }

  @Test("the other outcomes", arguments: ["completed", "cancelled"])
  func outcomes(name: String) throws {
    let source: Source =
      name == "completed" ? .empty : try scripted("fetch", ok()).cancel(at: ms(5))
    #expect(json(source).contains(#""outcome":"\#(name)","value":null,"error":null"#))
  }
}
