import RetryLanguage
import Simulation
import Testing
import Workbench

/// What a session takes is bounded in bytes and in work, and each bound says how it is raised.
@Suite("Limits of a session")
struct BoundsTests {
  /// Runs a text and returns the output, including errors.
  private func said(_ texts: String..., isJSON: Bool = false) -> [String] {
    var said: [String] = []
    var settings = Settings()
    settings.threads = 1
    var session = Session.printing(isJSON ? .json : .text, settings: settings) { output in
      switch output {
      case .result(let text), .message(let text), .mistake(let text): said.append(text)
      }
    }
    for text in texts { session.run(text) }
    return said
  }

  @Test("a text from a closure is limited in bytes, not in characters")
  func texts() {
    let heavy = "\"a" + String(repeating: "\u{301}", count: 4000) + "\""
    let printed = said("numbers(1...40).scan(\(heavy)) { a, b in a + a }")
    #expect(printed.last?.contains("a string is limited to 10000 bytes") == true)
    #expect(said("just(\"ab\").map { a in a + \"c\" }").last?.contains("success") == true)
  }

  @Test("values and what closures create are limited, and a setting raises the limit")
  func values() {
    let text = "\"\(String(repeating: "a", count: 6000))\""
    let twice = "just(\(text)).map { a in a + a }"
    #expect(said(twice).last?.contains("10000 bytes; 'set memory 128'") == true)
    #expect(said("set memory 128", twice).last?.contains("success") == true)
    let list = "let a = [\((1...4000).map(String.init).joined(separator: ", "))]\nlet b = [a, a]"
    #expect(said(list).last?.contains("this value has more than 10000 elements") == true)
    #expect(said(list).last?.contains("'set memory 128' raises") == true)
    #expect(said("set memory 128", list, "b").last?.hasPrefix("[[1, 2, 3") == true)
  }

