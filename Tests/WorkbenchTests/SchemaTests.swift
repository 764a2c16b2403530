import Conformance
import Foundation
import Measurement
import Report
import RetryLanguage
import RetryNumerics
import Simulation
import Synchronization
import Testing

@testable import Workbench

@Suite("The schema of JSON output")
struct SchemaTests {
  /// Texts that together print every kind of object, and every key.
  private static let texts = [
    "op(script: [.http(503), ok], latency: 100ms).retry(attempts: 3, delay: 50ms)",
    "stats op(fails: 30%, latency: exponential(100ms)).retry(3) calls 200\nexpect success > 10%",
    "compare op(fails: 30%), op(fails: 30%).retry(2) calls 100",
    "compare load(op(), rate: 9/s, for: 9s), load(op(latency: 20ms), rate: 9/s, for: 9s) runs 2",
    "sweep d in [10ms, 20ms] { load(op(on: server(service: d), outages: [3s...4s]), rate: 9/s, for: 9s) } runs 2",
    "sweep d in [10ms, 20ms] { op(fails: 30%).retry(attempts: 2, delay: d) } calls 50",
    "find op(fails: 30%).retry(2) where attempts == 2 calls 100",
    "hunt op(fails: 30%).retry(2) where attempts == 2", "interval(10ms).take(3)\nstats _1 calls 4",
    "let db = server(slots: 1, service: 50ms)\nload(op(on: db), rate: 10/s, for: 2s)",
    "explain op(fails: 50%).retry()", "just(1).map { $0 + 1 }\n_.value\n_1.latency",
    "run op() over 9s\nstats op() calls 9 over 9s\nfind op() where success calls 9 over 9s\nexpect success > 1%",
    "why op() over 9s", "why op(fails: 90%).retry(attempts: 3, delay: 1s) against op().retry(2)",
    "step op(script: [.timeout, ok]).retry(attempts: 3, delay: 1s)\nnext\nnext\nnext",
    "let g = op()\nshow\nset\nhelp retry", "f.rety(3)", "/// Told.\nlet min = 3\nset timing on\n1",
    "exercise answer\ngoal attempts == 2 call 0\nsolution op(script: [.timeout, ok]).retry(2)",
    "op(outages: [0s...1s])", "op(hangs: 100%)", "set events 10\nop(fails: 100%).retry()",
    "let a = op(fails: 50%).ask(after: 0, person: person(retries: 50%, thinks: 1s))\nstats a calls 20\nload(a, clients: 2, calls: 9)",
    "let c = op(fails: 100%).cached(7, stale: 100%)\nc\nstats c calls 2\nload(c, clients: 1, for: 1s)",
    "load(op().cached(in: cache()), clients: 2, calls: 1)",
    "step op(script: [.timeout, ok]).breaker(failures: 50%, of: 9, open: 1s).retry(3)\nnext",
    "load(op().breaker(failures: 50%, of: 9, open: 1s).rateLimit(tokens(50/s, burst: 5)).bulkhead(3).pace().retry(attempts: 3, budget: budget(bucket: 3)), clients: 2, for: 1s)",
    "load(op().bulkhead(bulkhead(3, adapting: 1...9)).adaptiveThrottle().hedge(percentile: 90%, or: 1s), clients: 2, for: 1s)",
    "op(idempotent: false, cost: 0.5)",
    "op(fails: 100%).retry(attempts: 3, budget: budget(bucket: 3))",
    "set draws 0.5\nlet f = op(latency: exponential(9ms)).retry(2)\nf\nstats f calls 9\ncompare f, op() calls 9",
    "find f where success calls 9\nhunt f where success\nwhy f\nload(f, rate: 9/s, for: 2s)",
    "sweep d in [10ms, 20ms] { op(latency: d) } calls 9\nset draws random",
    "stats op(lost: 10%, idempotent: false, cost: 0.01).timeout(1s).retry(2) calls 20",
    "load(op(idempotent: false, cost: 1), clients: 2, for: 1s)",
    "together([\"a\": load(op(), clients: 2, for: 1s)])",
    "load(interval(10ms).take(3), rate: 10/s, for: 2s)",
    "set memory 16\nset events 2000000\nop(fails: 100%, latency: 0s).retry(300000)",
    "set events 100\nlet f = op(fails: 100%, latency: 0s)\nload(f.retry(), clients: 2, for: 9s)",
    "tune op(fails: 30%).retry(attempts: n, delay: d) where n in 1...4, d in 1ms...1s minimize load, p99 maximize success calls 100_000 over 9s",
    "replay data \"access.log\" as a\na.retry(2)",
    "set draws 0.5\ntune op(fails: 30%).retry(n) where n in 1...4 subject success >= 50% calls 100_000\nset draws random",
  ]

