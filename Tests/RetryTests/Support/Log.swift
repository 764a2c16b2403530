import RetryNumerics

/// Lines that come from anywhere.
final class Log: Sendable {
  private let entries = Locked<[String]>([])

  /// The lines so far.
  var lines: [String] { entries.withLock { $0 } }

  /// Adds a line.
  func add(_ line: String) {
    entries.withLock { $0.append(line) }
  }
}