  @Test(
    "the nesting of errors is limited, a setting raises the limit, and every thread has room for it"
  )
  func errors() {
    let deep = """
      let f = numbers(1...390).scan(.x) { a, b in .x(a) }.skip(300).flatMap { a in fail(a) }.retry(2)
      f
      """
    #expect(
      said(deep).last?.contains("errors are nested more than 200 deep; 'set depth 1000'") == true)
    for isJSON in [false, true] {
      let told = said("set depth 1000; set threads 2; \(deep)", "stats f calls 600", isJSON: isJSON)
      #expect(told.last?.contains("x(x(x(") == true)
      #expect(!told.contains { $0.contains("nest deeper") })
    }
  }

  @Test("a raised limit applies to the following statements, typed or loaded")
  func sameText() {
    let chain = "let f = op()\n" + String(repeating: "let f = f.retry(2)\n", count: 600)
    #expect(said("set depth 700\n" + chain).count == 602)
    let text = "\"\(String(repeating: "a", count: 6000))\""
    let twice = "set memory 128\njust(\(text)).map { a in a + a }"
    #expect(said(twice).last?.contains("success") == true)
    for word in ["dialect combine", "set dialect combine"] {
      #expect(said("\(word)\nop(fails: 100%).retry(3)").last?.contains("4 attempts") == true)
    }
  }

  @Test("a trace is limited in bytes and in events")
  func traces() {
    let text = "numbers(1...90000).map { \"\(String(repeating: "a", count: 3000))\" }"
    let printed = said("set memory 16", text, isJSON: true)
    #expect(printed.allSatisfy { $0.utf8.count < 3_000_000 })
    #expect(printed.last?.contains("\"is_cut\":true") == true)
    // The same with errors, which have texts of their own.
    let errors = """
      fail(.x("\(String(repeating: "e", count: 9000))")).startWith(1)
        .retryWhen { e in e.take(5000).delay(1ms) }
      """
    #expect(said("set memory 16", errors, isJSON: true).allSatisfy { $0.utf8.count < 9_000_000 })
  }

  @Test("the rows of sweeps and comparisons are limited, and a setting raises the limit")
  func rows() {
    let many = (0..<81).map { _ in "f" }.joined(separator: ", ")
    let compared = said("let f = op()", "compare \(many) calls 10", "set rows 405")
    #expect(compared[1].contains("a comparison has at most 80 strategies, not 81"))
    #expect(compared[1].contains("'set rows 405' raises the limit"))
    let all = said("presets op() calls 9")
    #expect(all.contains { $0.contains("9 calls each") }, "\(all)")
    let raised = said("let f = op()", "set rows 405", "compare \(many) calls 10")
    #expect(raised.last?.contains("10 calls each") == true)
    let swept = said("sweep n in 1...401 { op().retry(n) } calls 1")
    #expect(swept[0].contains("a sweep has at most 400 combinations of values, not 401"))
    #expect(swept[0].contains("'set rows 401' raises the limit"))
    let axes = (0..<6).map { "a\($0) in 1...9999" }.joined(separator: ", ")
    #expect(said("sweep \(axes) { op() }")[0].contains("at most 400"))
  }

  @Test(
    "a setting accepts its minimum and its maximum, and nothing beyond",
    arguments: [
      ("events", 1, 100_000_000), ("depth", 1, 1000), ("rows", 1, 100_000), ("memory", 16, 16_384),
      ("width", 40, 1000), ("threads", 1, 256),
    ])
  func ends(name: String, least: Int, greatest: Int) {
    for number in [least, greatest] {
      var session = Session.printing { _ in }
      #expect(session.run("set \(name) \(number)") == .ready, "\(number)")
    }
    for number in [least - 1, greatest + 1] {
      var session = Session.printing { _ in }
      #expect(session.run("set \(name) \(number)") == .wrong, "\(number)")
    }
  }

  @Test("the nesting of operators is limited, a setting raises the limit, and a long chain is fast")
  func depth() {
    let chain = "let f = op()\n" + String(repeating: "let f = f.retry(2)\n", count: 600)
    #expect(said(chain)[0].contains("operators are nested 501 deep, and the limit is 500"))
    #expect(said(chain)[0].contains("'set depth 501' raises the limit"))
    #expect(said("set depth 700", chain).count == 602)
  }

  @Test("a row of operators has a maximum, and each precedence a row of its own")
  func operators() {
    func row(_ mark: String, _ count: Int) -> String {
      String(repeating: " \(mark) 1", count: count)
    }
    #expect(said("1" + row("*", 600) + row("+", 600)) == ["601"])
    #expect(said("1" + row("+", 1001))[0].contains("more than 1000 operators in a row"))
    #expect(said("3 is 4 + 5")[0].contains("expected the end of the line, found '+'"))
  }

  /// A function that calls itself hundreds of times.
  private static let slow = """
    func slow(_ n: Int) -> Int {
      guard n > 1 else { return 1 }
      return slow(n - 1) + slow(n - 2)
    }
    let f = op("f", latency: 1ms, fails: 50%)

    """

  /// Retries whose closures call functions, each on another path, and a load of one.
  static let callers = [
    "f.map { x in slow(12) }.map { x in slow(12) }",
    "op(\"f\", fails: { a in slow(12) > 0 ? 50% : 50% }).retry(4)",
    "f.retry(attempts: 4, backoff: { n in slow(12) * 1us })",
    "f.retryWhen { errors in errors.enumerated().flatMap { i, e in timer(slow(12) * 1us) } }",
    "f.mapError { e in slow(12) > 0 ? e : e }.mapError { e in slow(12) > 0 ? e : e }",
  ]

  @Test("calls of functions are events of a call, the same on all paths", arguments: callers)
  func functionCalls(caller: String) {
    for events in [400, 700, 100_000] {
      func onBothEngines(_ command: String) -> [String?] {
        ["auto", "general"].map { engine in
          said(
            Self.slow, "set events \(events)", "set engine \(engine)", command, isJSON: true
          ).last?.replacing(/"engine.*?,/, with: "")
        }
      }
      let figures = onBothEngines("stats \(caller) calls 300")
      #expect(figures[0] == figures[1])
      if [400, 100_000].contains(events) {
        #expect(figures[0]?.contains("stopped") == (events == 400), "\(figures[0] ?? "")")
      }
      let loads = onBothEngines("load(\(caller), rate: 100/s, for: 1s)")
      #expect(loads[0] == loads[1])
    }
  }

  @Test("the oldest results are dropped if all together take too much memory")
  func memory() {
    let sweep = "sweep n in 1...400 { op(latency: pareto(min: 1us, shape: 0.2)).retry(n) } calls 40"
    var texts = ["set memory 16", "just(1)"]
    for _ in 0..<3 { texts.append(sweep) }
    var printed: [String] = []
    var session = Session.printing { output in
      if case .mistake(let text) = output { printed.append(text) }
    }
    for text in texts { session.run(text) }
    #expect(session.run("_1.attempts") == .wrong)
    #expect(printed.last?.contains("the result '_1' is no longer kept") == true)
    #expect(printed.last?.contains("'set memory' keeps more results") == true)
    #expect(session.run("_.p99") == .ready)
    #expect(session.run("_9") == .wrong)
    #expect(printed.last?.contains("'_9' is not defined") == true)
  }

  @Test("a character is limited in bytes, since each comparison reads all its marks")
  func marks() {
    func heavy(_ marks: Int) -> String {
      said("just(\"a\(String(repeating: "\u{301}", count: marks))\")")[0]
    }
    #expect(heavy(4999).contains("success"))
    #expect(
      heavy(5000).hasPrefix("error: a character of the input has more than 10000 bytes"))
  }

  @Test("the text of a run is limited in bytes, and only its beginning is shown")
  func sources() {
    let heavy = "// a" + String(repeating: "\u{301}", count: 500_001)
    let printed = said(heavy)
    #expect(printed[0].hasPrefix("error: the input is longer than 1000000 bytes"))
    #expect(printed[0].utf8.count < 1000)
    #expect(said("// " + String(repeating: "a", count: 999_900) + "\njust(1)").count == 1)
  }
}
