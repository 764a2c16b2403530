/// The status of a session after it ran a text.
package enum Status: Hashable, Sendable {
  /// More text may follow.
  case ready
  case incomplete
  /// The text has an error, which stopped it.
  case wrong
  /// An expectation failed, which stopped the text.
  case failed
  case ended
}
