import Report
import RetryLanguage
import Synchronization

/// The connection between a session and another program: requests arrive and responses leave, on any thread.
package final class Connection: Sendable {
  private struct State {
    var id = JSONValue.null
    /// The progress last reported for the current request.
    var reported = 0.0
  }

  /// What waits, under a lock of its own, since writing may wait for a client that first says all.
  private struct Queue {
    /// The identifier of the request that is answered.
    var busy: String?
    /// The lines that wait: the identifiers of their requests, and their sizes.
    var waiting: [Int: (key: String, bytes: Int)] = [:]
    var waitingBytes = 0
    /// The last line that waits no more.
    var last = 0
    /// The lines that are to be stopped alone.
    var stopped: Set<Int> = []
  }

  /// The bytes of lines that may wait.
  private static let mostWaiting = 64 << 20

  private let state = Mutex(State())
  private let queue = Mutex(Queue())
  /// The number of lines that have arrived.
  private let heard = Atomic(0)
  /// The number of lines that have been read.
  private let taken = Atomic(0)
  /// The number of the line being processed.
  private let current = Atomic(0)
  /// The number of the last line that requested a stop.
  private let lastStop = Atomic(0)
  /// Whether the line being processed is to be stopped alone.
  private let isStopped = Atomic(false)
  private let read: @Sendable () -> String?
  private let write: @Sendable (String) -> Void
  private let isDue: @Sendable () -> Bool

  /// Creates a connection from closures that read and write lines, and ask whether progress was not told for long.
  package init(
    read: @escaping @Sendable () -> String?, write: @escaping @Sendable (String) -> Void,
    isDue: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.read, self.write, self.isDue) = (read, write, isDue)
  }

  /// Whether a later line requested a stop.
  var isStopping: Bool {
    current.load(ordering: .relaxed) < lastStop.load(ordering: .relaxed)
      || isStopped.load(ordering: .relaxed)
  }

  /// Inspects a line when it arrives; returns whether it is to be read.
  ///
  /// A request to stop is answered immediately, and stops earlier requests whether they are running or not. Others are
  /// refused while too many wait.
  @discardableResult
  package func hear(_ line: String) -> Bool {
    let request = try? Request(line)
    let key = request?.key ?? JSONValue.null.text
    let isFull = queue.withLock { queue in
      let last = heard.load(ordering: .relaxed)
      let isFull = queue.waitingBytes >= Self.mostWaiting
      if case .stop(let wanted)? = request?.body {
        stop(wanted, before: last + 1, &queue)
      } else if !isFull {
        queue.waiting[last + 1] = (key, line.utf8.count)
        queue.waitingBytes += line.utf8.count
      }
      if !isFull { heard.store(last + 1, ordering: .relaxed) }
      return isFull
    }
    if case .stop? = request?.body {
      state.withLock { _ in
        write(Self.line(JSONForms.done.json(of: "ready"), id: request?.id ?? .null))
      }
      return !isFull
    }
    guard isFull else { return true }
    refuse("\(Self.mostWaiting >> 20) MB of requests wait already", id: request?.id ?? .null)
    return false
  }

  /// Stops all lines before one, or those with an identifier.
  private func stop(_ wanted: String?, before number: Int, _ queue: inout Queue) {
    guard let wanted else { return lastStop.store(number, ordering: .relaxed) }
    if queue.busy == wanted { isStopped.store(true, ordering: .relaxed) }
    queue.stopped.formUnion(queue.waiting.lazy.filter { $0.value.key == wanted }.map(\.key))
  }

  /// Returns the next request; invalid ones are refused.
  func next() -> Request? {
    while let line = read() {
      if let request = request(in: line) { return request }
    }
    return nil
  }

  /// Returns the request in a line; an invalid one is refused.
  func request(in line: String) -> Request? {
    let number = taken.add(1, ordering: .relaxed).newValue
    if number > heard.load(ordering: .relaxed) { hear(line) }
    do throws(Request.Mistake) {
      return try Request(line)
    } catch {
      refuse(error.message, id: error.id)
      return nil
    }
  }

  /// Returns the next answer to a question, or `nil` if the request is stopped.
  ///
  /// Other requests are refused in the meantime.
  func nextAnswer() -> String? {
    while let request = next() {
      switch request.body {
      case .answer(.answer(let text)): return text
      case .stop(let wanted):
        guard let wanted, wanted != queue.withLock({ $0.busy }) else { return nil }
      default: refuse("the session is waiting for an answer", id: request.id)
      }
    }
    return nil
  }

  /// Starts the response to a request.
  func begin(_ request: Request) {
    let number = taken.load(ordering: .relaxed)
    current.store(number, ordering: .relaxed)
    state.withLock { $0 = State(id: request.id) }
    queue.withLock { queue in
      queue.busy = request.key
      isStopped.store(queue.stopped.contains(number), ordering: .relaxed)
      while queue.last < number {
        queue.last += 1
        queue.stopped.remove(queue.last)
        queue.waitingBytes -= queue.waiting.removeValue(forKey: queue.last)?.bytes ?? 0
      }
    }
  }

  /// Writes an object for the current request.
  func send(_ object: JSONValue) {
    state.withLock { state in write(Self.line(object, id: state.id)) }
  }

  /// Reports progress of the current request: a hundred times, and more often if it is slow.
  package func send(progress share: Double) {
    state.withLock { state in
      guard share < 1 else { return state.reported = 0 }
      let isNews = share >= state.reported + 0.01 || share > state.reported && isDue()
      guard isNews else { return }
      state.reported = share
      write(Self.line(JSONForms.progress.json(of: share), id: state.id))
    }
  }

  /// Ends the response to the current request.
  func end(_ status: String) {
    send(JSONForms.done.json(of: status))
    queue.withLock { $0.busy = nil }
  }

  /// Reports an error in a request, which ends its response.
  func refuse(_ message: String, id: JSONValue) {
    state.withLock { _ in
      write(Self.line(JSONForms.refusal.json(of: message), id: id))
      write(Self.line(JSONForms.done.json(of: "wrong"), id: id))
    }
  }

  /// Returns an object as a line, with the identifier of its request after kind and schema.
  private static func line(_ object: JSONValue, id: JSONValue) -> String {
    guard case .object(let members) = object.versioned else { return object.text }
    let answered = JSONValue.Member(key: "id", value: id)
    return JSONValue.object(members.prefix(2) + [answered] + members.dropFirst(2)).text
  }
}
