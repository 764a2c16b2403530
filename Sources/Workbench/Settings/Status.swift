/// The status of a session after it ran a text.
package enum Status: Hashable, Sendable {
  /// More may come.
  case ready
  /// The text stops where more must follow.
  case incomplete
  /// The text was wrong; nothing after the mistake was run.
  case wrong
  /// An expectation was not met; nothing after it was run.
  case failed
  /// The session was asked to end.
  case ended
}
