/// A choice of the lessons, for the time that there is.
package enum Course: String, CaseIterable, Sendable {
  case hour, day

  func includes(_ lesson: String) -> Bool {
    switch self {
    case .hour: ["01-attempt", "06-backoff", "07-jitter", "14-storms"].contains(lesson)
    case .day: true
    }
  }

  /// What a person types to take it.
  var command: String { "course \(rawValue)" }

  /// What it is, for completions.
  var summary: String {
    switch self {
    case .hour: "an hour: attempts, back-off, jitter, and why retries keep a server down"
    case .day: "a day: all lessons, in order"
    }
  }
}
