import Synchronization

/// Records cancellation requests; thread-safe.
final class InterruptionRecord: Sendable {
  private let isTaken = Atomic(false)

  /// Returns a closure that asks a question and records affirmative answers.
  func watching(_ question: (@Sendable () -> Bool)?) -> (@Sendable () -> Bool)? {
    guard let question else { return nil }
    return {
      let isAffirmed = question()
      if isAffirmed { self.isTaken.store(true, ordering: .relaxed) }
      return isAffirmed
    }
  }

  /// Returns whether cancellation was requested since the last call.
  func take() -> Bool { isTaken.exchange(false, ordering: .relaxed) }
}
