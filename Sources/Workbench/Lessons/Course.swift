/// A choice of the lessons, for the time that there is.
package enum Course: String, CaseIterable, Sendable {
  case hour, day, swift

  private static let ofAnHour = ["attempt", "backoff", "jitter", "storms"]
  private static let aboutSwift = ["counting", "retry-when", "filters", "person", "cancelling"]

  func includes(_ lesson: String) -> Bool {
    switch self {
    case .hour: Self.ofAnHour.contains(lesson)
    case .day: !Self.aboutSwift.contains(lesson)
    case .swift: Self.aboutSwift.contains(lesson)
    }
  }

  /// What a person types to take it.
  var command: String { "course \(rawValue)" }

  /// What it is, for completions.
  var summary: String {
    switch self {
    case .hour: "an hour: attempts, back-off, jitter, and why retries keep a server down"
    case .day: "a day: retries in distributed systems, in order"
    case .swift: "in Swift and Rx: what a 3 counts, retryWhen, filters, a person, cancelling"
    }
  }
}
