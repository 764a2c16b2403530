package import Report
import Simulation
import Synchronization
import Workbench

/// A message of JSON-RPC that another program has sent: a request, or a notice without an identifier.
struct RemoteCall: Sendable {
  let id: JSONValue?
  let method: String
  let parameters: RemoteValue

  /// What is no call, with the answer to it.
  struct Mistake: Error {
    let answer: JSONValue
  }

  init(_ message: String) throws(Mistake) {
    guard let written = WrittenObject(json: message) else {
      throw Mistake(answer: Self.failure(.null, -32700, "a message is a JSON object"))
    }
    id = written.written("id").map { .raw($0) }
    guard case .text(let method)? = written.values["method"] else {
      throw Mistake(answer: Self.failure(id ?? .null, -32600, "a message needs a \"method\""))
    }
    (self.method, parameters) = (method, RemoteValue(written.values["params"]))
  }

  func answer(_ result: JSONValue) -> [JSONValue] {
    guard let id else { return [] }
    return [["jsonrpc": "2.0", "id": id, "result": result]]
  }

  func refusal(_ code: Int64, _ message: String) -> [JSONValue] {
    id.map { [Self.failure($0, code, message)] } ?? []
  }

  static func notice(_ method: String, _ parameters: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "method": .string(method), "params": parameters]
  }

  private static func failure(_ id: JSONValue, _ code: Int64, _ message: String) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "error": ["code": .int(code), "message": .string(message)]]
  }
}

/// Takes a run: returns its answers, or nothing if they follow in their own time.
package typealias RunTaker = (_ run: @escaping @Sendable () -> [JSONValue]) -> [JSONValue]

/// A value of a message, whose parts may be missing.
struct RemoteValue: Sendable {
  private let value: Value?

  init(_ value: Value?) { self.value = value }

  subscript(_ key: String) -> RemoteValue {
    if case .object(let fields)? = value { RemoteValue(fields[key]) } else { RemoteValue(nil) }
  }

  var text: String? { if case .text(let text)? = value { text } else { nil } }
  var integer: Int? { value?.integer }
  var isFalse: Bool { value == .bool(false) }
  var isAbsent: Bool { value == nil }
  var isObject: Bool { if case .object? = value { true } else { false } }

  var list: [RemoteValue] {
    if case .list(let values)? = value { values.map { RemoteValue($0) } } else { [] }
  }

  var fields: [String: RemoteValue] {
    if case .object(let fields)? = value { fields.mapValues { RemoteValue($0) } } else { [:] }
  }
}

/// The requests that another program no longer wants, known while one of them is answered.
package final class RemoteStops: Sendable {
  private struct State {
    /// The identifiers, the one that was heard first in front.
    var stopped: [String] = []
    /// Whether nobody waits for any answer.
    var hasEnded = false
  }

  private let state = Mutex(State())
  /// The most bytes of a message that stops a request.
  private static let longest = 1000
  /// The identifiers that are kept, at most, of requests that were answered before they were stopped.
  private static let most = 1000

  package init() {}

  /// Notes what a message stops, as soon as it arrives.
  package func hear(_ message: String) {
    // Whole texts stop nothing, and are not read twice.
    guard message.utf8.count < Self.longest, let call = try? RemoteCall(message) else { return }
    let key: String
    switch call.method {
    case "$/cancelRequest": key = "id"
    case "notifications/cancelled": key = "requestId"
    case "shutdown", "exit": return end()
    default: return
    }
    let wanted = call.parameters[key]
    guard let id = wanted.integer.map(String.init) ?? wanted.text.map({ JSONValue.string($0).text })
    else { return }
    state.withLock { state in
      state.stopped.append(id)
      if state.stopped.count > Self.most { state.stopped.removeFirst() }
    }
  }

  /// Notes that the other program has left.
  package func end() { state.withLock { $0.hasEnded = true } }

  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  func contains(_ id: JSONValue?) -> Bool {
    guard let id else { return false }
    return state.withLock { $0.stopped.contains(id.text) }
  }

  func forget(_ id: JSONValue?) {
    guard let id else { return }
    state.withLock { $0.stopped.removeAll { $0 == id.text } }
  }
}
