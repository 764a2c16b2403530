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
