import Foundation
import RetryLanguage
import Synchronization
import Testing

@testable import Workbench

@Suite("A server")
struct ServerTests {
  /// A request that is right, and answered whatever came before it.
  private static let right = #"{"id": "right", "do": "run", "text": "1"}"#
  private static let rightStory = ["value right", "done right ready"]

  static let malformed: [(line: String, message: String)] = [
    ("", "a request is a JSON object on one line"), ("stop", "a request is a JSON object"),
    ("{", "a request is a JSON object"), ("[]", "a request is a JSON object"),
    ("\"run\"", "a request is a JSON object"), ("null", "a request is a JSON object"),
    (#"{"do": "stop"} {"do": "stop"}"#, "a request is a JSON object"),
    (String(repeating: "x", count: 3_000_000), "a request is a JSON object"),
    (String(repeating: "[", count: 100_000), "a request is a JSON object"),
    ("{}", #""do" is one of "run", "check""#), (#"{"do": "sing"}"#, #""do" is one of "#),
    (#"{"do": 1}"#, #""do" is one of "#), (#"{"do": ["stop"]}"#, #""do" is one of "#),
    (#"{"do": "run"}"#, #"this request needs "text", a text"#),
    (#"{"do": "run", "text": 1}"#, #"this request needs "text", a text"#),
    (#"{"do": "check", "text": null}"#, #"this request needs "text", a text"#),
    (#"{"do": "answer", "text": true}"#, #"this request needs "text", a text"#),
    (#"{"do": "help", "text": "retry"}"#, #"this request needs "word", a text"#),
    (#"{"do": "run", "text": "1", "as": "xml"}"#, #""as" is "json", "text", "csv", "html" or "#),
    (#"{"do": "run", "text": "1", "as": 1}"#, #""as" is "json", "text", "csv", "html" or "#),
    (
      #"{"do": "check", "text": "1", "units": "bytes"}"#,
      #""units" is "characters", "codepoints" or"#
    ),
    (#"{"do": "help", "text": "a + b", "position": 2}"#, "there is no word at this position"),
    (#"{"do": "help", "word": "retry\nlet a = 1"}"#, "help is about one word"),
    (#"{"do": "help", "word": "retry; let a = 1"}"#, "help is about one word"),
  ]

  @Test("refuses invalid requests, and continues", arguments: malformed)
  func refusal(line: String, message: String) throws {
    let served = try Served([line, Self.right])
    #expect(served.story == ["refusal null", "done null wrong"] + Self.rightStory)
    let told = try #require(served.lines.first?["message"] as? String)
    #expect(told.hasPrefix(message), "\(told)")
  }

  @Test(
    "repeats an id of any type in the responses to its request, even a refused one",
    arguments: [
      "null", "true", "1", "-7", "1.5", "9223372036854775807", "\"\"", #""a\u0000\n\"😀""#, "[]",
      "[1,[null,2]]", "{}", #"{"a":{"b":[0.25]}}"#,
    ])
  func ids(id: String) throws {
    let served = try Served([
      #"{"id": \#(id), "do": "check", "text": "1"}"#, #"{"id": \#(id), "do": "sing"}"#,
    ])
    let sent = try JSONSerialization.jsonObject(with: Data(id.utf8), options: .fragmentsAllowed)
    #expect(served.all("kind") as? [String] == ["done", "refusal", "done"])
    for told in served.all("id") { #expect((told as? NSObject) == (sent as? NSObject)) }
    #expect(served.all("id").count == 3)
  }

  @Test(
    "repeats an id as it was written, whatever its numbers and its nesting",
    arguments: [
      "123456789012345678901234567890", "-0", "1.50", "1e400", #"{"b": 1, "a": [ 2 ]}"#,
      #""\u0041\"""#, String(repeating: "[", count: 400) + String(repeating: "]", count: 400),
    ])
  func writtenIds(id: String) throws {
    let lines = Mutex<[String]>([])
    let request = Mutex<String?>(#"{"do": "check", "text": "\"id\": 2", "id" : \#(id) }"#)
    let connection = Connection(
      read: {
        request.withLock { line in
          defer { line = nil }
          return line
        }
      }
    ) { line in lines.withLock { $0.append(line) } }
    var server = ProtocolServer(connection, host: .test)
    server.run()
    #expect(
      lines.withLock { $0 }.allSatisfy { $0.contains(#","id":\#(id),"#) }
        && lines.withLock { $0.count } > 0)
  }

  @Test(
    "refuses positions that are not numbers of code points within the text",
    arguments: ["-1", "11", "1.5", "\"1\"", "null", "[1]", "9223372036854775807"],
    ["complete", "signature"])
  func wrongPosition(position: String, verb: String) throws {
    let served = try Served([
      #"{"do": "\#(verb)", "text": "👨‍👩‍👧 op()", "position": \#(position)}"#, Self.right,
    ])
    #expect(served.story == ["refusal null", "done null wrong"] + Self.rightStory)
  }

  @Test("counts positions in code points, even within a character")
  func positions() throws {
    let text = "\"👨‍👩‍👧e\u{301}\"; op().ret"
    let count = text.unicodeScalars.count
    for position in 0...count {
      let served = try Served([
        #"{"id": 1, "do": "complete", "text": "\#(text.replacing("\"", with: "\\\""))", "position": \#(position)}"#
      ])
      #expect(served.story == ["completion 1", "done 1 ready"])
      let from = try #require(served.lines[0]["from"] as? Int)
      let to = try #require(served.lines[0]["to"] as? Int)
      #expect((0...to).contains(from) && to <= count)
      // The characters at the end have one code point each.
      if position >= count - 3 { #expect(from == count - 3 && to == position) }
    }
  }

  @Test("shares definitions between requests, and an error ends only its own request")
  func session() throws {
    let served = try Served([
      #"{"id": 1, "do": "run", "text": "let f = op(script: [.timeout, ok])"}"#,
      #"{"id": 2, "do": "run", "text": "f.retry(2)\nlet g = f.rety(2)"}"#,
      #"{"id": 3, "do": "run", "text": "just(1 + 1)\nlet a = 1\nload nowhere.retry\nlet b = 1"}"#,
      #"{"id": 4, "do": "check", "text": "f.retry(2).value"}"#,
      #"{"id": 5, "do": "run", "text": "f.retry(2"}"#,
      #"{"id": 6, "do": "run", "text": "f.retry(2)\nexpect attempts == 3"}"#,
      #"{"id": 7, "do": "run", "text": "f.retry(2)"}"#,
      #"{"id": 8, "do": "quit"}"#, #"{"id": 9, "do": "run", "text": "f"}"#,
    ])
    let ends = served.story.filter { $0.hasPrefix("done") }
    #expect(ends[0] == "done 1 ready" && ends[1] == "done 2 wrong" && ends[2] == "done 3 wrong")
    #expect(ends[4...] == ["done 5 incomplete", "done 6 failed", "done 7 ready", "done 8 ended"])
    #expect(served.story.contains("run 7") && !served.story.contains("run 2"))
  }
}
