/// An error that is worth a retry, whatever the filter of the policy says.
///
/// Who throws it may know more than a filter. The limits of the policy still hold, and the error inside is the one that
/// everybody sees: in events, in closures of the policy, and at the end of the call. A pipeline without a `Retrying`
/// throws it as it is, for a retry around the pipeline.
///
/// ```swift
/// struct Locked: Error {}
/// let policy = RetryPolicy<any Error>(attempts: 3, on: { _ in false })
/// let number = try await retry(policy) { attempt in
///   if attempt.number < 3 { throw Retryable(Locked(), after: .milliseconds(1)) }
///   return attempt.number
/// }
/// ```
public struct Retryable: Error {
  /// The error.
  public let error: any Error
  /// The delay that it asks for, as a hint does.
  public let delay: Duration?

  /// Creates an error that is worth a retry, perhaps after a delay.
  public init(_ error: any Error, after delay: Duration? = nil) {
    (self.error, self.delay) = (error, delay)
  }
}

/// An error that no retry can help, whatever the filter of the policy says.
///
/// ```swift
/// struct NotFound: Error {}
/// let policy = RetryPolicy<any Error>(attempts: 3)
/// do {
///   try await retry(policy) { throw NotRetryable(NotFound()) }  // one attempt
/// } catch is NotFound {
///   print("there is no such page")
/// }
/// ```
public struct NotRetryable: Error {
  /// The error.
  public let error: any Error

  /// Creates an error that no retry can help.
  public init(_ error: any Error) {
    self.error = error
  }
}

/// A failure of an attempt, and what the one who threw it said of retries.
@usableFromInline
@frozen
struct Thrown<Failure: Error> {
  @usableFromInline let error: Failure
  /// Whether a retry is worth it; `nil` leaves that to the policy.
  @usableFromInline let isRetryable: Bool?
  /// The delay that it asks for.
  @usableFromInline let delay: Duration?

  @inlinable
  init(_ error: Failure, isRetryable: Bool? = nil, after delay: Duration? = nil) {
    (self.error, self.isRetryable, self.delay) = (error, isRetryable, delay)
  }

  /// Creates the failure for an error that was thrown; fails if it is of another type.
  @inlinable
  init?(of error: some Error) {
    if let word = error as? NotRetryable {
      guard let failure = word.error as? Failure else { return nil }
      self.init(failure, isRetryable: false)
    } else if let word = error as? Retryable {
      guard let failure = word.error as? Failure else { return nil }
      self.init(failure, isRetryable: true, after: word.delay)
    } else {
      guard let failure = error as? Failure else { return nil }
      self.init(failure)
    }
  }
}

extension Thrown where Failure == any Error {
  /// Returns the error itself, without what its thrower said of retries.
  @inlinable
  static func plain(_ error: any Error) -> any Error { Thrown(of: error)?.error ?? error }
}
