package import RetryNumerics

/// What a server does on a connection to answer a request, one step after the other.
package enum AnswerStep: Hashable, Sendable {
  /// Waits, counted from when the step before was due.
  case wait(Nanoseconds)
  case send([UInt8])
  /// Ends the connection as after a complete answer.
  case close
  /// Ends the connection with a reset.
  case reset
  /// Waits until the service says how the answer goes on.
  case pause
  /// Says nothing until the client leaves.
  case hang
  /// Sends the request to another server, and its answer to the client.
  case forward(Forwarding)
  /// Opens a connection to another server, and sends on what comes from both sides until both have ended.
  case connect(Passage)
}
