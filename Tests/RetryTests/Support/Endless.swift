import Testing

/// What ends a call that would go on for ever, since its time is virtual and nothing else would end it.
enum Endless {
  /// No call of these tests makes more attempts.
  static let mostAttempts = 2000

  /// Says whether an attempt is one too many; then the test has failed, and the attempt should succeed.
  static func goesOn(to attempt: Int, most: Int = mostAttempts) -> Bool {
    guard attempt > most else { return false }
    if attempt == most + 1 { Issue.record("a call goes on for ever") }
    return true
  }
}
