import RetryNumerics
package import VirtualTime

/// One subscription to an operation.
package struct Attempt: Hashable, Sendable {
  /// The name of the operation.
  package let operation: String
  /// The number of the attempt, counted from 1 over the whole call.
  package let number: Int
  /// The number of the call.
  package let call: UInt64
  /// When it began.
  package let began: Instant
}

extension Run {
  /// Counts an attempt of an actor and returns its number.
  mutating func beginAttempt(of actor: Int) -> Int {
    countAttempt()
    return cast.count(actor)
  }

  /// Records how an attempt ended by itself.
  mutating func recordEnd(of attempt: Attempt, _ end: Signal) {
    switch end {
    case .failed(let fault): record(.failure(attempt, fault))
    case .completed, .value: record(.success(attempt))
    }
  }
}