  /// The paths of the keys of an object, its lists as `[]`.
  private static func paths(_ value: Any, _ path: String) -> Set<String> {
    switch value {
    case let fields as [String: Any] where fields.isEmpty: [path]
    case let fields as [String: Any]:
      fields.reduce(into: []) { found, field in
        found.formUnion(paths(field.value, path.isEmpty ? field.key : "\(path).\(field.key)"))
      }
    case let items as [Any]:
      items.isEmpty
        ? [path + "[]"] : items.reduce(into: []) { $0.formUnion(paths($1, path + "[]")) }
    default: [path]
    }
  }

  /// Returns whether a path is documented: `*` matches any name, and an empty list or object everything in it.
  private static func fits(_ path: String, _ key: String) -> Bool {
    if key.hasPrefix(path + ".") || key.hasPrefix(path + "[") { return true }
    if path.hasPrefix("plan.inputs[]") && key == "plan.inputs[]" { return true }
    guard let star = key.firstIndex(of: "*") else { return path == key }
    let (head, tail) = (key[..<star], key[key.index(after: star)...])
    return path.hasPrefix(head) && path.hasSuffix(tail) && path.count > head.count + tail.count
  }

  /// The objects that texts print, as a program gets them, and as one behind `--serve` does.
  private static func lines() throws -> [String] {
    var lines: [String] = []
    for text in texts {
      var session = Session.printing(.json, host: .test) { output in
        switch output {
        case .result(let line), .mistake(let line), .message(let line): lines.append(line)
        }
      }
      session.run(text)
    }
    // What a policy asks of a server is told where it is written to a file.
    let checked = Writer(isJSON: true).type(
      "let p = policy(attempts: 2)", "export a-cenkalti.go of p check")
    lines += checked.flatMap { $0.split(separator: "\n").map(String.init) }
    return try lines + Self.stopped() + Self.served() + Self.saved() + CheckedLines.all()
      + GradebookTests.lines() + PartTests.lines() + Self.clients() + [fitted.json]
  }

