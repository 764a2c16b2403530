import Dispatch
import Report
import Synchronization

/// Where a server's answers go, whole ones whoever writes them: most at once, those of runs in their own time.
final class AnswerOutput: Sendable {
  /// The runs that may wait; further ones keep the server waiting.
  private static let most = 100

  private let framed: @Sendable (String) -> String
  private let turn = Mutex(())
  private let runs = DispatchQueue(label: "runs")
  private let room = DispatchSemaphore(value: most)

  /// Creates an output whose messages have a frame.
  init(framed: @escaping @Sendable (String) -> String) { self.framed = framed }

  func write(_ messages: [JSONValue]) {
    turn.withLock { _ in
      for message in messages { Platform.write(bytes: framed(message.text), to: .output) }
    }
  }

  /// Writes what a run answers once those before it have ended, so that nothing is left to write now.
  func later(_ run: @escaping @Sendable () -> [JSONValue]) -> [JSONValue] {
    room.wait()
    runs.async { [self] in
      write(run())
      room.signal()
    }
    return []
  }

  /// Waits until all runs have ended.
  func finish() { runs.sync {} }
}
