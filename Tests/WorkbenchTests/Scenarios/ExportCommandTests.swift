import Foundation
import FoundationXML
import RetryLanguage
import Testing
import Workbench

@Suite("Exporting")
struct ExportCommandTests {
  @Test("writes the last result or a named one, in the format of the file extension")
  func kinds() {
    let writer = Writer()
    writer.type("let f = op(script: [.timeout, ok])", "f.retry(2)", "stats f calls 10", "f")
    for path in ["a.svg", "b.json", "c.jsonl", "d.mmd", "\"a name.svg\"", "e.svg of _1"] {
      #expect(writer.type("export \(path)")[0].hasPrefix("exported f"), "\(path)")
    }
    writer.type("export figures.csv of _2")
    #expect(
      writer.files.keys.sorted() == [
        "a name.svg", "a.svg", "b.json", "c.jsonl", "d.mmd", "e.svg", "figures.csv",
      ])
    #expect(writer.files["e.svg"]?.contains("f.retry(2)") == true)
    #expect(writer.files["a.svg"]?.contains("f.retry(2)") == false)
    #expect(writer.files["figures.csv"]?.hasPrefix("subject,seed,calls,success") == true)
    #expect(writer.files["b.json"]?.hasPrefix("{\"traceEvents\":[") == true)
  }

  @Test(
    "names the command that is meant by a name in front of the file, or by a file for a policy",
    arguments: [
      ("export gentle to policy.cs", "export policy.cs of gentle"),
      ("export gentle policy.py", "export policy.py of gentle"),
      ("export _1 as figures.csv", "export figures.csv of _1"),
      ("export policy.go", "export policy.go of gentle"),
      ("export policy.go gentle", "export policy.go of gentle"),
      ("export gentle for Tenacity", "export policy.py of gentle"),
      ("export envoy gentle", "export envoy.yaml of gentle"),
      ("export gentle as py", "export policy.py of gentle"),
      ("export figures.csv _1", "export figures.csv of _1"),
    ])
  func meant(text: String, command: String) {
    let writer = Writer()
    #expect(writer.type("export policy.cs").joined().contains("export policy.cs of gentle"))
    writer.type("let gentle = policy(attempts: 3)", "stats op(fails: 50%).retry(gentle) calls 10")
    #expect(writer.type(text).joined().contains("what is written follows 'of': \(command)"))
    #expect(writer.files.isEmpty)
    #expect(writer.type(command).joined().contains("exported"))
  }

  @Test("tells in one line what was written over several")
  func severalLines() {
    let writer = Writer()
    writer.type("let slow = op().retry(attempts: 4,\n    delay: 1s)")
    let text = "op().retry(attempts: 4, delay: 1s)"
    #expect(writer.type("export slow.py of slow")[0].hasPrefix("exported \(text) to slow.py"))
    #expect(writer.files["slow.py"]?.contains("# Written by RetryLab from \(text)\n") == true)
    writer.type("slow")
    #expect(writer.type("export a.svg")[0].hasPrefix("exported slow to a.svg"))
  }

  /// Measurements, with the words that their pictures must have.
  static let pictures: [(text: String, words: [String])] = [
    (
      "stats op(latency: 10ms...90ms, fails: 20%).retry(2) calls 1000",
      [
        "1,000 calls · seed 42", "outcomes, share of calls", "class=\"ok\"", "class=\"badbar\"",
        ">p99</text>", "attempts, share of calls",
      ]
    ),
    (
      "compare op(latency: 10ms...90ms, fails: 50%), op(latency: 10ms...90ms, fails: 50%).retry(3) calls 100",
      [
        "100 calls each, with the same faults", "success by attempts per call", ">A</text>",
        "A  op(latency: 10ms...90ms, fails: 50%): latency", "class=\"curve\"", "class=\"whisker\"",
      ]
    ),
    (
      "load(op(fails: 10%), rate: 50/s, for: 2s)",
      ["in each 20ms", "at most 4 in 20ms", "class=\"measured\"", "outcomes"]
    ),
    ("stats never() calls 3", ["hung", "100.00%"]),
    ("stats op() calls 3", ["success", "100.00%"]),
    ("sweep n in 1...4 { op(fails: 50%).retry(n) } calls 200", ["success", "by n", "<circle"]),
    (
      "sweep n in 1...4, d in [1s, 2s] { op(fails: 50%).retry(attempts: n, delay: d) } calls 200",
      ["success by n down, d across", "class=\"cell\""]
    ),
  ]

  @Test("several calls and what was played are exported as a whole, until there is another result")
  func drawnTogether() throws {
    let writer = Writer()
    writer.type("run op(fails: 50%).retry(3) times 5", "export x.svg", "export x.csv")
    let series = try #require(writer.files["x.svg"])
    for call in 0..<5 { #expect(series.contains(">call \(call)</text>"), "\(series)") }
    #expect(series.contains("of 5 calls succeeded") && series.contains("seed 42"))
    let rows = try #require(writer.files["x.csv"]).split(whereSeparator: \.isNewline)
    #expect(rows.count == 6 && rows[0] == "call,outcome,attempts,duration_ns,waited_ns")
    #expect(
      writer.type("export x.jsonl").joined().contains(
        "several calls are exported as csv, svg or png"))
    writer.type("run op() times 2", "export alike.svg")
    #expect(writer.files["alike.svg"]?.contains(">call 1</text>") == true)
    writer.type("play op(), op(fails: 100%).retry(2)", "export both.svg", "export second.svg of _2")
    let both = try #require(writer.files["both.svg"])
    #expect(both.contains("op(), op(fails: 100%).retry(2)") && both.contains(">1 op</text>"))
    #expect(writer.files["second.svg"]?.contains(">1 op</text>") == false)
    writer.type("play load(op(), rate: 9/s), load(op(), rate: 5/s)", "export loads.svg")
    let loads = try #require(writer.files["loads.svg"])
    #expect(loads.contains(">1  per second") && loads.contains(">2  per second"))
    writer.type("op()", "export one.svg")
    #expect(writer.files["one.svg"]?.contains("<title id=\"title\">op()</title>") == true)
  }

  @Test("found calls, a schedule of delays and calls beside each other are drawn as at the prompt")
  func drawnOtherwise() throws {
    let writer = Writer()
    writer.type("let f = op(latency: 9ms, fails: 60%)", "f.retry(2)", "stats f calls 100")
    writer.type(
      "explain f.retry(attempts: 3, backoff: exponential(1s))", "export plan.svg",
      "export figures.csv")
    #expect(writer.files["plan.svg"]?.contains(">wait 2</text>") == true)
    #expect(writer.files["figures.csv"]?.hasPrefix("subject,seed,calls") == true)
    writer.type(
      "find f.retry(4) where attempts == 3 first 3", "export found.svg", "export found.csv")
    let rows = try #require(writer.files["found.csv"]).split(whereSeparator: \.isNewline)
    #expect(rows.count == 4 && rows.dropFirst().allSatisfy { $0.contains(",3,") }, "\(rows)")
    let calls = rows.dropFirst().map { $0.prefix { $0 != "," } }
    for call in calls {
      #expect(writer.files["found.svg"]?.contains(">call \(call)</text>") == true)
    }
    writer.type("why f.retry(2) call 1 against f.retry(3)", "export why.svg", "export why.json")
    #expect(writer.files["why.svg"]?.contains(">f.retry(3)</text>") == true)
    #expect(writer.files["why.json"]?.hasPrefix("{\"traceEvents\":[") == true)
  }

  @Test("an image for slides has fewer pixels at each side, so that its letters are larger")
  func slides() throws {
    let writer = Writer()
    writer.type("op(fails: 50%).retry(3)", "export normal.svg", "set type big", "export big.svg")
    let widths = ["normal.svg", "big.svg"].map { path in
      writer.files[path]?.firstMatch(of: #/<svg [^>]*?width="(\d+)"/#).flatMap { Int($0.1) }
    }
    #expect(widths == [1016, 634])
    let places = try #require(writer.files["big.svg"]).matches(of: #/ (?:x|x1|x2)="(-?\d+)"/#)
    #expect(places.allSatisfy { (0...634).contains(Int($0.1) ?? -1) })
  }

  @Test("each kind of measurement is drawn", arguments: pictures)
  func drawn(text: String, words: [String]) throws {
    let writer = Writer()
    writer.type(text, "export x.svg")
    let picture = try #require(writer.files["x.svg"])
    for word in words { #expect(picture.contains(word), "\(word) in \(picture)") }
    let document = XMLParser(data: Data(picture.utf8))
    #expect(document.parse(), "\(String(describing: document.parserError))")
    // Nothing is drawn outside of the page, and a page is small.
    let numbers = picture.matches(of: #/ (?:x|x1|x2|cx)="(-?\d+)"/#).compactMap { Int($0.1) }
    #expect(numbers.allSatisfy { (0...1016).contains($0) })
    #expect(picture.utf8.count < 60_000, "\(picture.utf8.count)")
  }

  @Test(
    "a file that would leave out what makes attempts or delays is refused, unless 'anyway' is said",
    arguments: [
      ("policy(attempts: 3, backoff: { n in 100ms * 2 ** n })", "p.swift", "computed by a closure"),
      (
        "policy(attempts: 3, backoff: { n in 100ms * 2 ** n })", "p-rules.json",
        "computed by a closure"
      ),
      (
        "policy(attempts: 4, backoff: { n in 100ms * random(1...3) })", "p.ts", "ends are not known"
      ),
      (
        "policy(attempts: 4, backoff: { n in 100ms * random(1...3) })", "p-grpc.json",
        "ends are not known"
      ),
      (
        "op().retry(attempts: 5, delay: 1s).retry(attempts: 2, delay: 5s)", "p.py",
        "its other 'retry' is left out"
      ),
    ])
  func refused(text: String, path: String, reason: String) {
    let writer = Writer()
    let said = writer.type("let x = \(text)", "export \(path) of x").joined(separator: "\n")
    #expect(writer.files[path] == nil && said.contains(reason), "\(said)")
    writer.type("export \(path) of x anyway")
    #expect(writer.files[path] != nil)
  }

  @Test("a check of a policy compares calls and a load, and the calls are the last result")
  func check() throws {
    let texts = ["let p = policy(attempts: 4, delay: 1s)", "export a-cenkalti.go of p check", "_"]
    let writer = Writer()
    let said = texts.flatMap { writer.type($0) }
    #expect(writer.files["a-cenkalti.go"]?.contains("WithMaxTries(4)") == true)
    let table = try #require(said.first { $0.contains("busiest  retries") }).split(separator: "\n")
    // Both policies do the same.
    #expect(
      table.suffix(2).map { $0.dropFirst(5) }.reduce(into: Set()) { $0.insert($1) }.count == 1)
    #expect(table.last?.hasPrefix("  B    94.6%") == true, "\(table)")
    #expect(said.last?.contains("10,000 calls each") == true)

    let program = Writer(isJSON: true)
    let objects = texts.flatMap { program.type($0) }.joined(separator: "\n").split(separator: "\n")
    #expect(objects.filter { $0.contains("\"offered\":") }.count == 2, "\(objects)")
    let weighed = objects.filter { $0.contains("\"busiest\":") && $0.contains("\"retried\":") }
    #expect(weighed.count == 2, "\(objects)")
    // The same figures as in the table.
    let busiest = try #require(
      weighed.last?.firstMatch(of: /"busiest":([0-9.]+),.*"retried":([0-9.]+)/))
    let (rate, share) = (try #require(Double(busiest.1)), try #require(Double(busiest.2)))
    #expect(table.last?.contains("\(Int(rate.rounded()))") == true, "\(rate) in \(table)")
    #expect(
      table.last?.contains("\((share * 1000).rounded() / 10)%") == true, "\(share) in \(table)")
    #expect(!objects.contains { $0.contains("\"kind\":\"error\"") })
  }

  @Test("a sweep has no picture, and says so")
  func sweeps() {
    let writer = Writer()
    let said = writer.type("sweep n in 1...2 { op().retry(n) } calls 10", "export x.svg")
    #expect(said.last?.contains("figures are exported as csv") == true && writer.files.isEmpty)
  }

  /// Paths as they are typed in a shell.
  static let paths = [
    "../x", "../../a/x", "./x", "a/../x", "/tmp/x", "~/x", "my-x", "-x", "2026-11-x", "07x",
    "x.1.2",
    "a..b/x", "99999999999999999999", "a/b-c/d_e", "x y", "ünï", "1.5x",
  ]

  @Test("takes a path without quotes, as all commands with a path do", arguments: paths)
  func unquoted(path: String) {
    let writer = Writer()
    writer.type("op()", "export \(path).svg", "save \(path)")
    #expect(writer.files.keys.sorted() == ["\(path).recording", "\(path).retry", "\(path).svg"])
    let files = writer.files
    let reader = Writer(host: ScriptHost(file: { files[$0] }, json: ScriptHost.test.json))
    #expect(reader.type("replay \(path).retry") == ["\(path).retry: matches its recording"])
    #expect(reader.type("replay \(path)") == ["\(path).retry: matches its recording"])
    #expect(reader.type("load \(path)").last?.contains("success") == true)
    #expect(Session.isIncomplete("export \(path).svg") == false)
  }

  @Test(
    "takes a path in quotes, like any string",
    arguments: [
      (#""a b.svg""#, "a b.svg"), (#""a\"b.svg""#, "a\"b.svg"), (#""a\\b.svg""#, "a\\b.svg"),
      (#""a.svg" of _1"#, "a.svg"), (#""a of b.svg" over"#, "a of b.svg"),
      (#""a\u{0}b.svg""#, "a\u{0}b.svg"),
    ])
  func quoted(words: String, path: String) {
    let writer = Writer()
    writer.type("op()", "export \(words)")
    #expect(Array(writer.files.keys) == [path], "\(writer.said)")
    let said = writer.said.last ?? ""
    #expect(said.unicodeScalars.allSatisfy { $0.value >= 32 || $0 == "\n" })
  }

  @Test("two dots in a row are still no range, and strings in quotes are parsed as usual")
  func points() {
    #expect(Session.outputs(of: ["op(latency: 1ms..2ms)"])[0].contains("three dots"))
    #expect(Session.outputs(of: ["load \"a\\q\""])[0].contains("is not a valid escape sequence"))
    #expect(Session.outputs(of: ["1 + ~/x"])[0].contains("unexpected character '~'"))
  }

  @Test("has no key twice, where two strategies of a load share a name")
  func distinctKeys() throws {
    let writer = Writer()
    let guards = ".adaptiveThrottle().adaptiveThrottle().adaptiveThrottle()"
    writer.type("load(op()\(guards), clients: 2, for: 1s)", "export l.jsonl", "export l.csv")
    let line = try #require(writer.files["l.jsonl"]?.split(separator: "\n").first)
    let keys = line.matches(of: /"([^"]+)":/).map { String($0.1) }
    #expect(Set(keys).count == keys.count && keys.contains("adaptiveThrottle_drops_3"), "\(line)")
    let heads = try #require(writer.files["l.csv"]?.split(separator: "\r\n").first)
    #expect(heads.split(separator: ",").map(String.init) == keys)
  }

  @Test("ends each row of a table with one line break")
  func rows() throws {
    let writer = Writer()
    writer.type("sweep n in 1...3 { op().retry(n) } calls 10", "export t.csv")
    let rows = try #require(writer.files["t.csv"]).utf8.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    #expect(rows.count == 5 && rows.last?.isEmpty == true)
    for row in rows.dropLast() {
      #expect(row.last == 13 && row.dropLast().last != 13)
    }
  }

  @Test(
    "a refused export states the reason, and writes nothing",
    arguments: [
      ("export", "needs the name of a file"), ("export a.svg of _7", "there is no '_7'"),
      ("export a.gif", "as svg, png, json, jsonl or mmd"),
      ("export a.csv of _1", "as svg, png, json"),
      ("export a.mmd of _2", "figures are exported as csv, svg or png"),
      ("export mine.svg", "already"),
      ("load evil.retry", "'export' works only at the prompt"),
    ])
  func refused(text: String, reason: String) {
    let writer = Writer(host: .init(file: { $0 == "evil.retry" ? "op()\nexport x.svg" : nil }))
    writer.files = ["mine.svg": "mine"]
    writer.type("op()", "stats op() calls 10", "op()")
    #expect(writer.type(text).last?.contains(reason) == true, "\(writer.said)")
    #expect(writer.files == ["mine.svg": "mine"])
    #expect(Session.outputs(of: ["export a.svg"])[0].contains("works only at the prompt"))
  }
}
