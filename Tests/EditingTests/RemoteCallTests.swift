import Report
import RetryLanguage
import RetryNumerics
import Simulation
import Testing

@testable import Editing

@Suite("Messages of editors and assistants")
struct RemoteCallTests {
  private static func server() -> LanguageServer {
    LanguageServer(version: "1", stops: RemoteStops()) { _ in ScriptHost() }
  }

  @Test func `are read in any pieces, one after the other`() throws {
    let texts = ["{}", "{\"a\": \"😀\"}", "", "[1]"]
    let bytes = Array(texts.map(FramedMessages.framed).joined().utf8)
    for size in 1...bytes.count {
      var (framed, read) = (FramedMessages(), [String]())
      for start in stride(from: 0, to: bytes.count, by: size) {
        framed.add(Array(bytes[start..<min(start + size, bytes.count)]))
        while let message = try framed.next() { read.append(message) }
      }
      #expect(read == texts)
    }
  }

  @Test(
    "end with a reason where they have no length",
    arguments: [
      "Content-Type: x\r\n\r\n", "Content-Length: -1\r\n\r\n",
      "Content-Length: 99999999999\r\n\r\n",
      "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", "Content-Length: 5 8\r\n\r\n",
      String(repeating: "x", count: 5000),
    ])
  func broken(head: String) {
    var framed = FramedMessages()
    framed.add(Array(head.utf8))
    #expect(throws: FramedMessages.Broken.self) { () throws -> Void in _ = try framed.next() }
  }

  @Test func `are refused with the codes of the protocol, and never end the server`() {
    var server = Self.server()
    func code(_ message: String) -> Int? {
      let answers = server.answer(message)
      return answers.last.map { RemoteValue(Value(json: $0.text))["error"]["code"].integer ?? 0 }
    }
    #expect(code("nothing") == -32700)
    #expect(code("{\"id\":1}") == -32600)
    #expect(code("{\"id\":1,\"method\":\"shutdown\"}") == -32002)
    #expect(code("{\"id\":1,\"method\":\"initialize\"}") == 0)
    #expect(code("{\"id\":1,\"method\":\"initialize\"}") == -32600)
    #expect(code("{\"id\":1,\"method\":\"textDocument/sing\"}") == -32601)
    #expect(code("{\"method\":\"textDocument/sing\"}") == nil)
    #expect(code("{\"id\":1,\"method\":\"textDocument/hover\"}") == -32602)
    #expect(code("{\"id\":1,\"method\":\"shutdown\"}") == 0 && server.exitCode == nil)
    #expect(code("{\"id\":1,\"method\":\"textDocument/hover\"}") == -32600)
    #expect(code("{\"method\":\"exit\"}") == nil && server.exitCode == 0)
    var early = Self.server()
    #expect(early.answer("{\"method\":\"exit\"}").isEmpty && early.exitCode == 1)
  }

  @Test func `answer under the identifier as it was written`() {
    var server = Self.server()
    for id in ["7", "\"a b\"", "12345678901234567890", "1.50"] {
      let said = server.answer("{\"id\": \(id), \"method\": \"x\"}")
      #expect(said.map(\.text).joined().contains("\"id\":\(id),"), "\(id)")
    }
  }

  @Test func `that come too late to stop a request are forgotten, and later ones are not`() {
    let stops = RemoteStops()
    for id in 0..<20_000 {
      stops.hear("{\"method\":\"$/cancelRequest\",\"params\":{\"id\":\"late\(id)\"}}")
    }
    stops.hear("{\"method\":\"$/cancelRequest\",\"params\":{\"id\":7}}")
    #expect(stops.contains(.int(7)) && !stops.contains("late0") && !stops.hasEnded)
    stops.hear("{\"method\":\"exit\"}")
    #expect(stops.hasEnded)
  }

  @Test("stop a request by its identifier, also while it runs", arguments: ["3", "\"three\""])
  func stops(id: String) {
    let stops = RemoteStops()
    var server = LanguageServer(version: "1", stops: stops) { _ in
      // As if the editor lost patience while the request is read.
      stops.hear("{\"method\":\"$/cancelRequest\",\"params\":{\"id\":\(id)}}")
      return ScriptHost()
    }
    _ = server.answer("{\"id\":1,\"method\":\"initialize\"}")
    let document = "\"textDocument\":{\"uri\":\"a\",\"text\":\"op()\"}"
    _ = server.answer("{\"method\":\"textDocument/didOpen\",\"params\":{\(document)}}")
    let call = "{\"id\":\(id),\"method\":\"textDocument/hover\",\"params\":{\(document)}}"
    #expect(server.answer(call).map(\.text).joined().contains("-32800"))
    #expect(!stops.contains(.raw(id)))
  }

  @Test func `are answered while a run goes on, whose answers follow`() {
    let stops = RemoteStops()
    var runs: [@Sendable () -> [JSONValue]] = []
    var server = LanguageServer(
      version: "1", stops: stops, host: { _ in ScriptHost() },
      later: {
        runs.append($0)
        return []
      })
    func ask(_ method: String, _ number: Int) -> String {
      let text = "\"textDocument\":{\"uri\":\"a\",\"text\":\"op().retry(2)\"}"
      let run = "\"command\":\"retrylab.run\",\"arguments\":[\"a\"]"
      let call =
        "{\"id\":\(number),\"method\":\"\(method)\",\"params\":{\(method.hasPrefix("work") ? run : text)}}"
      return server.answer(call).map(\.text).joined()
    }
    _ = ask("initialize", 1)
    _ = ask("textDocument/didOpen", 2)
    #expect(ask("workspace/executeCommand", 3).isEmpty)
    #expect(ask("workspace/executeCommand", 4).isEmpty)
    #expect(ask("textDocument/foldingRange", 5).contains("\"id\":5"))
    stops.hear("{\"method\":\"$/cancelRequest\",\"params\":{\"id\":4}}")
    let answers = runs.map { $0().map(\.text).joined() }
    #expect(
      answers.count == 2 && answers[0].contains("\"id\":3") && answers[0].contains("attempt 1"))
    #expect(answers.last?.contains("-32800") == true && !stops.contains(.int(4)))
  }
}
