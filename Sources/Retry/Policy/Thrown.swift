public import RetryNumerics

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

extension RetryPolicy {
  /// Decides what to do after a failure that may say itself whether a retry is worth it.
  @inlinable
  func decide(
    after thrown: Thrown<Failure>, elapsed: Nanoseconds, state: inout RetryState,
    using generator: inout some RandomNumberGenerator
  ) -> RetryDecision {
    var nobody = NoCheckObserver()
    return decide(
      after: thrown.error, given: { GivenError($0) }, thrown: thrown.isRetryable,
      asking: thrown.delay, elapsed: elapsed,
      state: &state, using: &generator, observer: &nobody)
  }

  /// Decides what to do after a failure and updates the state of the call.
  ///
  /// The decision depends only on the arguments. The elapsed time counts from the start of the
  /// first attempt.
  ///
  /// ```swift
  /// let policy = RetryPolicy<any Error>(retries: 2, backoff: .constant(.seconds(1)))
  /// var state = RetryState()
  /// var generator = SystemRandomNumberGenerator()
  /// let decision = policy.decide(
  ///   after: CancellationError(), elapsed: .milliseconds(300), state: &state, using: &generator)
  /// ```
  public func decide(
    after failure: Failure, elapsed: Duration, state: inout RetryState,
    using generator: inout some RandomNumberGenerator
  ) -> RetryDecision {
    decide(
      after: Thrown(of: failure) ?? Thrown(failure), elapsed: Nanoseconds(elapsed), state: &state,
      using: &generator)
  }
}
