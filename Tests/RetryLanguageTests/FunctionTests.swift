import RetryLanguage
import RetryNumerics
import Simulation
import Testing

@Suite("User-defined functions")
struct FunctionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    let value: String
    var testDescription: String { text }

    init(_ text: String, _ value: String) {
      self.text = text
      self.value = value
    }
  }

  private static let wait = "func wait(_ n: Int) -> Duration { n > 3 ? 2s : 100ms * 2 ** n }\n"
  private static let kind = """
    func kind(_ e: Error) -> Int {
      switch e {
      case .timeout, .http(500...599):
        return 1
      case .http(404): return 2
      default:
        return 0
      }
    }

    """
  private static let rank = """
    func rank(_ n: Int) -> String {
      switch n {
      case 0: return "none"
      case 1...3: return "few"
      case 4..<10, 12: return "some"
      default: return "many"
      }
    }

    """

  @Test(
    "return the result of their steps",
    arguments: [
      Row(wait + "wait(2)", "400ms"), Row(wait + "wait(4)", "2s"),
      Row("func f(_ n: Int) -> Int {\n  if n < 0 { return 0 }\n  return n\n}\nf(-3)", "0"),
      Row("func f(_ n: Int) -> Int {\n  if n < 0 { return 0 }\n  return n\n}\nf(3)", "3"),
      Row("func f(_ n: Int) -> Int { if n < 0 { 0 } else if n < 5 { 1 } else { 2 } }\nf(-1)", "0"),
      Row("func f(_ n: Int) -> Int { if n < 0 { 0 } else if n < 5 { 1 } else { 2 } }\nf(4)", "1"),
      Row("func f(_ n: Int) -> Int { if n < 0 { 0 } else if n < 5 { 1 } else { 2 } }\nf(5)", "2"),
      Row("func f(_ n: Int) -> Int { if n > 1, n < 4 { 1 } else { 0 } }\nf(3)", "1"),
      Row("func f(_ n: Int) -> Int { if n > 1, n < 4 { 1 } else { 0 } }\nf(4)", "0"),
      Row(
        "func f(_ n: Int) -> Int { guard n > 0 else { return 0 }; let a = n * 2; return a }\nf(4)",
        "8"),
      Row(
        "func f(_ n: Int) -> Int { guard n > 0 else { return 0 }; let a = n * 2; return a }\nf(0)",
        "0"),
      Row("func f(a: Int, by b: Int) -> Int { a - b }\nf(a: 7, by: 2)", "5"),
      Row("func f(_ n: Int) -> Double { n }\nf(2)", "2.0"),
      Row("func f(_ a: Bool) -> Int { switch a { case true: 1; case false: 0 } }\nf(false)", "0"),
      Row("func f(_ a: [Int]) -> Int { 1 }\nf([1, 2])", "1"),
      Row("func f() -> Duration { 1s }\nf()", "1s"),
      Row("func f(_ n: Int) -> Int { n < 2 ? 1 : n * f(n - 1) }\nf(10)", "3628800"),
      Row(
        "func f(_ n: Int) -> Int { let g = n; if g < 1 { return 0 }; let h = f(g - 1); return g + h }\nf(4)",
        "10"),
      Row(kind + "kind(.timeout)", "1"), Row(kind + "kind(.http(503))", "1"),
      Row(kind + "kind(.http(404))", "2"), Row(kind + "kind(.http(403))", "0"),
      Row(rank + "rank(0)", "\"none\""), Row(rank + "rank(3)", "\"few\""),
      Row(rank + "rank(9)", "\"some\""), Row(rank + "rank(10)", "\"many\""),
      Row(rank + "rank(12)", "\"some\""),
      Row("let twice = { n in n * 2 }\ntwice(4)", "8"),
      Row("let twice = { n in n * 2 }\ntwice(100ms)", "200ms"),
      Row("let sum = { a, b in a + b }\nsum(1s, 20ms)", "1.02s"),
      Row("let half = { $0 / 2 }\nhalf(5)", "2"),
      Row("func f(_ n: Int) -> Int { n < 1 ? 0 : 1 + f(n - 1) }\nf(199)", "199"),
      Row(
        "let f = { n in n * 2 }\nfunc g(_ n: Int) -> Int { let a = f(n); return a + n }\ng(2)", "6"),
      Row("let a = 3\nlet f = { n in n + a }\nlet a = 10\nf(1)", "4"),
      Row("let f = { n in n + 1 }\nlet g = { n in f(f(n)) }\ng(1)", "3"),
      Row("let f = { n in if n > 2 { return 1 }; return 0 }\nf(3)", "1"),
      Row("func f(_ n: Int) -> Double { if n > 2 { return 1 }; return 0.5 }\nf(3)", "1.0"),
    ])
  func value(row: Row) {
    let reading = Reading(row.text)
    #expect(reading.diagnostics.isEmpty, "\(reading.told(row.text))")
    #expect(reading.values.last?.item.plain?.description == row.value)
  }

  @Test(
    "can be used wherever a closure can",
    arguments: [
      Row(wait + "op(fails: 100%).retry(attempts: 3, backoff: wait)", "failed in 600ms"),
      Row(
        "let w = { n in 1s * (n + 1) }\nop(fails: 100%).retry(attempts: 3, backoff: w)",
        "failed in 3.3s"),
      Row(
        "func c(_ a: Attempt) -> Percent { a.number < 3 ? 100% : 0% }\nop(fails: c).retry(5)",
        "success"),
      Row("let c = { a in a.number < 3 ? 100% : 0% }\nop(fails: c).retry(5)", "success"),
      Row(
        "let w = { e in e.delay(1s) }\nop(script: [.timeout, ok]).retryWhen(w)", "success in 1.2s"),
      Row("func d(_ n: Int) -> Int { n * 2 }\nfrom([1, 2]).map(d)", "success"),
      Row("let add = { a, b in a + b }\nfrom([1, 2]).scan(0, add)", "success"),
    ])
  func closure(row: Row) throws {
    let reading = Reading(row.text)
    #expect(reading.diagnostics.isEmpty, "\(reading.told(row.text))")
    let result = Machine(try #require(reading.source), seed: 1).run(call: 0)
    let words = row.value.split(separator: " in ")
    #expect(result.outcome.word == (words[0] == "failed" ? "failure" : words[0]))
    if words.count == 2 { #expect(result.duration.description == words[1]) }
  }

  @Test(
    "capture the surrounding names that they mention",
    arguments: [
      ("just(2).flatMap { a in just(10).map { b in a + b } }", 12),
      ("just(2).flatMap { a in just(10).map { $0 + a } }", 12),
      ("just(2).flatMap { let a = $0 * 3; just(10).map { b in a + b } }", 16),
      ("just(2).flatMap { a in just(10).map { a in a + 1 } }", 11),
      ("just(2).flatMap { a in just(10).flatMap { b in just(5).map { c in a + c } } }", 7),
      ("func f(_ a: Int) -> Operation<Int> { just(10).map { b in a + b } }\nf(2)", 12),
    ])
  func captured(text: String, value: Int) throws {
    let reading = Reading(text)
    #expect(reading.diagnostics.isEmpty, "\(reading.told(text))")
    let result = Machine(try #require(reading.source), seed: 1).run(call: 0)
    #expect(result.outcome == .success(.int(value)))
  }

  @Test(
    "report their errors once, at the right place",
    arguments: [
      Row(
        "func f(_ n: Int) -> Duration { n }",
        "1:32+1 E012 expected a duration, found an integer"),
      Row("func f(_ n: Intt) -> Int { n }", "1:13+4 E010 there is no type 'Intt' [Int]"),
      Row(
        "func f(_ n: Int) -> Int { if n > 2 { return 1 } }", "does not return a value on every path"
      ),
      Row(
        "func f(_ n: Int) -> Int { return 1; return 2 }", "code after the result never runs"),
      Row(
        "func f(_ n: Int) -> Int { switch n { case 1: 2 } }",
        "does not cover all values"),
      Row(
        "func f(_ n: Int) -> Int { switch n { case .timeout: 2; default: 1 } }",
        "an integer cannot match an error"),
      Row(
        "func f(_ n: Int) -> Int { switch n { case 1s: 2; default: 1 } }",
        "an integer cannot match a duration"),
      Row("func f(_ n: Int, _ n: Int) -> Int { n }", "the parameter 'n' is declared twice"),
      Row("func f(_ n: Int) -> Int { n }\nf(1s)", "expected an integer, found a duration"),
      Row("func f(_ n: Int, to m: Int) -> Int { n }\nf(1)", "'f' takes (_: Int, to: Int)"),
      Row("func f(_ n: Int) -> Int { n }\nf(n: 1)", "'f' takes (_: Int)"),
      Row(
        "func f(_ n: Int) -> Int { n < 1 ? 0 : 1 + f(n - 1) }\nf(200)", "nested more than 200 deep"),
      Row("func f(_ n: Int) -> Int { f(n + 1) }\nf(1)", "calls are nested more than 200 deep"),
      Row(
        "func f(_ n: Int) -> Int { n < 2 ? n : f(n - 1) + f(n - 2) }\nf(40)",
        "more than 100000 function calls"),
      Row(
        "func f(_ n: Int) -> Duration { random(0ms...1s) }\nf(1)",
        "'f' can only be used in a closure"),
      Row("let f = { n in m + n }", "'m' is not defined"),
      Row(
        "let f = { n in n + 1 }\nf(1s)",
        "in 'f': '+' cannot be applied to a duration and an integer"),
      Row(
        "let f = { n in n + 1 }\nf(1, 2)", "'f' takes one value"),
      Row("let f = { n in while n { 1 } }", "'while' cannot be used in a closure"),
      Row("let func = 4", "'func' is a keyword"),
      Row("func if(_ n: Int) -> Int { n }", "'if' is a keyword"),
    ])
  func mistake(row: Row) {
    let told = Reading(row.text).told(row.text)
    #expect(told.count == 1, "\(told)")
    #expect(told.first?.contains(row.value) == true, "\(told)")
  }

  @Test(
    "a closure that cannot be evaluated is reported in a backoff, and fails a notifier")
  func failing() {
    let backoff = "op(fails: 100%).retry(attempts: 3, backoff: { n in 100ms / n })"
    #expect(Reading(backoff).told(backoff).first?.contains("division by zero") == true)
    let notifier = Reading("op(fails: 100%).retryWhen { e in e.take(1 / 0) }")
    let result = notifier.source.map { Machine($0, seed: 1).run(call: 0) }
    #expect(result?.outcome == .failure(Fault("arithmetic", .text("division by zero"))))
  }

  @Test(
    "are formatted with one line per step, and closures on one line",
    arguments: [
      Row(
        kind.trimmed,
        kind.trimmed.replacing("case .http(404): return 2", with: "case .http(404):\n    return 2")),
      Row(
        "func f(_ n: Int, by m:Int)->Int{guard n>0,m>0 else{return 0};let a=n*m\nreturn a}",
        "func f(_ n: Int, by m: Int) -> Int {\n  guard n > 0, m > 0 else { return 0 }\n  let a = n * m\n  return a\n}"
      ),
      Row(
        "func f(_ n:Int)->Int{\n  return n*2}", "func f(_ n: Int) -> Int {\n  n * 2\n}"),
      Row(
        "func f(_ n: Int) -> Int { if n > 2 { let a = n; return a } else if n < 0 { 0 } else { 1 } }",
        "func f(_ n: Int) -> Int {\n  if n > 2 {\n    let a = n\n    return a\n  } else if n < 0 { return 0 } else { return 1 }\n}"
      ),
      Row(
        "let f={n in if n>2{return 1}else{return 0}}",
        "let f = { n in if n > 2 { return 1 } else { return 0 } }"),
      Row(
        "let f={n in switch n{case 1,2:return 1\ndefault:let a = n;return a}}",
        "let f = { n in switch n { case 1, 2: return 1; default: let a = n; return a } }"),
      Row(
        "let f = { e in if (e.map { $0 } == e) { return 1 }; return 2 }",
        "let f = { e in if (e.map { $0 } == e) { return 1 }; 2 }"),
    ])
  func formatting(row: Row) {
    let read = Parser.read(SourceText(row.text))
    #expect(read.diagnostics.isEmpty)
    let text = Formatter().text(read.statements)
    #expect(text == row.value)
    #expect(Formatter().text(Parser.read(SourceText(text)).statements) == text)
  }
}

extension String {
  fileprivate var trimmed: String { String(dropLast(1)) }
}
