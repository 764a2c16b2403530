import RetryLanguage
import Testing

@testable import Workbench

@Suite("What people type who come from elsewhere")
struct GuessTests {
  /// Returns the mistakes of a text in a session that knows an operation 'f'.
  private func mistakes(of text: String) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var session = Session(commands: .standard) { event in
      if case .diagnosed(let diagnostic, in: _) = event { found.append(diagnostic) }
    }
    session.run("let f = op()")
    session.run(text)
    return found
  }

  /// Returns what the first mistake suggests.
  private func suggestion(of mistakes: [Diagnostic]) -> String {
    switch mistakes.first?.fixIt {
    case .replacement(let text), .advice(let text): text
    case nil: ""
    }
  }

  @Test(
    "a difference of times is no range",
    arguments: [
      "op().delay(2s * 3 - 1s).foo()", "op().delay(3 - 2s).foo()", "op().delay(3 -2s).foo()",
    ])
  func differences(text: String) {
    #expect(!suggestion(of: mistakes(of: text)).contains("..."), "\(text)")
  }

  @Test("a hint marks what it is about, without the spaces around it")
  func marks() throws {
    let mistake = try #require(mistakes(of: "op().retry(on:   http(5xx)  )").first)
    #expect(mistake.range == 17..<26, "\(mistake)")
  }

  @Test(
    "either means something here, or gets one message that says what to write",
    arguments: [
      ("for i in 1...3 { f }", "stats f calls 1000"),
      ("function g() { f }", "func twice(_ n: Int)"),
      ("if f { 1 }", "expect success > 99%"), ("print(\"x\")", "type the value alone"),
      ("import RxSwift", "'help' lists what there is"),
      ("presets number 3", "presets op(fails: 50%) number 3"),
      ("op().retry(preset(\"poly\"))", "polly"), ("const x = 3", "let f = op()"),
      ("set seed=3", "write 'set seed 3'"), ("draws = 0.5", "write 'set draws 0.5'"),
      ("let r = stats f", "run it alone, then write 'let r = _'"),
      ("f retry 3", "write 'f.retry(3)'"),
      ("compare f f.retry(2)", "write 'compare f, f.retry(2)'"),
      ("stats f, f.retry(2)", "'compare f, f.retry(2)' takes several"),
      ("f.retry(attempts: 2, on: [503])", "write '.http(503)'"),
      ("op(fails: [503: 2%])", "write '.http(503)'"),
      ("op(fails: [ 503 : 2%])", "write '.http(503)'"),
      ("op(latency: 50-100ms)", "write '50ms...100ms'"),
      ("f.retry(attempts: 2, on: [.http(5xx)])", "write 'http(500...599)'"),
      ("op(latency: 80-120ms)", "write '80ms...120ms'"),
      ("f.retry(n: 3)", "attempts"), ("run f 10", "times 10"), ("stats f 1000", "calls 1000"),
      ("f.retry(3) times 5", "write 'run f.retry(3) times 5'"), ("hedge", ".hedge(after: 50ms)"),
      ("clear", "Ctrl-L"), ("_.p99", "run something first"),
      ("op().retry(3, delay: 1s)", "write 'attempts:' before the first argument"),
      ("f.retry(3, jitter: 20%)", "write 'attempts:' before the first argument"),
      ("@retry(stop=stop_after_attempt(3))", "stop_after_attempt: 3"),
      ("Policy.Handle<HttpException>().WaitAndRetry(3)", "MaxRetryAttempts: 3"),
      ("RetryConfig.custom().maxAttempts(3)", "maxAttempts: 3"),
      ("let g = op().retry(attempts: 3, delay: 100 ms)", "write '100ms'"),
      ("f.retry(times: 3)", "attempts"), ("f.retry(attempts: 3, wait: 1s)", "delay"),
      ("op(failure_rate: 0.3)", "fails"), ("f := op()", "let f = op()"), ("# a", "'//'"),
      ("int x = 3", "let f = op()"), ("sleep 1", "delay: 1s"), ("ls", "'show'"),
      ("f.map(x => x + 1)", "{ x in x + 1 }"), ("f.map(lambda x: x)", "{ x in x + 1 }"),
      ("time.sleep(1)", "delay: 1s"), ("Thread.sleep(1000)", "delay: 1s"),
      ("await Task.Delay(1000)", "delay: 1s"), ("setTimeout(f, 1000)", "delay: 1s"),
      ("TimeSpan.FromSeconds(1)", "500ms"), ("f.retry(3, time.Second)", "500ms"),
    ])
  func fixIts(text: String, fixIt: String) throws {
    let found = mistakes(of: text)
    #expect(found.count == 1, "\(found.map(\.message))")
    #expect(suggestion(of: found).contains(fixIt))
  }

  @Test(
    "a mistake that the checker found is told first, whatever the line looks like",
    arguments: [
      ("func b(_ n: Int) -> Duration { nn * 1ms }", "'nn' is not defined", "n"),
      ("func b(_ n: Int) -> Percentage { 3% }", "there is no type 'Percentage'", "Percent"),
      ("func b(_ n: Integer) -> Duration { 1ms }", "there is no type 'Integer'", "Int"),
      ("quit now", "'quit' has no option 'now'", "write 'quit' alone"),
      (
        "func b(_ n: Int) Duration { 1ms }",
        "expected the type of the result, such as '-> Int', found 'Duration'", ""
      ),
      (
        "func b(_ n: Int) -> Duration { }", "does not return a value on every path",
        "add 'return …'"
      ),
      ("func b(_ n: Int) -> Duration { n * 2 }", "expected a duration, found an integer", ""),
      ("f.retry(attempts: nn, delay: TimeSpan.zero)", "'nn' is not defined", "write '500ms'"),
      ("let wait = 3\nwait + nn", "'nn' is not defined", ""),
    ])
  func nearer(text: String, message: String, fixIt: String) {
    let found = mistakes(of: text)
    #expect(found.first?.message.contains(message) == true, "\(found)")
    #expect(suggestion(of: found).contains(fixIt) || fixIt.isEmpty, "\(found)")
  }

  @Test(
    "an idiom of another library gets one message, whose suggestion works here",
    arguments: [
      "@retry(wait=wait_fixed(2))", "@retry(stop=stop_after_delay(10))",
      "@retry(wait=wait_random_exponential(multiplier=1, max=60))",
      "@retry(retry=retry_if_exception_type(IOError))", "@stamina.retry(on=OSError, attempts=3)",
      "@backoff.on_exception(backoff.expo, TimeoutError, max_tries=8)", "backoff.expo",
      "Retry(total=5, backoff_factor=0.1, status_forcelist=[500])", "HTTPAdapter(max_retries=3)",
      "Retry.of(\"x\", RetryConfig.custom().maxAttempts(3).build())", "Retry.ofDefaults(\"x\")",
      "@Retry(name = \"backend\")", "@CircuitBreaker(name = \"backend\")",
      "@Retryable(maxAttempts = 3, backoff = @Backoff(delay = 100))",
      "RetryPolicy.builder().withMaxRetries(3).build()",
      "Failsafe.with(retryPolicy).get(() -> connect())", "new RetryTemplate()",
      ".retryWhen(Retry.backoff(3, Duration.ofSeconds(1)))", "Mono.error(x).retry(3)",
      "CircuitBreaker.ofDefaults(\"x\")", "CircuitBreakerConfig.custom().failureRateThreshold(50)",
      "Policy.Handle<TimeoutException>().WaitAndRetry(3, x)", "Policy.Handle<Exception>().Retry(3)",
      "Policy.Handle<Exception>().CircuitBreaker(2, TimeSpan.FromMinutes(1))",
      "new RetryStrategyOptions { MaxRetryAttempts = 3 }", "Policy.TimeoutAsync(1)",
      "new ResiliencePipelineBuilder().AddRetry(x)", "builder.AddHedging(x)",
      "retry.Do(func() error { return nil }, retry.Attempts(3))", "retry.WithMaxRetries(3, b)",
      "backoff.Retry(operation, backoff.NewExponentialBackOff())", "pRetry(f, {retries: 5})",
      "retry(f, { retries: 5 })", "retry(handleAll, { maxAttempts: 3 })", "@HystrixCommand",
      "Retry::spawn(strategy, action)", "TimeLimiter.of(x)",
    ])
  func idioms(text: String) throws {
    var found: [Diagnostic] = []
    var session = Session(commands: .standard) { event in
      if case .diagnosed(let diagnostic, in: _) = event { found.append(diagnostic) }
    }
    session.run("let f = op()")
    session.run(text)
    #expect(found.count == 1, "\(found.map(\.message))")
    guard case .advice(let fixIt) = found.first?.fixIt else {
      Issue.record("no advice")
      return
    }
    let written = try #require(fixIt.split(separator: "'").dropFirst().first)
    #expect(written.hasPrefix("."))
    #expect(session.run("run f\(written)") == .ready, "\(found.map(\.message))")
  }

  @Test(
    "the commands of other prompts work, and a pasted prompt does no harm",
    arguments: [
      ("?", "help"), (":help", "help"), ("help()", "help"), ("retry> help", "help"),
      ("timing on", "set timing on"), ("RETRY> help", nil), ("lessons", "lesson"),
      ("continue lesson 6", "lesson 6"), ("man retry", "help retry"), ("help(retry)", "help retry"),
      ("retry?", "help retry"), ("run(op())", "run op()"), ("print(1)", nil), ("f(1)", nil),
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
    #expect(ForeignSyntaxHint.meaning(of: text) == meaning)
    if let meaning { #expect(output(text) == output(meaning)) }
  }

  @Test("in the stepper a letter means a command, unless something is named so")
  func letters() {
    for (letter, command) in ForeignSyntaxHint.letters {
      #expect(CommandTable.standard.known.contains { $0.name == command })
      #expect(ForeignSyntaxHint.meaning(of: letter, isStepping: true) == command)
      #expect(ForeignSyntaxHint.meaning(of: letter) != command)
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
    #expect(session.run(".quit") == .ended && ForeignSyntaxHint.dotCommand(".timeout") == nil)
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
