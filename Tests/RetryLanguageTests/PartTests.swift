import RetryLanguage
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@Suite("Parts of the language")
struct PartTests {
  /// The expression that a text is.
  private func expression(_ text: String) throws -> Expression {
    let result = Parser.read(SourceText(text))
    guard case .expression(let expression)? = result.statements.first else {
      throw Fault("no expression")
    }
    return expression
  }

  @Test("a line has a number from 1, and no newline")
  func lines() {
    let source = SourceText("one\n\nthree\r\nfour\n")
    #expect((0...7).map(source.line) == ["", "one", "", "three", "four", "", "", ""])
    #expect(SourceText("").line(1) == "")
    #expect(source.place(of: 0) == (1, 1))
    #expect(source.place(of: 3) == (1, 4))
    #expect(source.place(of: 7) == (3, 3))
  }

  @Test(
    "an expression knows its range and the names it mentions",
    arguments: [
      ("a ? b : c", ["a", "b", "c"]), ("a + -b", ["a", "b"]),
      ("a.retry(b, delay: c)", ["a", "b", "c"]),
      ("[a, [b]]", ["a", "b"]), ("{ n in n + a }", ["a", "n"]), ("[.timeout: a]", ["a"]), ("3", []),
    ] as [(String, [String])])
  func names(text: String, names: [String]) throws {
    let expression = try expression(text)
    #expect(SourceText(text)[expression.range] == text)
    for name in ["a", "b", "c", "n", "x"] {
      #expect(expression.mentions { $0 == name } == names.contains(name), "\(name)")
    }
  }

  @Test("one checker can check any number of expressions")
  func steps() throws {
    let text = "[" + (0..<500).map(String.init).joined(separator: ", ") + "]"
    let expression = try expression(text)
    var checker = Checker(SourceText(text), definitions: [:])
    for _ in 0..<100 {
      guard case .success = checker.evaluate(expression) else {
        Issue.record("an expression was too complex")
        return
      }
    }
  }

  @Test("a file has access only to its own folder and below")
  func host() {
    var host = ScriptHost(file: { "<\($0)>" })
    host.paths = { ["\($0)1.txt", "\($0)2/"] }
    let beside = host.beside("a/b/c.retry")
    #expect(beside.file("d").text == "<a/b/d>")
    #expect(beside.paths("x/") == ["x/1.txt", "x/2/"])
    for path in ["/d", "../d", "x/../../d"] {
      #expect(beside.file(path) == .outside)
      #expect(beside.paths(path) == [])
    }
    #expect(host.beside("c.retry").paths("x") == ["x1.txt", "x2/"])
  }

  @Test("the values of a type include only names without a receiver")
  func valuesOfTypes() {
    for type in [
      Type.deadlineRule, .hintRule, .exhaustion, .jitter, .deadlineMoment, .stopRule,
    ] {
      let names = Catalogue.values(of: type)
      #expect(!names.isEmpty && Set(names).count == names.count)
      for name in names {
        #expect(
          Catalogue.functions(named: name).contains { $0.receiver == nil && $0.result == type })
      }
    }
  }

  @Test("a figure of a measurement is a value, and that of a table a list")
  func figures() {
    let stats = Catalogue.all.filter { $0.receiver == .stats && $0.name != "seed" }
    let tables = Catalogue.all.filter { $0.receiver == .table }
    let types = Dictionary(tables.map { ($0.name, $0.result) }) { first, _ in first }
    #expect(stats.count > 5)
    for figure in stats { #expect(types[figure.name] == .list(figure.result), "\(figure.name)") }
  }

  @Test(
    "the former names of figures still work",
    arguments: [Type.run, .stats, .table], [("duration", "latency"), ("succeeded", "success")])
  func oldNames(type: Type, names: (old: String, new: String)) {
    let methods = Catalogue.methods(named: names.old, of: type)
    #expect(methods.count == 1 && methods.first?.name == names.new)
  }

  @Test(
    "the type of a result is the result type of its closure",
    arguments: [
      ("just(1).map { \"a\" }", .source(.text)), ("just(1).map { $0 + 0.5 }", .source(.double)),
      ("just(1).flatMap { just([$0]) }", .source(.list(.int))),
    ] as [(String, Type)])
  func results(text: String, type: Type) {
    #expect(Reading(text).values.last?.type == type)
  }

  @Test("a factor is at least 1, so that delays never shrink")
  func factors() {
    for (factor, isFine) in [
      ("0", false), ("0.99", false), ("1", true), ("3", true), ("-0.1", false),
    ] {
      let text = "op().retry(attempts: 3, backoff: exponential(8ms, factor: \(factor)))"
      #expect(Reading(text).diagnostics.isEmpty == isFine, "\(factor)")
    }
  }

  @Test(
    "an invalid jitter is rejected",
    arguments: [
      ("proportionalJitter(50%)", true), ("proportionalJitter(200%)", false),
      ("additiveJitter(1s)", true), ("additiveJitter(-1s)", false),
    ])
  func jitters(call: String, isFine: Bool) {
    let text = "op().retry(attempts: 3, backoff: constant(1s).\(call))"
    #expect(Reading(text).diagnostics.isEmpty == isFine)
  }

  @Test("a key path is ignored as a whole")
  func keyPaths() {
    #expect(Reading("just(1).map(\\.first.second)").ignoredText == ["\\.first.second"])
  }

  @Test("the example of each depth error is too deep")
  func deepest() {
    let told = Reading(DiagnosticCode.tooDeep.example).diagnostics.map(\.code)
    #expect(told.contains(.tooDeep))
  }

  @Test(
    "a person is asked only about errors that match",
    arguments: [
      ("after: 0", "0 100 | 200 success ()"),
      ("after: 0, unless: .timeout", "0 | 100 failure timeout"),
      ("after: 0, on: [.offline]", "0 | 100 failure timeout"),
      ("after: 0, on: [.timeout], unless: .offline", "0 100 | 200 success ()"),
    ])
  func asked(options: String, course: String) {
    #expect(outcome(of: "op(script: [.timeout, ok]).ask(\(options))") == course)
  }
}
