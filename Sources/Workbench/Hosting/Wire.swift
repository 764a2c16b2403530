import Report
import RetryLanguage
package import Simulation
import Synchronization

/// The lines between a session and another program: requests come in, answers go out, from any thread.
package final class Wire: Sendable {
  private struct State {
    var id = JSONValue.null
    /// The share that was told of the work at hand.
    var told = 0.0
  }

  private let state = Mutex(State())
  private let stopping = Atomic(false)
  private let read: @Sendable () -> String?
  private let write: @Sendable (String) -> Void
  private let json: @Sendable (String) -> Value?

  /// Creates a wire over what reads and writes lines; nothing comes after the last.
  package init(
    json: @escaping @Sendable (String) -> Value?, read: @escaping @Sendable () -> String?,
    write: @escaping @Sendable (String) -> Void
  ) {
    (self.json, self.read, self.write) = (json, read, write)
  }

  /// Whether what runs is to stop.
  var isStopping: Bool { stopping.load(ordering: .relaxed) }

  /// Stops what runs where a line asks for it, and tells whether it did.
  package func takesStop(_ line: String) -> Bool {
    guard let request = try? Request(line, json: json), case .stop = request.wish else {
      return false
    }
    stopping.store(true, ordering: .relaxed)
    state.withLock { _ in write(Self.line(["kind": "done", "status": "ready"], id: request.id)) }
    return true
  }

  /// Returns the next request; what is none is refused.
  func next() -> Request? {
    while let line = read() {
      do throws(Request.Mistake) {
        return try Request(line, json: json)
      } catch {
        refuse(error.message, id: error.id)
      }
    }
    return nil
  }

  /// Returns the next answer to a question; other requests are refused meanwhile.
  func nextAnswer() -> String? {
    while let request = next() {
      if case .answer(let text) = request.wish { return text }
      refuse("the session is waiting for an answer", id: request.id)
    }
    return nil
  }

  /// Begins to answer a request.
  func begin(_ request: Request) {
    stopping.store(false, ordering: .relaxed)
    state.withLock { $0 = State(id: request.id) }
  }

  /// Tells something about the request at hand.
  func tell(_ object: JSONValue) {
    state.withLock { state in write(Self.line(object, id: state.id)) }
  }

  /// Tells what share of the work at hand is done, a hundred times at the most.
  func tell(progress share: Double) {
    state.withLock { state in
      guard share < 1 else { return state.told = 0 }
      guard share >= state.told + 0.01 else { return }
      state.told = share
      write(Self.line(["kind": "progress", "share": .double(share)], id: state.id))
    }
  }

  /// Ends the answer to the request at hand.
  func end(_ status: String) { tell(["kind": "done", "status": .string(status)]) }

  /// Says what is wrong with a request, which ends its answer.
  func refuse(_ message: String, id: JSONValue) {
    state.withLock { _ in
      write(Self.line(["kind": "refusal", "message": .string(message)], id: id))
      write(Self.line(["kind": "done", "status": "wrong"], id: id))
    }
  }

  /// An object on a line, with the request that it answers behind its kind and schema.
  private static func line(_ object: JSONValue, id: JSONValue) -> String {
    guard case .object(let members) = object.versioned else { return object.text }
    let answered = JSONValue.Member(key: "id", value: id)
    return JSONValue.object(members.prefix(2) + [answered] + members.dropFirst(2)).text
  }
}
