import Foundation
import Testing

@testable import Workbench

@Suite("Requests of a page")
struct StatesTests {
  private static func run(_ id: Int, _ text: String, _ rest: String = "") -> String {
    #"{"id": \#(id), "do": "run", "text": "\#(text)"\#(rest)}"#
  }

  @Test("start from any state that was kept")
  func states() throws {
    let served = try Served([
      Self.run(1, "let a = 1", #", "to": "one""#),
      Self.run(2, "let a = 2; set seed 7", #", "from": "one", "to": "two""#),
      Self.run(3, "a", #", "from": "one""#), Self.run(4, "a", #", "from": "two""#),
      Self.run(5, "a"), Self.run(6, "stats op() calls 5", #", "from": "one", "as": "text""#),
      #"{"id": 7, "do": "check", "text": "b", "from": "one"}"#,
      #"{"id": 8, "do": "complete", "text": "set see", "from": "two"}"#,
      Self.run(9, "a", #", "from": "three""#),
    ])
    #expect(served.all("value") as? [Int] == [1, 2, 2])
    let text = try #require(served.lines.first { $0["stream"] as? String == "result" }?["text"])
    #expect("\(text)".contains("seed 42"))
    #expect(
      served.all("message") as? [String] == [
        "'b' is not defined", "there is no state 'three', or no longer",
      ])
    #expect(served.story.suffix(2) == ["refusal 9", "done 9 wrong"])
  }

  @Test(
    "keep a thousand states, of which the one goes first that was not used for the longest time")
  func oldest() throws {
    let many = (0..<1001).map { number in
      let start = number > 0 ? #", "from": "s0""# : ""
      return Self.run(number, "let a = \(number)", #", "to": "s\#(number)""# + start)
    }
    let served = try Served(
      many + [Self.run(1001, "a", #", "from": "s1""#), Self.run(1002, "a", #", "from": "s0""#)])
    #expect(served.all("message") as? [String] == ["there is no state 's1', or no longer"])
    #expect(served.all("value") as? [Int] == [0])
  }

  @Test("find a lesson where the progress that was given has it, however often it runs")
  func lesson() throws {
    let lesson = #"/// One\n1\n/// Two\n2\n/// Three\n3\n"#
    let progress =
      #"{\"kind\": \"lessons\", \"lessons\": {\"a.retry\": {\"place\": 2, \"count\": 3, \"passed\": [], \"ends\": 0}}}"#
    let served = try Served(
      [
        #"{"do": "put", "name": "a.retry", "text": "\#(lesson)"}"#,
        #"{"do": "put", "name": "progress.json", "text": "\#(progress)"}"#,
        Self.run(1, "lesson a.retry", #", "to": "x""#), Self.run(2, "next"),
        Self.run(3, "lesson a.retry", #", "from": "x""#),
      ], client: .page)
    #expect(served.all("value") as? [Int] == [2, 3, 2])
    #expect(served.lines.contains { $0["progress"] as? Bool == true })
  }

  @Test("limit a measurement, in this request alone")
  func most() throws {
    let served = try Served([
      Self.run(1, "stats op() calls 1000", #", "most": 10"#),
      Self.run(2, "stats op()", #", "most": 20000"#), Self.run(3, "stats op() calls 1000"),
    ])
    #expect(served.all("calls") as? [Int] == [10, 10_000, 1000])
  }

  @Test("get what a report has: tables, images and notes as HTML, in which text stays text")
  func html() throws {
    let served = try Served([
      Self.run(1, "let f = op(fails: 50%)", #", "as": "html""#),
      Self.run(2, "f.retry(3)", #", "as": "html""#),
      Self.run(3, "stats f calls 100\\nf", #", "as": "html""#),
      Self.run(4, #"\"<script>\""#, #", "as": "html""#),
      Self.run(5, "f.rety(3)", #", "as": "html""#),
    ])
    let texts = served.lines.filter { $0["kind"] as? String == "output" }
      .map { ($0["id"] as? Int ?? 0, $0["text"] as? String ?? "") }
    func text(_ id: Int) -> String { texts.filter { $0.0 == id }.map(\.1).joined() }
    #expect(text(2).contains("<svg") && text(2).contains("<table>"))
    #expect(!text(2).contains("<h3>"), "a single statement stands above its result already")
    #expect(text(3).contains("<h3>") && text(3).count(of: "<section") == 2)
    #expect(!text(4).contains("<script>") && text(4).contains("&lt;script&gt;"))
    #expect(text(5).contains("class=\"mistake\"") && text(5).contains("retry"))
    let names = texts.map(\.1).joined().split(separator: "id=\"").dropFirst()
      .map { $0.prefix { $0 != "\"" } }
    #expect(Set(names).count == names.count, "no name twice on the page")
  }

  @Test("see a play at any time")
  func frames() throws {
    let served = try Served([
      Self.run(1, "op(fails: 100%, latency: 1s).retry(attempts: 3, delay: 1s)", #", "as": "html""#),
      #"{"id": 2, "do": "frame", "name": "p1-1", "at_ns": 0, "columns": 60, "rows": 20}"#,
      #"{"id": 3, "do": "frame", "name": "p1-1", "at_ns": 9000000000, "columns": 60, "rows": 20}"#,
      #"{"id": 4, "do": "frame", "name": "p9", "at_ns": 0, "columns": 60, "rows": 20}"#,
      #"{"id": 5, "do": "frame", "name": "p1-1", "at_ns": -1, "columns": 60, "rows": 20}"#,
    ])
    let playable = try #require(served.lines.first { $0["kind"] as? String == "playable" })
    #expect(playable["name"] as? String == "p1-1")
    #expect(playable["length_ns"] as? Int == 5_000_000_000)
    #expect((playable["moments_ns"] as? [Int])?.count ?? 0 > 3)
    let frames = served.all("html") as? [String] ?? []
    #expect(frames.count == 2 && frames[0] != frames[1])
    #expect(frames[1].contains("<span class=\"ink-"))
    #expect(
      served.all("message") as? [String] == [
        "there is no play 'p9', or no longer", "\"at_ns\" is a number from 0 on",
      ])
  }

  @Test("split a text into the colours of the prompt")
  func colours() throws {
    let served = try Served([#"{"id": 1, "do": "colours", "text": "op(fails: 30%) // a"}"#])
    let pieces = try #require(served.lines.first?["pieces"] as? [[String: Any]])
    #expect(pieces.map { $0["text"] as? String ?? "" }.joined() == "op(fails: 30%) // a")
    #expect(pieces.first { $0["text"] as? String == "30%" }?["ink"] as? String == "number")
    let load = try Served([#"{"id": 1, "do": "colours", "text": "load(op(), rate: 9/s, for: 2s)"}"#]
    )
    let parts = try #require(load.lines.first?["pieces"] as? [[String: Any]])
    let numbers = parts.filter { $0["ink"] as? String == "number" }.map { $0["text"] as? String }
    #expect(numbers == ["9/s", "2s"], "a function with the name of a command")
  }

  @Test("split a text where narration follows a result, and lose nothing of it")
  func sections() throws {
    let text = #"// First\n\n/// One\nlet a = op()\na\n\n\n/// Two\n/// of it\na\n  // last\n"#
    let served = try Served([
      #"{"id": 1, "do": "sections", "text": "\#(text)"}"#,
      #"{"id": 2, "do": "sections", "text": "/// One\n1 +"}"#,
    ])
    let texts = try #require(served.all("texts") as? [[String]])
    #expect(
      texts == [
        ["// First\n\n/// One\nlet a = op()\na", "/// Two\n/// of it\na\n  // last"],
        ["/// One\n1 +"],
      ])
  }

  @Test("give a thousand files, and no more")
  func manyFiles() throws {
    let puts = (0...1000).map { #"{"id": \#($0), "do": "put", "name": "f\#($0)", "text": "1"}"# }
    let served = try Served(puts + [#"{"id": "again", "do": "put", "name": "f0", "text": "2"}"#])
    #expect(served.all("message") as? [String] == ["too many files were given"])
    #expect(served.story.suffix(3) == ["refusal 1000", "done 1000 wrong", "done again ready"])
  }

  @Test("give files, and are given those that the session writes")
  func files() throws {
    let served = try Served(
      [
        #"{"id": 1, "do": "put", "name": "mine.retry", "text": "let x = 5"}"#,
        Self.run(2, "load mine.retry\\nx"), Self.run(3, "stats op() calls 10\\nexport out.csv"),
        Self.run(4, "save all.retry"), Self.run(5, "save all.retry"),
      ], client: .page)
    #expect(served.all("value") as? [Int] == [5])
    let files = served.lines.filter { $0["kind"] as? String == "file" }
    #expect(
      files.map { $0["name"] as? String } == ["out.csv"] + [
        "all.retry", "all.recording", "all.retry", "all.recording",
      ])
    #expect((files[1]["text"] as? String)?.contains("let x = 5") == true)
    #expect(served.story.count { $0.hasSuffix("ready") } == 5)
  }
}

@Suite("A page is asked")
struct AskedPageTests {
  private static let asking =
    #"{"id": 1, "do": "run", "text": "let f = op(fails: 100%).ask(after: 1)\n1\nf\n2"}"#

  @Test(
    "and answers in a request of its own; nothing is told twice, as if it had been answered at once"
  )
  func answers() throws {
    let answers = [
      #"{"id": 2, "do": "answer", "text": "retry"}"#,
      #"{"id": 3, "do": "answer", "text": "cancel"}"#,
    ]
    let program = try Served([Self.asking] + answers)
    let page = try Served([Self.asking] + answers, client: .page)
    #expect(program.story.contains("question 1"))
    #expect(page.story == program.story)
    #expect(page.lines as NSArray == program.lines as NSArray)
  }

  @Test("or stops, or asks for something else, which is refused")
  func stops() throws {
    let served = try Served(
      [
        Self.asking, #"{"id": 2, "do": "run", "text": "1"}"#, #"{"id": 3, "do": "stop"}"#,
        #"{"id": 4, "do": "run", "text": "1"}"#,
      ], client: .page)
    #expect(served.all("message") as? [String] == ["the session is waiting for an answer"])
    #expect(served.story.contains("done 1 stopped") && served.story.last == "done 4 ready")
  }

  @Test("in the middle of a page, with what came before the question")
  func html() throws {
    let asking = Self.asking.dropLast() + #", "as": "html"}"#
    let served = try Served(
      [String(asking), #"{"id": 2, "do": "answer", "text": "cancel"}"#], client: .page)
    let kinds = served.all("kind") as? [String] ?? []
    #expect(kinds.first == "output" && kinds.contains("question") && kinds.last == "done")
    let text = (served.all("text") as? [String] ?? []).joined()
    #expect(text.count(of: "<h3>") == 4, "each statement once")
  }
}

extension String {
  fileprivate func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
