import Report
import RetryLanguage
import Simulation
import Testing

@testable import Editing

@Suite("Tools of an assistant")
struct AssistantTests {
  private static func ask(
    _ method: String, _ parameters: JSONValue = [:], stops: RemoteStops = RemoteStops(),
    isOver: @escaping @Sendable () -> Bool = { false }
  ) -> RemoteValue {
    let server = AssistantServer(version: "1", stops: stops) { isOver }
    let call: JSONValue = [
      "jsonrpc": "2.0", "id": 5, "method": .string(method), "params": parameters,
    ]
    return RemoteValue(server.answer(call.text).last.flatMap { Value(json: $0.text) })["result"]
  }

  private static func call(
    _ tool: String, _ arguments: JSONValue, isOver: @escaping @Sendable () -> Bool = { false }
  ) -> (text: String, hasFailed: Bool) {
    let result = ask(
      "tools/call", ["name": .string(tool), "arguments": arguments], isOver: isOver)
    #expect(result["content"].list.count == 1)
    return (result["content"].list.first?["text"].text ?? "", !result["isError"].isFalse)
  }

  @Test func `are listed with what they take`() {
    let known = Self.ask("initialize", ["protocolVersion": "2024-11-05"])
    #expect(known["protocolVersion"].text == "2024-11-05")
    #expect(
      Self.ask("initialize", ["protocolVersion": "1"])["protocolVersion"].text == "2025-06-18")
    let tools = Self.ask("tools/list")["tools"].list
    #expect(
      tools.map { $0["name"].text } == [
        "manual", "check", "run", "explain", "why", "compare", "tune", "judge",
      ])
    for tool in tools {
      let schema = tool["inputSchema"]
      #expect(schema["type"].text == "object" && tool["description"].text?.isEmpty == false)
      for name in schema["required"].list {
        #expect(schema["properties"].fields.keys.contains(name.text ?? ""))
      }
    }
  }

  private static let definitions: JSONValue =
    "let fetch = op(fails: 30%)\nlet client = fetch.retry(3)"

  @Test(
    "say what the prompt says",
    arguments: [
      ("check", [:], "nothing is wrong"), ("run", [:], "3 attempts in total"),
      ("explain", ["subject": "client"], "total attempts: 3"),
      ("why", ["subject": "client", "call": 1], "attempt 1"),
      ("compare", ["subjects": ["fetch", "client"], "calls": 100], "B compared with A"),
      (
        "tune",
        [
          "search":
            "fetch.retry(n) where n in 1...4 subject success >= 90% minimize load calls 100_000"
        ],
        "n"
      ),
    ] as [(String, JSONValue, String)])
  func tools(name: String, arguments: JSONValue, words: String) {
    let said = Self.call(name, arguments.adding("text", Self.definitions))
    #expect(said.text.contains(words) && !said.hasFailed, "\(said.text)")
  }

  @Test func `explain words, and find those that are near`() {
    #expect(Self.call("manual", [:]).text.contains("commands"))
    #expect(Self.call("manual", ["topic": "E012"]).text.hasPrefix("E012: "))
    let unknown = Self.call("manual", ["topic": "jittr"])
    #expect(unknown.hasFailed && unknown.text.hasPrefix("no help for 'jittr'"))
  }

  @Test func `report a mistake as an error of the tool`() {
    let said = Self.call("check", ["text": "op().retrry(3)"])
    #expect(said.hasFailed && said.text.contains("did you mean 'retry'?"))
    let failed = Self.call("run", ["text": "expect 1 > 2"])
    #expect(failed.hasFailed)
    #expect(Self.ask("tools/call", ["name": "sing"])["content"].list.isEmpty)
  }

  @Test func `read the files that come with the call, and no others, and write none`() {
    let given: JSONValue = ["model.retry": "let fetch = op()"]
    let text: JSONValue = "load model.retry\nfetch"
    #expect(!Self.call("run", ["text": text, "files": given]).hasFailed)
    #expect(Self.call("run", ["text": text]).hasFailed)
    for line in ["save a.retry", "export fetch.csv", "report a.html", "load /etc/hostname"] {
      let said = Self.call("run", ["text": .string("stats op() calls 10\n\(line)")])
      #expect(said.hasFailed, "\(line): \(said.text)")
    }
  }

  @Test(
    "name an argument that is missing or of another kind",
    arguments: [
      ("run", [:], "'text' is missing"), ("run", ["text": 5], "'text' is to be a text"),
      ("why", ["text": "", "subject": "f", "call": 0], "'call' is to be a whole number from 1 on"),
      (
        "compare", ["text": "", "subjects": ["f"]],
        "'subjects' is to be a list of two texts or more"
      ),
      (
        "run", ["text": "1", "files": ["a": 1]],
        "'files' is to be an object with a text for each name"
      ),
    ] as [(String, JSONValue, String)])
  func arguments(name: String, given: JSONValue, message: String) {
    let said = Self.call(name, given)
    #expect(said.text == message && said.hasFailed)
  }

  @Test func `keep the end of a long answer, where a mistake is`() {
    let many = String(repeating: "stats op() calls 10\n", count: 60) + "expect 1 > 2"
    let said = Self.call("run", ["text": .string(many)])
    #expect(said.text.utf8.count <= BoundedRun.most && said.hasFailed)
    #expect(said.text.contains("expectation failed: 1 > 2"))
    let long = BoundedRun.bounded("a\n" + String(repeating: "x", count: 20_000) + "\nb")
    #expect(long.hasPrefix("a\nxxx") && long.hasSuffix(" …\nb"))
  }

  @Test func `answer in few bytes, and end when their time is over`() {
    let many = String(repeating: "op()\n", count: 2000)
    let said = Self.call("run", ["text": .string(many)])
    #expect(said.text.utf8.count <= BoundedRun.most && said.text.contains("which do not fit"))
    let long = Self.call(
      "run", ["text": "stats op(fails: 30%).retry { _ in true } calls 100_000_000"],
      isOver: { true })
    #expect(long.hasFailed && long.text.contains("stopped"))
  }

  @Test func `keep no other request waiting, and say nothing once they are cancelled`() {
    let stops = RemoteStops()
    var runs: [@Sendable () -> [JSONValue]] = []
    let server = AssistantServer(version: "1", stops: stops) {
      { false }
    } later: {
      runs.append($0)
      return []
    }
    for id in 1...2 {
      let run = "{\"name\":\"run\",\"arguments\":{\"text\":\"1 + \(id)\"}}"
      let call = "{\"id\":\(id),\"method\":\"tools/call\",\"params\":\(run)}"
      #expect(server.answer(call).isEmpty)
    }
    #expect(server.answer("{\"id\":3,\"method\":\"ping\"}").count == 1)
    stops.hear("{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}")
    let answers = runs.map { $0().map(\.text).joined() }
    #expect(answers.first == "" && answers.last?.contains("\"text\":\"3\"") == true)
    #expect(!stops.contains(.int(1)))
  }

  @Test func `judge a client by its log`() {
    let log = """
      {"kind":"listening","schema":1}
      """
    let said = Self.call("judge", ["text": Self.definitions, "log": .string(log)])
    #expect(said.hasFailed && said.text.hasPrefix("inconclusive: "))
    let none = Self.call("judge", ["text": "let fetch = op()", "log": ""])
    #expect(none.hasFailed && none.text.hasPrefix("the text has 0 policies"))
    let wrong = Self.call("judge", ["text": Self.definitions, "log": "nothing"])
    #expect(wrong.hasFailed && wrong.text.hasPrefix("line 1 of the log: "))
  }
}
