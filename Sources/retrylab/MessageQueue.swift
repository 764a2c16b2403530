import Dispatch
import Synchronization

/// Messages that one thread reads and another answers.
final class MessageQueue: Sendable {
  private struct State {
    var messages: ArraySlice<String> = []
    var bytes = 0
  }

  /// The bytes that may wait; whoever adds more waits until there is room.
  private let most: Int
  private let state = Mutex(State())
  private let news = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)

  init(most: Int = 128 << 20) { self.most = most }

  /// The bytes that wait now.
  var waitingBytes: Int { state.withLock(\.bytes) }

  func add(_ message: String) {
    let isFull = state.withLock { state in
      state.messages.append(message)
      state.bytes += message.utf8.count
      return state.bytes > most
    }
    news.signal()
    if isFull { room.wait() }
  }

  func end() { news.signal() }

  /// Waits for the next message; always `nil` after the end of the input.
  func next() -> String? {
    news.wait()
    let (message, hasRoom) = state.withLock { state in
      let (message, before) = (state.messages.popFirst(), state.bytes)
      state.bytes -= message?.utf8.count ?? 0
      return (message, before > most && state.bytes <= most)
    }
    if hasRoom { room.signal() }
    if let message { return message }
    // The end stays for whoever asks next.
    news.signal()
    return nil
  }
}
