import Foundation
import RetryLanguage
import RetryNumerics
import Synchronization
import Testing
import Workbench

/// A page whose long measurements are made by several engines gets the results of one.
@Suite("Measurements of a page") struct DivisionTests {
  /// An engine of a page, and what it answers.
  private final class Engine {
    private var server: ProtocolServer
    private let lines: Lines

    private final class Lines: Sendable {
      let all = Mutex<[String]>([])
    }

    /// Creates an engine that divides measurements of any length, or from a time on.
    init(dividingFrom shortest: Nanoseconds = .zero) {
      let lines = Lines()
      let connection = Connection(
        read: { nil },
        write: { line in lines.all.withLock { $0.append(line) } })
      server = ProtocolServer(connection, host: .test, client: .page, dividingFrom: shortest)
      self.lines = lines
    }

    /// Sends a request, and returns the objects of its response so far, without those of progress.
    func ask(_ request: [String: Any]) throws -> [[String: Any]] {
      let data = try JSONSerialization.data(withJSONObject: request)
      lines.all.withLock { $0 = [] }
      _ = server.answer(String(decoding: data, as: UTF8.self))
      return try lines.all.withLock { $0 }.compactMap { line in
        let object = try #require(
          try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        return object["kind"] as? String == "progress" ? nil : object
      }
    }
  }

  /// Runs a text as a page with so many engines beside the first one does.
  private static func divide(
    _ run: [String: Any], among count: Int, dividingFrom shortest: Nanoseconds = .zero
  ) throws -> (objects: [[String: Any]], measurements: Int) {
    let first = Engine(dividingFrom: shortest)
    let others = (0..<count).map { _ in Engine(dividingFrom: shortest) }
    let run = run.merging(["divides": true]) { $1 }
    var given: [[String: Any]] = []
    var told = try first.ask(run)
    while let waiting = told.popLast(kind: "divisible") {
      #expect(waiting["calls"] is Int)
      var parts: [Any] = []
      for (index, other) in others.enumerated() {
        var answer = try other.ask(run)
        for known in given { answer = try other.ask(known) }
        #expect(answer.last?["kind"] as? String == "divisible")
        answer = try other.ask(["do": "answer", "shard": [index, count]])
        parts.append(try #require(answer.first { $0["kind"] as? String == "part" }?["text"]))
        #expect(answer.last?["status"] as? String == "ready")
      }
      given.append(["do": "answer", "parts": parts])
      told += try first.ask(given[given.count - 1])
    }
    return (told, given.count)
  }

  private static func run(_ text: String, as form: String) -> [String: Any] {
    ["id": 1, "do": "run", "text": text, "as": form]
  }

  /// One in four of the scripts with expected output.
  private static let someScripts = GoldenScript.all.enumerated().filter {
    $0.offset.isMultiple(of: 4)
  }
  .map(\.element)

  @Test("scripts of every kind", arguments: someScripts)
  func scripts(script: GoldenScript) throws {
    let run = Self.run(try script.text(), as: "text")
    let whole = try Engine().ask(run)
    let (divided, _) = try Self.divide(run, among: 2)
    #expect(divided as NSArray == whole as NSArray)
  }

  private static let text = """
    let f = op(fails: 30%, latency: exponential(90ms), cost: 0.01)
    stats f.retry(3) calls 500
    compare f, f.retry(2), f.retry(3) calls 300
    sweep n in 1...3 { f.retry(n) } calls 200
    let db = server(slots: 2, service: 20ms)
    stats load(op(on: db, fails: 10%).retry(2), rate: 80/s, for: 5s) runs 6
    run f
    stats f.retryWhen { errors in errors.enumerated().flatMap { n, error in \
    n < 2 ? timer(20ms * (n + 1)) : fail(error) } } calls 400
    hunt f.retry(3) where attempts == 3 calls 300
    """

  @Test(
    "in every form, by any number of engines",
    arguments: [("json", [1, 2, 5]), ("text", [2]), ("csv", [3]), ("html", [2])])
  func forms(form: String, counts: [Int]) throws {
    let run = Self.run(Self.text, as: form)
    let whole = try Engine().ask(run)
    // CSV has one table, and says which others it leaves out.
    #expect(form == "csv" || !whole.contains { $0["stream"] as? String == "mistake" })
    for count in counts {
      let (divided, measurements) = try Self.divide(run, among: count)
      #expect(measurements > 6)
      #expect(divided as NSArray == whole as NSArray)
    }
  }

  @Test("only if they are long, and if the request allows it")
  func short() throws {
    let run = Self.run(Self.text, as: "text")
    #expect(
      try Self.divide(run, among: 2, dividingFrom: Nanoseconds(10_000_000_000)).measurements == 0)
    #expect(try Engine().ask(run).last?["status"] as? String == "ready")
  }

