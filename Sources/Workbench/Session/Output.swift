/// Something that a session says.
package enum Output: Hashable, Sendable {
  /// A result, for standard output.
  case result(String)
  /// A message for a person; programs that read JSON do not get it.
  case message(String)
  /// A mistake, for standard error, or standard output as JSON.
  case mistake(String)
}

/// How a session stands after a text was run.
package enum Status: Hashable, Sendable {
  /// More may come.
  case ready
  /// The text stops where more must follow.
  case incomplete
  /// The text was wrong; nothing after the mistake was run.
  case wrong
  /// The session was asked to end.
  case ended
}
