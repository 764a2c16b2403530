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
  /// When it started.
  package let began: Instant
}
