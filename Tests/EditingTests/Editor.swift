import Foundation
import Report
import RetryLanguage
import Simulation
import Workbench

@testable import Editing

/// An editor with one text open.
struct Editor {
  static let address = "file:///texts/a%20text.retry"
  private var server: LanguageServer
  private var count = 0
  /// What the server says of the text.
  private(set) var diagnostics: [RemoteValue] = []
  private(set) var text = ""

  init(
    _ text: String, capabilities: JSONValue = [:],
    host: ScriptHost = ScriptHost(json: { Value(json: $0) })
  ) {
    server = LanguageServer(version: "1", stops: RemoteStops()) { _ in host }
    _ = ask("initialize", ["capabilities": capabilities])
    open(text)
  }

  mutating func open(_ text: String) {
    self.text = text
    let document: JSONValue = ["uri": .string(Self.address), "text": .string(text)]
    let call: JSONValue = [
      "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": ["textDocument": document],
    ]
    let said = server.answer(call.text).map { RemoteValue(Value(json: $0.text)) }
    server.readAhead()
    diagnostics = said.first?["params"]["diagnostics"].list ?? []
  }

  /// Sends a request about the text, and returns the whole answer to it.
  mutating func ask(_ method: String, _ more: JSONValue = [:]) -> RemoteValue {
    count += 1
    let parameters = more.adding("textDocument", ["uri": .string(Self.address)])
    let call: JSONValue = [
      "jsonrpc": "2.0", "id": .int(Int64(count)), "method": .string(method), "params": parameters,
    ]
    return RemoteValue(server.answer(call.text).last.flatMap { Value(json: $0.text) })
  }

  mutating func ask(_ method: String, at place: Int, _ more: JSONValue = [:]) -> RemoteValue {
    ask(
      "textDocument/\(method)", more.adding("position", OpenText(text).position(of: place))
    )["result"]
  }

  /// Sends a request about the part of the text where a word begins for the n-th time.
  mutating func ask(
    _ method: String, at word: String, number: Int = 0, _ more: JSONValue = [:]
  ) -> RemoteValue {
    let places = Array(text).indices.filter { Array(text)[$0...].starts(with: word) }
    return ask(method, at: places[number], more)
  }

  /// What a lens says when it is chosen.
  mutating func run(_ lens: RemoteValue) -> String {
    let arguments = lens["command"]["arguments"].list.map { value -> JSONValue in
      value.integer.map { .int(Int64($0)) } ?? .string(value.text ?? "")
    }
    let command: JSONValue = [
      "command": .string(lens["command"]["command"].text ?? ""), "arguments": .list(arguments),
    ]
    return ask("workspace/executeCommand", command)["result"].text ?? ""
  }

  func place(_ range: RemoteValue) -> Range<Int> {
    let text = OpenText(text)
    return text.place(range["start"])..<text.place(range["end"])
  }

  /// The text after edits of it.
  func edited(_ edits: [RemoteValue]) -> String {
    var characters = Array(text)
    for edit in edits.sorted(by: { place($0["range"]).lowerBound > place($1["range"]).lowerBound })
    {
      characters.replaceSubrange(place(edit["range"]), with: Array(edit["newText"].text ?? ""))
    }
    return String(characters)
  }
}

/// The scenarios of the package.
enum Texts {
  static let scenarios: [String: String] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "scenarios")
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    let all = (paths ?? []).filter { $0.hasSuffix(".retry") }.sorted()
    return all.reduce(into: [:]) { texts, path in
      texts[path] = try? String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }
  }()
}