  /// What a server and its judge write.
  private static func clients() throws -> [String] {
    let exchanges = (0..<24).map { index in
      ObservedAttempt(
        operation: "fetch", call: UInt64(index / 4), number: index % 4 + 1, sign: "content",
        outcome: .failure(Fault("timeout")), latency: Nanoseconds(1),
        arrival: Nanoseconds(Int64(index) * 1000), finish: Nanoseconds(Int64(index) * 1000 + 10),
        lateness: Nanoseconds(4), end: .answered,
        speed: Speed(10) ?? .usual, session: "a", reply: "200")
    }
    let session = Session(commands: .standard) { _ in }
    let client = try session.client("policy(attempts: 2)").get()
    let judged = JudgedClient(client, of: "fetch", exchanges, isCut: false)
    let source = Source.operation(try Operation("fetch"))
    let many = (0..<12).map { call in
      ObservedAttempt(
        operation: "fetch", call: UInt64(call), number: 1, sign: "content", outcome: .completed,
        latency: Nanoseconds(1), arrival: Nanoseconds(Int64(call) * 1000),
        finish: Nanoseconds(Int64(call) * 1000 + 10), lateness: .zero, end: .answered,
        session: "a")
    }
    let verified = VerifiedClient(
      JudgedClient(client, of: "fetch", many, isCut: false), of: source, seed: 1
    ) { false }
    return exchanges.map(\.json) + [judged.json, ListeningEnd(seed: 1).json]
      + [try #require(verified).json]
  }

  private static let fitted: FittedFile = {
    var fitted = FittedFile(
      definition: "let api = op()", summary: "100 requests of a table", requests: 100, unread: 1)
    fitted.load = "load(api, rate: 10/s, for: 10s)"
    fitted.law = "exponential"
    fitted.families = [.init(name: "exponential", criterion: 1, distance: 0.1, probability: 0.5)]
    let span = Estimate(2, low: 1, high: 3)
    fitted.quantiles = [
      .init(name: "p50", measured: span, fitted: span, isExtrapolated: true)
    ]
    (fitted.assumptions, fitted.leftOut, fitted.warnings) = (["a"], ["b"], ["c"])
    (fitted.failures, fitted.arrivals) = (["d"], ["e"])
    return fitted
  }()

  /// The objects of interrupted runs.
  private static func stopped() -> [String] {
    var lines: [String] = []
    for text in [
      "stats op(fails: 50%).retry(3) calls 100_000_000",
      "find op(fails: 50%).retryWhen { e in e.delay(1ms) } where attempts == 99 calls 10_000_000",
      "hunt op(fails: 50%).retryWhen { e in e.delay(1ms) } where attempts == 99 calls 10_000_000",
      "stats load(op(), rate: 1000/s, for: 100s) runs 100",
      "tune op(fails: 50%).retry(n) where n in 1...3 subject success >= 50%",
    ] {
      let asked = Atomic(0)
      var hooks = TerminalHooks()
      // A search has to have measured something.
      let most = text.hasPrefix("tune") ? 1000 : 100
      hooks.isInterrupted = { asked.add(1, ordering: .relaxed).newValue > most }
      var session = Session.printing(.json, terminal: hooks) { output in
        if case .result(let line) = output { lines.append(line) }
      }
      session.run(text)
    }
    return lines
  }

  /// The lines with which a server answers.
  private static func served() -> [String] {
    var requests: [[String: Any]] = texts.map { ["do": "run", "text": $0] }
    requests += [
      ["do": "complete", "text": "op().ret"], ["do": "signature", "text": "op().retry(attempts: "],
      ["do": "sing"], ["do": "run", "text": "op()", "as": "text"],
      ["id": 1, "do": "run", "text": "op()", "as": "html"], ["do": "colours", "text": "op(1)"],
      ["do": "sections", "text": "1"], ["do": "check", "text": "op("],
      ["do": "run", "text": "op()", "as": "bundle"],
      ["do": "frame", "name": "p1-1", "at_ns": 0, "columns": 40, "rows": 9],
      ["do": "digest", "text": "op()"],
      ["do": "run", "text": "op(script: [.timeout, ok]).ask(after: 0, every: 0s)"],
      ["do": "answer", "text": "retry"], ["do": "run", "text": "stats op(\"x\") calls 3000000"],
    ]
    let texts = requests.compactMap { request in
      (try? JSONSerialization.data(withJSONObject: request)).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    let left = Mutex(texts[...])
    let heard = Mutex<[String]>([])
    let connection = Connection(
      read: { left.withLock { $0.popFirst() } }
    ) { line in
      heard.withLock { $0.append(line) }
    }
    var server = ProtocolServer(connection, host: .test, terminal: .timed)
    server.run()
    return heard.withLock { $0 }
  }

  /// The lines with which a page is given a file, or takes part in a measurement.
  private static func saved() throws -> [String] {
    let requests = [
      #"{"do": "run", "text": "stats op() calls 5\nexport a.csv"}"#,
      #"{"do": "run", "text": "stats op() calls 1e9", "divides": true}"#,
      #"{"do": "answer", "shard": [0, 1000000]}"#,
    ]
    return try Served(requests, client: .page).lines.map {
      String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
    }
  }

  @Test("every printed key is documented, and every documented key is printed")
  func complete() throws {
    var found: [String: Set<String>] = [:]
    for line in try Self.lines() {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(object["schema"] as? Int == 1, "\(line)")
      let kind = try #require(object["kind"] as? String)
      let keys = object.filter { !["kind", "schema", "id"].contains($0.key) }
      found[kind, default: []].formUnion(Self.paths(keys, ""))
    }
    for (kind, paths) in found.sorted(by: { $0.key < $1.key }) {
      let keys = try #require(Schema.all.first { $0.kind == kind }, "\(kind)").keys.map(\.path)
      for path in paths.sorted() {
        #expect(keys.contains { Self.fits(path, $0) }, "\(kind): \(path) is not documented")
      }
    }
    for schema in Schema.all {
      let paths = found[schema.kind, default: []]
      for key in schema.keys {
        #expect(
          paths.contains { Self.fits($0, key.path) }, "\(schema.kind): \(key.path) is not printed")
      }
    }
  }

  @Test("checks of scenarios have every verdict that the schema documents")
  func verdicts() throws {
    let checks = CheckedLines.checks()
    for (expected, check) in checks { #expect(check.verdict == expected, "\(check)") }
    let keys = try #require(Schema.all.first { $0.kind == "check" }).keys
    let meaning = try #require(keys.first { $0.path == "verdict" }).meaning
    for (verdict, _) in checks { #expect(meaning.contains(verdict.rawValue)) }
    #expect(Set(checks.map(\.expected)).count == 6)
  }
}
