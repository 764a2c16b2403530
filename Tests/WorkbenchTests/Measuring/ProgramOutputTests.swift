import RetryLanguage
import Synchronization
import Testing
import Workbench

@Suite("Measurements for programs")
struct ProgramOutputTests {
  private func said(
    _ text: String, _ format: Format, terminal: TerminalHooks = TerminalHooks()
  ) -> [String] {
    var said: [String] = []
    var session = Session.printing(format, terminal: terminal) { output in
      switch output {
      case .result(let text), .message(let text), .mistake(let text): said.append(text)
      }
    }
    session.run(text)
    return said
  }

  @Test(
    "rows of an interrupted measurement are marked as partial",
    arguments: [
      "stats op(fails: 50%).retry(3) calls 10_000_000",
      "compare op(), op(fails: 50%) calls 10_000_000",
      "sweep n in 1...3 { op(fails: 50%).retry(n) } calls 10_000_000",
    ])
  func partial(text: String) throws {
    let asked = Mutex(0)
    var hooks = TerminalHooks()
    hooks.isInterrupted = {
      asked.withLock { count in
        count += 1
        return count > 20
      }
    }
    let told = said(text, .csv, terminal: hooks)
    #expect(told.last == "stopped by Ctrl-C: these rows are partial" && told.count == 2)
    asked.withLock { $0 = .min }
    let whole = said(text.replacing("10_000_000", with: "100"), .csv, terminal: hooks)
    #expect(!whole.contains { $0.contains("partial") })
  }

  @Test("a row of a comparison contains its differences, with intervals and the calls needed")
  func comparison() {
    let rows = said("compare op(fails: 30%), op(fails: 30%).retry(2) calls 500", .json)
    #expect(rows.count == 2)
    #expect(!rows[0].contains("against_first"))
    for key in ["success", "attempts", "latency_ns", "waited_ns"] {
      #expect(rows[1].contains("\"\(key)\":{\"value\":"), "\(key)")
    }
    #expect(rows[1].contains("\"significant\":true,\"calls_needed\":null"))
    let alike = said("compare op(fails: 30%), op(\"g\", fails: 31%) calls 500", .json)
    #expect(alike[1].contains("\"significant\":false,\"calls_needed\":"))
    #expect(!alike[1].contains("\"success\":{\"value\":0,"))
  }

  @Test("an expectation contains the measured figures, with intervals if they were sampled")
  func expectation() {
    let text =
      "stats op(fails: 30%) calls 500\nexpect success > 10% && p99 <= 100ms && calls == 500"
    let object = said(text, .json).last ?? ""
    #expect(object.contains("\"success\":{\"value\":0."))
    #expect(object.contains(",\"low\":0."))
    #expect(object.contains("\"p99_ns\":{\"value\":100000000}"))
    #expect(object.hasSuffix("\"calls\":{\"value\":500}}}"))
  }

  @Test("streams have figures of their values")
  func values() {
    let object = said("stats interval(10ms).take(3) calls 4", .json).last ?? ""
    #expect(object.contains("\"values\":{\"mean\":3,\"max\":3,\"counts\":{\"3\":4}}"))
    #expect(
      !(said("stats op() calls 4", .json)).contains { $0.contains("\"values\"") })
  }

  @Test("a table says once that played calls have no rows")
  func played() {
    let said = said("play op(), op() speed 9\nplay op() speed 9", .csv)
    #expect(said.count == 1 && said[0].hasPrefix("note: single calls have no rows: "), "\(said)")
  }

  @Test("a text in a table that looks like a formula is marked as a text")
  func formulas() {
    let said = said("sweep w in [\"=1+1\", \"-5\", \"@a\", \"b\"] { op(w) } calls 5", .csv)
    let rows = said[0].split(separator: "\r\n").dropFirst()
    #expect(rows.map { $0.prefix { $0 != "," } } == ["'=1+1", "-5", "'@a", "b"], "\(rows)")
  }

  @Test("an interval without an end has none in JSON")
  func endless() {
    let said = said("stats never() calls 50\nexpect p99 < 1s", .json)
    #expect(said.count == 2 && said[1].contains("\"p99_ns\""), "\(said)")
    #expect(!said.joined().contains("9223372036854775807"), "\(said)")
  }

  @Test("a table has one header and a row for each measurement, and nothing else")
  func table() {
    let text = """
      let f = op("a, \\"b\\"", fails: 100%, latency: 10ms)
      stats f calls 4
      run f
      stats f.retry(2) calls 4
      sweep p in [10%, 20%], n in 1...2 { op(fails: p).retry(n) } calls 5
      """
    let said = said(text, .csv)
    #expect(said.count == 3)
    // Each text ends in a carriage return, since who prints it adds the line feed.
    let lines = said.map { $0.split(separator: "\r\n", omittingEmptySubsequences: false) }
    #expect(lines.prefix(2).map(\.count) == [2, 1])
    #expect(lines[0][0].hasPrefix("subject,seed,calls,success,success_low,success_high,attempts,"))
    #expect(lines[0][1].hasPrefix("f,42,4,0,0,"))
    #expect(lines[1][0].hasPrefix("f.retry(2),42,4,0,0,"))
    #expect(said.prefix(2).allSatisfy { $0.hasSuffix("\r") })
    #expect(
      said[2].contains(
        "is left out, since it has other columns than the one before; '--csv=FOLDER'"))
  }

  @Test("each measurement is a table in its own file if a folder is given")
  func tables() {
    var files: [String: String] = [:]
    var said: [Output] = []
    let renderer = TableRenderer { name, text in
      files[name] = text
      return name.hasPrefix("3") ? "full" : nil
    }
    var session = Session.saving(
      tables: renderer, settings: Settings(), host: ScriptHost(), terminal: TerminalHooks()
    ) { said.append($0) }
    session.run("op()\nstats op(fails: 50%) calls 5\ncompare op(), op().retry(2) calls 5")
    session.run("sweep p in [10%, 20%], n in 1...2 { op(fails: p).retry(n) } calls 5")
    #expect(
      said == [
        .result("1-stats.csv"), .result("2-comparison.csv"),
        .mistake("'3-sweep.csv' cannot be written: full"),
      ])
    let rows = files.mapValues { $0.split(separator: "\r\n", omittingEmptySubsequences: false) }
    #expect(rows["1-stats.csv"]?.count == 3 && rows["2-comparison.csv"]?.count == 4)
    #expect(rows["3-sweep.csv"]?[0].hasPrefix("p,n,subject,") == true)
    #expect(rows["3-sweep.csv"]?[4].hasPrefix("0.2,2,\"{ p, n in op(fails: p)") == true)
    #expect(files.values.allSatisfy { $0.hasSuffix("\r\n") })
  }

  @Test("a field with a comma or a quote is quoted")
  func quotes() {
    let said = said("stats op(\"a\\\", b\", fails: 100%) calls 1", .csv)
    #expect(said.first?.contains("\"op(\"\"a\\\"\", b\"\", fails: 100%)\",42,1,") == true)
  }

  @Test("a parameter is a number, and its key ends with the unit")
  func parameters() {
    let text =
      "sweep wait in [500ms, 1s], n in 1...2 { op().retry(attempts: n, delay: wait) } calls 5"
    let objects = said(text, .json)
    #expect(objects.count == 4)
    #expect(
      objects[0].hasSuffix("\"parameters\":{\"wait_ns\":500000000,\"n\":1}}"), "\(objects[0])")
    let table = said(text, .csv).joined()
    #expect(table.hasPrefix("wait_ns,n,subject,") && table.contains("\r\n500000000,2,"), "\(table)")
  }
}
