/// A limit on the retries after some of the errors.
///
/// ```swift
/// enum RequestError: Error { case timeout, busy }
/// let policy = RetryPolicy<RequestError>(
///   attempts: 5, limits: [RetryLimit(retries: 1) { $0 == .timeout }])
/// ```
public struct RetryLimit<Failure: Error>: Sendable {
  /// The number of these errors in a call that may be followed by another attempt.
  public let retries: Int

  /// Returns whether an error is one of them.
  public let matches: @Sendable (Failure) -> Bool

  /// Creates a limit of at most 255 retries; a number outside of the range counts as its nearest end.
  public init(retries: Int, matches: @escaping @Sendable (Failure) -> Bool) {
    self.retries = min(max(retries, 0), RetryState.mostLimited)
    self.matches = matches
  }
}

/// The limit that an error counts against, by its position in a policy.
@usableFromInline
@frozen
package struct LimitSlot: BitwiseCopyable, Hashable, Sendable {
  /// The position of the limit.
  @usableFromInline package let index: Int
  @usableFromInline package let retries: Int

  @inlinable
  package init(index: Int, retries: Int) {
    self.index = index
    self.retries = retries
  }
}
