import Dispatch
import Synchronization

/// Messages that one thread reads and another answers.
final class MessageQueue: Sendable {
  private struct State {
    var messages: ArraySlice<String> = []
    var bytes = 0
  }

  /// The bytes that may wait; more are not read until there is room.
  private static let most = 128 << 20

  private let state = Mutex(State())
  private let news = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)

  func add(_ message: String) {
    let isFull = state.withLock { state in
      state.messages.append(message)
      state.bytes += message.utf8.count
      return state.bytes > Self.most
    }
    news.signal()
    if isFull { room.wait() }
  }

  func end() { news.signal() }

  var isEmpty: Bool { state.withLock { $0.messages.isEmpty } }

  /// Waits for the next message; always `nil` after the end of the input.
  func next() -> String? {
    news.wait()
    let (message, hasRoom) = state.withLock { state in
      let (message, before) = (state.messages.popFirst(), state.bytes)
      state.bytes -= message?.utf8.count ?? 0
      return (message, before > Self.most && state.bytes <= Self.most)
    }
    if hasRoom { room.signal() }
    if let message { return message }
    // The end stays for whoever asks next.
    news.signal()
    return nil
  }
}
