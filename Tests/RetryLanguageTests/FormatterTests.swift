import ReadingSupport
import RetryLanguage
import Testing
import VirtualTime

@Suite("Formatted programs")
struct FormatterTests {
  @Test(
    "have one form",
    arguments: [
      (
        "let f=op( latency:100ms ,fails:[ .timeout:30% ] )",
        "let f = op(latency: 100ms, fails: [.timeout: 30%])"
      ),
      ("f.retry( 3 )", "f.retry(3)"),
      ("f.retryWhen{$0.delay(0.2s)}", "f.retryWhen { $0.delay(200ms) }"),
      ("f.retryWhen(){ (e: Observable<Error>)->Observable<Int> in e }", "f.retryWhen { e in e }"),
      ("1+2*3-(4-5)", "1 + 2 * 3 - (4 - 5)"),
      ("(1+2)*3", "(1 + 2) * 3"),
      ("-2**2", "-2 ** 2"),
      ("(-2)**-2", "(-2) ** -2"),
      ("80ms ... 120ms", "80ms...120ms"),
      ("1...(2+3)", "1 ... 2 + 3"),
      ("a ? b : c ? d : e", "a ? b : c ? d : e"),
      ("(a ? b : c) ? d : e", "(a ? b : c) ? d : e"),
      ("($0.0).1", "($0.0).1"),
      ("mix(95% : 50ms, 5%:2s)", "mix(95%: 50ms, 5%: 2s)"),
      ("[:]", "[:]"),
      (".a; .b", "(.a)\n(.b)"),
      (#"op( "a\"b\\" )"#, #"op("a\"b\\")"#),
      ("just(\"\u{1B}[8m\")", #"just("\u{1B}[8m")"#),
      (#"just("\u{0}\u{312}s\u{312}")"#, #"just("\u{0}\u{312}s̒")"#),
      (#"just("\u{312}a")"#, #"just("\u{312}a")"#),
      (#"just("a\u{D4E}")"#, #"just("a\u{D4E}")"#),
      (#"just("\u{1F600}\r\u{d}\u{41}")"#, #"just("😀\u{D}\u{D}A")"#),
      ("1e3", "1000.0"),
      ("7%", "7%"),
      ("3000/m", "50/s"),
      ("///  two spaces", "///  two spaces"),
      ("///one\n/// two\n3", "/// one\n/// two\n3"),
      ("f { () in 1 }", "f { in 1 }"),
      ("f { let x=1\n x }", "f { let x = 1; x }"),
      (#"f.map(\ .data)"#.replacing(" ", with: ""), #"f.map(\.data)"#),
    ] as [(String, String)])
  func canonical(text: String, expected: String) {
    #expect(Formatter().text(Parser.read(SourceText(text)).statements) == expected)
  }

  @Test("break before the dots of a chain if a line is too long")
  func chains() {
    let text = "let f = op(latency: 100ms).timeout(200ms).retry(attempts: 3, delay: 100ms)"
    #expect(
      Formatter(width: 50).text(Parser.read(SourceText(text)).statements) == """
        let f = op(latency: 100ms)
          .timeout(200ms)
          .retry(attempts: 3, delay: 100ms)
        """)
  }

  @Test("break after the commas of a call if there is no chain")
  func calls() {
    let text = "let f = op(latency: 80ms...120ms, fails: [.timeout: 20%])"
    #expect(
      Formatter(width: 40).text(Parser.read(SourceText(text)).statements) == """
        let f = op(
          latency: 80ms...120ms,
          fails: [.timeout: 20%])
        """)
  }

  @Test("never turn a line into a command")
  func commands() {
    let shapes = [CommandShape("run", .expression), CommandShape("help", .words)]
    let formatter = Formatter(commands: shapes)
    for text in [
      "(run)", "(help + 1)", "run.retry(3)", "help(1)", "run f.retry(3)", #"help retry 3 "a b""#,
      "help ../a b.csv x",
      #"help "." -- 0 "1_0" 10ms 1.5 f.1"#,
    ] {
      #expect(formatter.text(Parser.read(SourceText(text), commands: shapes).statements) == text)
    }
  }

  @Test("have the same meaning when they are parsed again", arguments: [20, 60, 100])
  func roundTrip(width: Int) {
    for example in Catalogue.all.map(\.example) { check(example, width) }
  }

  @Test(
    "have the same meaning when they are parsed again, with parts missing, repeated or exchanged",
    arguments: 0..<20)
  func mutations(block: UInt64) {
    var read = 0
    for seed in block * 250..<(block + 1) * 250 {
      if check(Mutation.text(seed: seed), 60) { read += 1 }
    }
    #expect(read > 50)
  }

  /// Formats a text that can be parsed and parses it again; returns whether it could be parsed.
  @discardableResult
  private func check(_ text: String, _ width: Int) -> Bool {
    let first = Parser.read(SourceText(text))
    guard first.diagnostics.isEmpty else { return false }
    let written = Formatter(width: width).text(first.statements)
    let second = Parser.read(SourceText(written))
    #expect(second.diagnostics.isEmpty, "\(text) was written as \(written)")
    #expect(Shape.of(first.statements) == Shape.of(second.statements), "\(text) → \(written)")
    #expect(Formatter(width: width).text(second.statements) == written)
    return true
  }
}