  @Test("between questions, which are asked once")
  func questions() throws {
    let run: [String: Any] = [
      "id": 1, "do": "run", "as": "html", "divides": true,
      "text":
        "stats op(fails: 10%) calls 100\nrun op(fails: 100%).ask(after: 1)\nstats op() calls 100",
    ]
    let engine = Engine()
    var told = try engine.ask(run)
    for _ in 0..<2 {
      #expect(told.popLast(kind: "divisible") != nil)
      told += try engine.ask(["do": "answer", "parts": []])
      guard told.last?["kind"] as? String == "question" else { continue }
      told += try engine.ask(["id": 2, "do": "answer", "parts": []])
      #expect(told.last?["status"] as? String == "wrong", "a question is answered by a text")
      told.removeLast(2)
      told += try engine.ask(["do": "answer", "text": "cancel"])
    }
    #expect(told.compactMap { $0["kind"] as? String }.filter { $0 == "question" }.count == 1)
    let whole = try Engine().ask(run.merging(["divides": false]) { $1 })
    let rest = try Engine().ask(["do": "answer", "text": "cancel"])
    #expect(
      whole.last?["kind"] as? String == "question" && rest.last?["status"] as? String == "wrong")
    #expect(told.last?["status"] as? String == "ready")
  }

  @Test("until they are stopped; the session goes on from where it was")
  func stops() throws {
    let engine = Engine()
    #expect(
      try engine.ask(["id": 1, "do": "run", "text": "let a = 1"]).last?["status"] as? String
        == "ready")
    let run: [String: Any] = [
      "id": 2, "do": "run", "text": "let a = 2\nstats op() calls 100\n1 + 1", "divides": true,
    ]
    #expect(try engine.ask(run).last?["kind"] as? String == "divisible")
    let refused = try engine.ask(["id": 3, "do": "answer", "text": "retry"])
    #expect(refused.first?["kind"] as? String == "refusal")
    #expect(
      try engine.ask(["id": 4, "do": "colours", "text": "1"]).last?["status"] as? String == "ready")
    let stopped = try engine.ask(["id": 5, "do": "stop"])
    #expect(stopped.contains { $0["id"] as? Int == 2 && $0["status"] as? String == "stopped" })
    #expect(
      try engine.ask(["id": 6, "do": "run", "text": "a"]).contains { $0["value"] as? Int == 1 })
  }

  @Test(
    "by parts that are no parts of them, which then are made whole",
    arguments: [["zz"], ["00ff"], [""], ["0"]])
  func foreign(parts: [String]) throws {
    let run = Self.run("stats op(fails: 30%) calls 100", as: "text")
    let engine = Engine()
    var told = try engine.ask(run.merging(["divides": true]) { $1 })
    #expect(told.popLast(kind: "divisible") != nil)
    let answer = try engine.ask(["do": "answer", "parts": parts])
    if answer.first?["kind"] as? String == "refusal" {
      told += try engine.ask(["do": "answer", "parts": []])
    } else {
      told += answer
    }
    #expect(told as NSArray == (try Engine().ask(run)) as NSArray)
  }

  @Test("shards that there are not are refused")
  func shards() throws {
    let engine = Engine()
    _ = try engine.ask(["do": "run", "text": "stats op() calls 100", "divides": true])
    for shard in [[2, 2], [-1, 2], [0], [0, 0], ["0", 1]] as [[Any]] {
      let answer = try engine.ask(["do": "answer", "shard": shard])
      #expect(answer.first?["kind"] as? String == "refusal", "\(shard)")
    }
  }
}

extension [[String: Any]] {
  /// Removes the last object if it is of a kind, and returns it.
  fileprivate mutating func popLast(kind: String) -> [String: Any]? {
    last?["kind"] as? String == kind ? popLast() : nil
  }
}
