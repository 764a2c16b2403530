import RetryNumerics
package import VirtualTime

/// One subscription to an operation.
package struct Attempt: Hashable, Sendable {
  package let operation: String
  /// The number of the attempt, counted from 1 over the whole call.
  package let number: Int
  package let call: UInt64
  package let began: Instant
}
