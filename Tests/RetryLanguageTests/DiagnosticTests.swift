import RetryLanguage
import Testing

@Suite("Error messages")
struct DiagnosticTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    let told: [String]
    var testDescription: String { text }

    init(_ text: String, _ told: String...) {
      self.text = text
      self.told = told
    }
  }

  static let words = [
    Row("just(1) §", "1:9+1 E001 unexpected character '§'"),
    Row(
      "just(“a“)", "1:6+1 E001 unexpected character '“' [\"]",
      "1:8+1 E001 unexpected character '“' [\"]"),
    Row(
      "just(\"a)", "1:6+1 E002 this string has no closing quote", "1:5+1 E006 '(' is never closed"),
    Row("timer(200msec)", "1:10+4 E004 unknown unit 'msec' [ms]"),
    Row("timer(2x)", "1:8+1 E004 unknown unit 'x' (a multiple is a product: 2 * offered)"),
    Row("timer(1m30)", "1:8+3 E004 unknown unit 'm30' (the units are ns, us, ms, s, m and h)"),
    Row("timer(30s1m)", "1:9+3 E004 unknown unit 's1m' (the units are ns, us, ms, s, m and h)"),
    Row("just(10K)", "1:8+1 E004 unknown unit 'K' [k]"),
    Row("timer(1d)", "1:8+1 E004 unknown unit 'd' (a day is 24h)"),
    Row("timer(2weeks)", "1:8+5 E004 unknown unit 'weeks' (a week is 168h)"),
    Row("just(9223372036854775807)"),
    Row(
      "just(9223372036854775808)",
      "1:6+19 E017 the largest integer is 9223372036854775807 (write larger numbers with an exponent: 1e20)"
    ),
    Row("just(1e400)", "1:6+5 E017 the largest number is 1.8e308"),
    Row("op(fails: 3k%)", "1:11+3 E017 the share must be between 0% and 100%, not 3000%"),
  ]

  static let shapes = [
    Row("just(1", "1:5+1 E006 '(' is never closed"),
    Row("just(1 2)", "1:8+1 E006 expected ')' or ',', found a number"),
    Row(
      "op(latency = 50ms)",
      "1:12+1 E006 expected ')' or ',', found '=' (a label ends with ':', as in 'latency: 50ms')"),
    Row(
      "op(fails: .timeout: 30%)",
      "1:19+1 E006 expected ')' or ',', found ':' (several values for a label are in brackets, as in '[.timeout: 30%]')"
    ),
    Row(
      "let x: op()", "1:12+1 E005 a name is defined with '=' (for example: let fetch = op())"),
    Row("let = 3", "1:5+1 E005 expected a name, found '='"),
    Row("just(1) just(2)", "1:9+4 E005 expected the end of the line, found 'just'"),
    Row(
      "fetch = op()", "1:7+1 E005 expected the end of the line, found '=' [let fetch = …]"),
    Row("lte fetch = op()", "1:1+3 E021 there is no command 'lte' [let]"),
    Row("lte fetch", "1:1+3 E021 there is no command 'lte'"),
    Row("fun f(x: Int) -> Int { x }", "1:1+3 E021 there is no command 'fun' [func]"),
    Row(
      "func f(x) = x", "1:9+1 E005 expected the type of 'x', such as 'x: Int', found ')'"),
    Row(
      "func f(x: Int) { x }",
      "1:16+1 E005 expected the type of the result, such as '-> Int', found '{'"),
    Row(
      "op().breaker(failures: 5, open: 2s)",
      "1:6+7 E014 'breaker' needs 'of:' or 'over:' or 'within:' (example: "
        + "load(op(outages: [3s...6s]).breaker(failures: 50%, of: 20, open: 2s), rate: 50/s, for: 20s))"
    ),
    Row(
      "op(script: [.timeout, .ok])", "1:24+2 E010 with a point, '.ok' is an error [ok]"),
    Row("just()", "1:1+4 E014 'just' needs a value (example: just(42))"),
    Row("just(1, 2)", "1:9+1 E015 'just' does not accept this argument (example: just(42))"),
    Row(
      "[1, .timeout]", "1:5+8 E012 a list cannot contain both an integer and an error"),
  ]

  /// Values in quotation marks, and a duration in the words of another language.
  static let quoted = [
    Row(
      "op().retry(attempts: \"x\")",
      "1:22+3 E012 expected an integer, found a string (write it without quotation marks, such as 3)"
    ),
    Row("op().retry(attempts: \"3\")", "1:22+3 E012 expected an integer, found a string [3]"),
    Row("op().timeout(\"1s\")", "1:14+4 E012 expected a duration, found a string [1s]"),
    Row(
      "op().timeout(\"soon\")",
      "1:14+6 E012 expected a duration, found a string (write it without quotation marks, such as 500ms)"
    ),
    Row("op(latency: \"20ms\")", "1:13+6 E012 expected a latency, found a string [20ms]"),
    Row(
      "op().retry(attempts: 2.5)",
      "1:22+3 E012 expected an integer, found a number (a whole number is needed, such as 3)"),
    Row(
      "Duration.ofMillis(500)",
      "1:1+17 E010 'Duration' has no 'ofMillis' (write '500ms', '1.5s' or '2m')"),
    Row("Duration.milliseconds(500)"),
  ]

  static let names = [
    Row("fetsh", "1:1+5 E010 'fetsh' is not defined"),
    Row(
      "op().retry(attempts: three)",
      "1:22+5 E010 'three' is not defined; 'attempts:' takes an integer, such as 3"),
    Row(
      "let three = 3\nop().retry(attempts: thre, delay: soon)",
      "2:22+4 E010 'thre' is not defined; 'attempts:' takes an integer, such as 3 [three]",
      "2:35+4 E010 'soon' is not defined; 'delay:' takes a duration, such as 100ms"),
    Row(
      "just(7).timeout(soon)",
      "1:17+4 E010 'soon' is not defined; 'timeout' takes a duration, such as 100ms"),
    Row(
      "op().retry(three)",
      "1:12+5 E010 'three' is not defined; 'retry' takes an integer or a policy"),
    Row("just(fetsh)", "1:6+5 E010 'fetsh' is not defined"),
    Row("op().retry(attempts: three + 1)", "1:22+5 E010 'three' is not defined"),
    Row(
      "retry(3)",
      "1:1+5 E010 there is no function 'retry' ('retry' is a method; 'policy(…)' makes a policy for it; example: op(script: [.timeout, ok]).retry())"
    ),
    Row(
      "op(zzz: 3)",
      "1:4+3 E013 'op' has no argument 'zzz:' (it accepts latency:, fails:, hangs:, outages:, script:, returns:, error:, on:, lost:, idempotent:, cost:, calls:)"
    ),
    Row("jsut(1)", "1:1+4 E010 there is no function 'jsut' [just]"),
    Row(
      "let fetch = op()\nfetch.rety(3)", "2:7+4 E011 an operation has no method 'rety' [retry]"),
    Row(
      "let fetch = op()\nfetch.retry(\"three\")",
      "2:13+7 E012 expected an integer, found a string (write it without quotation marks, such as 3)"
    ),
    Row(
      "let fetch = op()\nfetch.retry(attempt: 3)",
      "2:13+7 E013 'retry' has no argument 'attempt:' [attempts]"),
    Row(
      "let fetch = op()\nfetch.retry(attempts: 3, delay: 200)",
      "2:33+3 E012 expected a duration, found an integer [200ms]"),
    Row(
      "op(fails: timeout)",
      "1:11+7 E010 'timeout' is not defined; 'fails:' takes a failure model, such as 30% [[.timeout: 30%]]"
    ),
    Row(
      "op().retry(attempts: 2, on: timeout)",
      "1:29+7 E010 'timeout' is not defined; 'on:' takes a list of error patterns, such as .timeout [.timeout]"
    ),
    Row("op(fails: [auth: 30%])", "1:12+4 E010 'auth' is not defined [.auth]"),
    Row(
      "op().retry(attempts: 3, unless: auth)",
      "1:33+4 E010 'auth' is not defined; 'unless:' takes a list of error patterns, such as .timeout [.auth]"
    ),
    Row(
      "op().retry(attempts: 3, delay: exponential(100ms), jitter: full)",
      "1:32+18 E012 expected a duration, found a latency ('backoff:' accepts it)"),
    Row(
      "op().retry(attempts: 2, delay: 1s, jitter: 20%)",
      "1:44+3 E012 expected a kind of jitter, found a percentage [proportional(20%)]"),
    Row(
      "op().retry(attempts: 2, delay: 1s, jitter: 0.2)",
      "1:44+3 E012 expected a kind of jitter, found a number [proportional(20%)]"),
    Row("op(fails: 0.3)", "1:11+3 E012 expected a failure model, found a number [30%]"),
    Row(
      "op().retry(attempts: 2, on: [\"timeout\"])",
      "1:30+9 E012 expected an error pattern, found a string [.timeout]"),
    Row(
      "just(1).map { $1 }", "1:13+6 E019 this closure receives one value, so '$1' does not exist"),
    Row("just(1).map { a, b in a }", "1:13+13 E019 this closure receives one value but declares 2"),
    Row(
      "just(10/s > 5)", "1:13+1 E016 '>' cannot be applied to a rate and an integer [5/s]"),
    Row(
      "just(200 < 1s)", "1:6+3 E016 '<' cannot be applied to an integer and a duration [200ms]"),
    Row("just(1 + true)", "1:8+1 E016 '+' cannot be applied to an integer and a Boolean"),
    Row(
      "let x = exponential(100ms)",
      "1:9+11 E018 'exponential' is ambiguous: it can be a latency or a back-off (add 'mean:' for a latency, or 'factor:' for a back-off)"
    ),
    Row(
      "exponential(100ms).seed()",
      "1:1+11 E018 'exponential' is ambiguous: it can be a latency or a back-off (add 'mean:' for a latency, or 'factor:' for a back-off)"
    ),
    Row(
      "op().retry(3, delay: 1s)",
      "1:15+5 E013 'delay:' cannot be used in this form of 'retry' (write 'attempts:' before the first argument)"
    ),
    Row(
      "op().retry(attempts: 3, budget: 5)",
      "1:33+1 E012 expected a retry budget, found an integer [budget(bucket: 5)]"
    ),
    Row(
      "op(fails: burst(every: 1m))",
      "1:11+5 E014 'burst' needs 'for:' (example: op(fails: burst(every: exponential(1m), for: exponential(5s), fails: 90%)))"
    ),
    Row(
      "op(fails: burst(enter: 1%, for: 5s))",
      "1:28+3 E013 'for:' cannot be used in this form of 'burst' (example: op(fails: burst(every: exponential(1m), for: exponential(5s), fails: 90%)))"
    ),
    Row("op(laten: 5ms)", "1:4+5 E013 'op' has no argument 'laten:' [latency]"),
    Row("op.retry(3)", "1:1+2 E014 'op' is a function [op(…)]"),
  ]

  static let values = [
    Row(
      "op(fails: [.reset: 2%, burst(every: 9s, for: 1s): 50%])",
      "1:24+25 E012 expected an error, found a failure model (a burst is no entry: write burst(…, besides: [.http(503): 2%]))"
    ),
    Row("op(fails: 130%)", "1:11+4 E017 the share must be between 0% and 100%, not 130%"),
    Row("op(lost: 130%)", "1:10+4 E017 the share must be between 0% and 100%, not 130%"),
    Row("op(latency: 5ms...1ms)", "1:13+9 E017 the range ends before it starts [1ms...5ms]"),
    Row("just(1).map { random(5...1) }", "1:22+5 E017 the range ends before it starts [1...5]"),
    Row(
      "just(random(1...6))",
      "1:6+13 E017 'random' can only be used in a closure that runs with each call"),
    Row("just(1 / 0)", "1:1+11 E017 cannot evaluate this: division by zero"),
    Row("op(outages: every(99999999h, for: 1s))", "1:13+25 E017 a period must end"),
    Row("op().retry(-1)", "1:12+2 E017 the number of attempts cannot be negative: -1"),
    Row("op().retry(attempts: -3)", "1:22+2 E017 'attempts' must be at least 0, not -3"),
    Row(
      "marbles(\"--?\")",
      "1:9+5 E017 character 3 of the marble diagram: '?' has no meaning"),
  ]

  @Test("words", arguments: words)
  func word(row: Row) { check(row) }

  @Test("values in quotation marks", arguments: quoted)
  func quotation(row: Row) { check(row) }

  @Test("shapes", arguments: shapes)
  func shape(row: Row) { check(row) }

  @Test("names and types", arguments: names)
  func name(row: Row) { check(row) }

  @Test("values", arguments: values)
  func value(row: Row) { check(row) }

  @Test("all errors of an entry are reported")
  func several() {
    let text = "let a = jsut(1)\nlet b = op(fail: 3%)\ntimer(3)"
    #expect(
      Reading(text).told(text) == [
        "1:9+4 E010 there is no function 'jsut' [just]",
        "2:12+4 E013 'op' has no argument 'fail:' [fails]",
        "3:7+1 E012 expected a duration, found an integer [3ms]",
      ])
  }

  /// Of several ways to read a call, the one that fails furthest into the call is reported.
  ///
  /// Syntax errors are reported before errors of meaning.
  @Test(
    "the error furthest into the call is reported first, and its consequences are not reported",
    arguments: [
      Row(
        "op().retry(attempts: 2, delay: 1s, on: 3)",
        "1:40+1 E012 expected a list of error patterns, found an integer"),
      Row(
        "op().retry(2, 3)",
        "1:15+1 E015 'retry' does not accept this argument (example: op(fails: 50%).retry(3))"),
      Row(
        "let f = op(fails: 3)\nlet g = f.rety(2)\ng.map { $7 }",
        "1:19+1 E012 expected a failure model, found an integer [3%]"),
      Row(
        "timer(3)\nlet f = op(]\nf.retry(\"2\")",
        "2:12+1 E005 expected an expression, found ']'",
        "1:7+1 E012 expected a duration, found an integer [3ms]"),
      Row(
        "timer(3)\nlet g = just(§)\ng.nope()", "2:14+1 E001 unexpected character '§'",
        "1:7+1 E012 expected a duration, found an integer [3ms]"),
    ])
  func furthest(row: Row) { check(row) }

  @Test(
    "endless and overflowing texts are reported",
    arguments: [
      String(repeating: "(", count: 100_000),
      String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000),
      String(repeating: "-", count: 100_000) + "1",
      "1" + String(repeating: " ** 2", count: 100_000),
      "just(1)" + String(repeating: ".map { $0 }", count: 20_000),
      String(repeating: "{ a in ", count: 3000),
      String(repeating: "true ? ", count: 5000) + "1",
      String(repeating: "just(1).flatMap { a in ", count: 200) + "just(1)"
        + String(repeating: "}", count: 200),
    ])
  func bounds(text: String) {
    #expect(!Reading(text).diagnostics.isEmpty)
  }

  private func check(_ row: Row) {
    let reading = Reading(row.text)
    #expect(reading.told(row.text) == row.told)
    // What stands on a mistake has no value.
    #expect(reading.values.isEmpty == !row.told.isEmpty)
  }
}
