import Report
import RetryLanguage
package import Simulation
import Synchronization

/// The lines between a session and another program: requests come in, answers go out, from any thread.
package final class Wire: Sendable {
  private struct State {
    var id = JSONValue.null
    /// The progress last reported for the current request.
    var told = 0.0
  }

  private let state = Mutex(State())
  /// The number of lines that were heard as they came.
  private let heard = Atomic(0)
  /// The number of those that were taken from them.
  private let taken = Atomic(0)
  /// The number of the line that is at work.
  private let current = Atomic(0)
  /// The number of the last line that asked to stop what came before it.
  private let lastStop = Atomic(0)
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

  /// Whether what runs is to stop, as a later line asked for it.
  var isStopping: Bool {
    current.load(ordering: .relaxed) < lastStop.load(ordering: .relaxed)
  }

  /// Hears a line as soon as it comes, and before it is read: one that asks to stop is answered at once.
  ///
  /// It stops all that was asked before it, be that already at work or not.
  package func hear(_ line: String) {
    let number = heard.add(1, ordering: .relaxed).newValue
    guard let request = try? Request(line, json: json), case .stop = request.wish else { return }
    lastStop.store(number, ordering: .relaxed)
    state.withLock { _ in write(Self.line(["kind": "done", "status": "ready"], id: request.id)) }
  }

  /// Returns the next request; what is none is refused.
  func next() -> Request? {
    while let line = read() {
      let number = taken.add(1, ordering: .relaxed).newValue
      if number > heard.load(ordering: .relaxed) { hear(line) }
      do throws(Request.Mistake) {
        return try Request(line, json: json)
      } catch {
        refuse(error.message, id: error.id)
      }
    }
    return nil
  }

  /// Returns the next answer to a question, or `nil` if the request is stopped.
  ///
  /// Other requests are refused meanwhile.
  func nextAnswer() -> String? {
    while let request = next() {
      switch request.wish {
      case .answer(let text): return text
      case .stop: return nil
      default: refuse("the session is waiting for an answer", id: request.id)
      }
    }
    return nil
  }

  /// Begins to answer a request.
  func begin(_ request: Request) {
    current.store(taken.load(ordering: .relaxed), ordering: .relaxed)
    state.withLock { $0 = State(id: request.id) }
  }

  /// Writes an object for the current request.
  func tell(_ object: JSONValue) {
    state.withLock { state in write(Self.line(object, id: state.id)) }
  }

  /// Reports progress of the current request, at most a hundred times.
  func tell(progress share: Double) {
    state.withLock { state in
      guard share < 1 else { return state.told = 0 }
      guard share >= state.told + 0.01 else { return }
      state.told = share
      write(Self.line(["kind": "progress", "share": .double(share)], id: state.id))
    }
  }

  /// Ends the response to the current request.
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
