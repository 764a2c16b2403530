package import Report
import RetryLanguage
import Workbench

/// The laboratory as tools of an assistant: messages of the Model Context Protocol, each answered by values.
///
/// A tool runs a text from the start. It reads no file but those that come with the call, and writes none.
package struct AssistantServer {
  private let version: String
  private let stops: RemoteStops
  /// Begins the time of a call, and returns whether it is over.
  private let patience: @Sendable () -> @Sendable () -> Bool
  private let later: RunTaker

  /// The versions of the protocol that are known, the newest first.
  private static let protocols = ["2025-06-18", "2025-03-26", "2024-11-05"]

  package init(
    version: String, stops: RemoteStops,
    patience: @escaping @Sendable () -> @Sendable () -> Bool,
    later: @escaping RunTaker = { $0() }
  ) {
    (self.version, self.stops, self.patience, self.later) = (version, stops, patience, later)
  }

  /// Answers a message.
  package func answer(_ message: String) -> [JSONValue] {
    do throws(RemoteCall.Mistake) {
      let call = try RemoteCall(message)
      let run = { @Sendable [version, stops, patience] in
        defer { stops.forget(call.id) }
        let isOver = patience()
        let answer = Self.answer(call, version) { isOver() || stops.contains(call.id) }
        // Nobody waits for the answer to what was cancelled.
        return stops.contains(call.id) ? [] : answer
      }
      // Other requests do not wait for what may take a minute.
      return call.method == "tools/call" ? later(run) : run()
    } catch {
      return [error.answer]
    }
  }

  private static func answer(
    _ call: RemoteCall, _ version: String, isStopped: @escaping @Sendable () -> Bool
  ) -> [JSONValue] {
    switch call.method {
    case "initialize":
      let wanted = call.parameters["protocolVersion"].text ?? ""
      return call.answer([
        "protocolVersion": .string(protocols.contains(wanted) ? wanted : protocols[0]),
        "capabilities": ["tools": ["listChanged": false]],
        "serverInfo": ["name": "retrylab", "version": .string(version)],
        "instructions":
          "Simulate retry policies before you write them. Call manual first; then run a text of the language.",
      ])
    case "ping": return call.answer([:])
    case "tools/list":
      return call.answer(["tools": .list(AssistantTool.all.map(\.description))])
    case "tools/call": return perform(call, isStopped: isStopped)
    default:
      return call.refusal(-32601, "there is no method \(JSONValue.string(call.method).text)")
    }
  }

  private static func perform(
    _ call: RemoteCall, isStopped: @escaping @Sendable () -> Bool
  ) -> [JSONValue] {
    let name = call.parameters["name"].text ?? ""
    guard let tool = AssistantTool.all.first(where: { $0.name == name }) else {
      return call.refusal(-32602, "there is no tool \(JSONValue.string(name).text)")
    }
    let given = AssistantTool.Given(call.parameters["arguments"], isStopped: isStopped)
    let (text, hasFailed) = tool.answer(to: given)
    let shown = text.isEmpty ? "nothing is wrong" : text
    return call.answer([
      "content": [["type": "text", "text": .string(BoundedRun.bounded(shown))]],
      "isError": .bool(hasFailed),
    ])
  }
}
