import Dispatch
import Synchronization

/// Messages that one thread reads and another answers.
final class MessageQueue: Sendable {
  private let messages = Mutex<ArraySlice<String>>([])
  private let news = DispatchSemaphore(value: 0)

  func add(_ message: String) {
    messages.withLock { $0.append(message) }
    news.signal()
  }

  func end() { news.signal() }

  var isEmpty: Bool { messages.withLock { $0.isEmpty } }

  /// Waits for the next message; always `nil` after the end of the input.
  func next() -> String? {
    news.wait()
    if let message = messages.withLock({ $0.popFirst() }) { return message }
    // The end stays for whoever asks next.
    news.signal()
    return nil
  }
}
