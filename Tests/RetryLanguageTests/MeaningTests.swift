import RetryLanguage
import Simulation
import Testing
import VirtualTime

@Suite("The meaning of texts")
struct MeaningTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    let outcome: String
    var dialect = Dialect.rxswift
    var testDescription: String { text }
  }

  /// An operation that times out twice and then answers, each after 100 ms.
  static let flaky = "let f = op(script: [.timeout, .timeout, ok])\n"
  static let broken = "let f = op(fails: 100%)\n"

  static let strategies = [
    Row(text: flaky + "f", outcome: "0 | 100 failure timeout"),
    Row(text: "just(9223372036854775807 + 1)", outcome: " | 0 success 9223372036854775807"),
    Row(text: "just(-9223372036854775807 - 5)", outcome: " | 0 success -9223372036854775808"),
    Row(text: "just(9223372036854775807 * -2)", outcome: " | 0 success -9223372036854775808"),
    Row(text: "just(-9223372036854775807 * -2)", outcome: " | 0 success 9223372036854775807"),
    Row(text: "zip(just(1), just(5)).map { $1 - $0 }", outcome: " | 0 success 4"),
    Row(text: "zip(just(1), just(5)).dematerialize().map { $1 - $0 }", outcome: " | 0 success 4"),
    Row(text: flaky + "f.retry(3)", outcome: "0 100 200 | 300 success ()"),
    Row(text: flaky + "f.retry(2)", outcome: "0 100 | 200 failure timeout"),
    Row(text: flaky + "f.retry(2)", outcome: "0 100 200 | 300 success ()", dialect: .combine),
    Row(text: flaky + "f.retry()", outcome: "0 100 200 | 300 success ()"),
    Row(text: flaky + "f.retry(0)", outcome: " | 0 completed"),
    Row(text: flaky + "f.retry(attempts: 3, delay: 200ms)", outcome: "0 300 600 | 700 success ()"),
    Row(text: flaky + "f.retry(retries: 1)", outcome: "0 100 | 200 failure timeout"),
    Row(
      text: flaky + "f.retry(attempts: 5, delay: 1s, on: [.offline])",
      outcome: "0 | 100 failure timeout"),
    Row(
      text: flaky + "f.retry(attempts: 5, delay: 1s, unless: .timeout)",
      outcome: "0 | 100 failure timeout"),
    Row(
      text: flaky + "f.retry(attempts: 5, backoff: exponential(100ms, factor: 3, max: 200ms))",
      outcome: "0 200 500 | 600 success ()"),
    Row(
      text: flaky + "f.retry(attempts: 5, backoff: exponential(100ms).max(50ms))",
      outcome: "0 150 300 | 400 success ()"),
    Row(
      text: flaky + "let gentle = policy(attempts: 3, delay: 1s)\nf.retry(gentle)",
      outcome: "0 1100 2200 | 2300 success ()"),
    Row(
      text: broken + "f.retry(attempts: 9, delay: 1s, deadline: 2s)",
      outcome: "0 1100 | 1200 failure error"),
    Row(
      text: broken + "f.retry(attempts: 9, delay: 1s, deadline: 2s, deadlineRule: clamp)",
      outcome: "0 1100 2000 | 2100 failure error"),
    Row(
      text: "op(script: [.throttled(retryAfter: 2s), ok]).retry(attempts: 2)",
      outcome: "0 2100 | 2200 success ()"),
    Row(
      text: "op(script: [.throttled(retryAfter: 2s), ok]).retry(attempts: 2, retryAfter: ignore)",
      outcome: "0 100 | 200 success ()"),
    Row(
      text: "op(latency: 1s).timeout(500ms).retry(3)", outcome: "0 500 1000 | 1500 failure timeout"),
    Row(text: broken + "f.retry(3).timeout(250ms)", outcome: "0 100 200 | 250 failure timeout"),
  ]

  static let pipelines = [
    Row(
      text: flaky + "f.retryWhen { errors in errors.delay(200ms) }",
      outcome: "0 300 600 | 700 success ()"),
    Row(text: flaky + "f.retry(when: { $0.delay(200ms) })", outcome: "0 300 600 | 700 success ()"),
    Row(
      text: broken
        + "f.retryWhen { errors in errors.scan(0) { n, e in n + 1 }.takeWhile { $0 <= 2 } }",
      outcome: "0 100 200 | 300 completed"),
    Row(
      text: broken
        + "f.retryWhen { errors in\n  errors.enumerated().flatMap { i, e in i < 3 ? timer(100ms * 2 ** i) : fail(e) }\n}",
      outcome: "0 200 500 1000 | 1100 failure error"),
    Row(text: broken + "f.retryWhen { zip($0, 1...3) }", outcome: "0 100 200 300 | 400 completed"),
    Row(
      text: broken + "f.retryWhen { $0.flatMap { e in e is .timeout ? timer(1s) : fail(e) } }",
      outcome: "0 | 100 failure error"),
    Row(text: broken + "f.retryWhen { $0.filter { $0 is .timeout } }", outcome: "0 | 100 hung"),
  ]

  /// Snippets as Swift sources write them.
  static let pasted = [
    Row(
      text: broken
        + "f.retry(3).observeOn(MainScheduler.instance).subscribe(onNext: { print($0) })",
      outcome: "0 100 200 | 300 failure error"),
    Row(
      text:
        "let dataTaskPublisher = op(fails: 100%)\ndataTaskPublisher.map(\\.data)\n  .decode(type: Page.self, decoder: JSONDecoder())\n  .retry(3)",
      outcome: "0 100 200 300 | 400 failure error", dialect: .combine),
    Row(
      text: broken
        + "f.retryWhen { (errors: Observable<Error>) in errors.enumerated().flatMap { (index, error) -> Observable<Int> in\n  index < 2 ? Observable<Int>.timer(.seconds(1), scheduler: MainScheduler.instance) : Observable.error(error)\n} }",
      outcome: "0 1100 2200 | 2300 failure error"),
    Row(text: broken + "f.catchErrorJustReturn(7)", outcome: "0 | 100 success 7"),
    Row(text: broken + "f.replaceError(with: 7)", outcome: "0 | 100 success 7"),
    Row(
      text: broken
        + "f.retryWhen { (attempts: Observable<Error>) -> Observable<Error> in\n  return attempts.delay(0.2, scheduler: MainScheduler.instance)\n}.takeUntil(timer(1s))",
      outcome: "0 300 600 900 | 1000 completed"),
    Row(
      text: broken
        + "f\n  .retryWhen { attempts in\n    return attempts.scan(0) { $0.0 + 1 }.takeWhile { $0 <= 2 }\n  }",
      outcome: "0 100 200 | 300 completed"),
    Row(
      text: broken
        + "f.retry(when: { $0.delay(.milliseconds(200), scheduler: MainScheduler.instance).take(1) })",
      outcome: "0 300 | 400 completed"),
    Row(
      text: broken + "f.retryWhen { $0.delay(DispatchTimeInterval.seconds(1)).take(1) }",
      outcome: "0 1100 | 1200 completed"),
  ]

  @Test(
    "conditions on an error use its kind, its number and its range",
    arguments: [
      (".http", true), (".http(503)", true), (".http(404)", false), (".http(500...599)", true),
      (".http(400..<500)", false), (".timeout", false),
    ])
  func kinds(pattern: String, isMet: Bool) {
    let text = "op(script: [.http(503), ok]).retryWhen { $0.takeWhile { e in e is \(pattern) } }"
    #expect(outcome(of: text) == (isMet ? "0 100 | 200 success ()" : "0 | 100 completed"))
  }

  @Test(
    "an expression that starts or ends with a bracket is quoted with it",
    arguments: [
      ("(1 + 2) * 3", "(1 + 2) * 3"), ("-(1 + 2)", "-(1 + 2)"), ("(1) ... (3)", "1...3"),
      ("((5 == 2) ? 1 : 2)", "5 == 2 ? 1 : 2"), ("(op()).retry(2)", "op().retry(2)"),
      ("(1) + (2)", "1 + 2"), ("(3)", "3"), ("[(1), (2)]", "[(1), (2)]"),
      ("just(\")(\")", "just(\")(\")"), ("op( )", "op( )"), ("1 + 2 ; 3", "1 + 2"),
    ])
  func brackets(text: String, told: String) {
    let reading = Reading(text)
    #expect(reading.diagnostics.isEmpty && reading.values.first?.text == told)
  }

  @Test(
    "integer division drops the remainder, which `%` returns",
    arguments: [
      ("7 / 2", 3), ("7 % 2", 1), ("-7 / 2", -3), ("-7 % 2", -1), ("10%3", 1), ("10%(3)", 1),
      ("7 / -1", -7), ("7 % -1", 0), ("2 ** 10", 1024),
    ])
  func division(text: String, number: Int) {
    #expect(Reading(text).values.first?.item.plain?.integer == number)
  }

  @Test("parts without effect are ignored, and reported once")
  func ignoredText() {
    let queue = "qos: .background"
    let text = "just(1).observeOn(Main.instance).delay(1s, \(queue)).delay(2s, \(queue)).retry(2)"
    #expect(Reading(text).ignoredText == [".observeOn(Main.instance)", queue])
  }

  @Test("strategies", arguments: strategies)
  func strategy(row: Row) { check(row) }

  @Test("pipelines over errors", arguments: pipelines)
  func pipeline(row: Row) { check(row) }

  @Test("pasted Swift", arguments: pasted)
  func swift(row: Row) { check(row) }

  private func check(_ row: Row) {
    #expect(outcome(of: row.text, dialect: row.dialect) == row.outcome)
  }

  /// Those on results need a session that has run something.
  @Test(
    "every example of the catalogue runs",
    arguments: Catalogue.all.filter { $0.topic != .result }.map(\.example))
  func examples(text: String) {
    let reading = Reading(text)
    #expect(reading.told(text) == [])
    switch reading.values.last?.item {
    case .source(let source):
      #expect(Machine(source, seed: 1).run().outcome != .failure(Fault("invalid")))
    case .load(let load):
      let record = LoadSimulation(load, seed: 1).run()
      #expect(record.spans.contains { $0.succeeded > 0 })
      #expect(record.spans.last?.until == Instant(record.finished ?? load.duration))
    default: Issue.record("this is nothing that runs")
    }
  }
}
