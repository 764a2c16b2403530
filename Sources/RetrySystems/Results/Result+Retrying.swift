public import Retry

extension Result {
  /// Makes attempts under a policy, blocks until the call ends, and returns the last result.
  ///
  /// At least one attempt is made, even if the call is already cancelled, so there is always a
  /// result of this type. Wrapping one stage of a chain retries that stage; wrapping the chain
  /// retries all of it.
  ///
  /// ```swift
  /// enum VideoError: Error { case networkFailure, invalidFormat }
  /// func read() -> Result<[UInt8], VideoError> { .success([1, 2]) }
  /// func parse(_ bytes: [UInt8]) -> Result<Int, VideoError> { .success(bytes.count) }
  /// let policy = RetryPolicy<VideoError>(attempts: 3)
  /// let stage = read().flatMap { bytes in .retryingBlocking(policy) { parse(bytes) } }
  /// let chain = Result.retryingBlocking(policy) { read().flatMap(parse) }
  /// ```
  public static func retryingBlocking(
    _ policy: RetryPolicy<Failure>, timer: some RetryTimer = ThreadTimer(),
    handle: RetryHandle = RetryHandle(),
    using generator: some RandomNumberGenerator = SystemRandomNumberGenerator(),
    observer: RetryObserver<Failure>? = nil, ask: (Failure) -> RetryAnswer = { _ in .cancel },
    operation: () -> Result
  ) -> Result {
    var last: Result?
    // The last result tells how the call ended, unless no attempt was made.
    _ = try? policy.runBlocking(
      timer: timer, handle: handle, using: generator, observer: observer, ask: ask
    ) { () throws(Failure) in
      let result = operation()
      last = result
      _ = try result.get()
    }
    return last ?? operation()
  }

  /// Makes attempts under a policy and returns the last result.
  ///
  /// At least one attempt is made, even in a cancelled task, so there is always a result of this
  /// type.
  ///
  /// ```swift
  /// struct Offline: Error {}
  /// func fetch() async -> Result<Int, Offline> { .success(7) }
  /// let number = await Result.retrying(RetryPolicy(attempts: 3)) { await fetch() }
  /// ```
  public static func retrying<C: Clock>(
    _ policy: RetryPolicy<Failure>, clock: C = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation,
    using generator: some RandomNumberGenerator = SystemRandomNumberGenerator(),
    observer: RetryObserver<Failure>? = nil,
    ask: (Failure) async -> RetryAnswer = { _ in .cancel }, operation: () async -> Result
  ) async -> Result where C.Duration == Duration {
    var last: Result?
    _ = try? await policy.run(
      clock: clock, using: generator, observer: observer, ask: ask
    ) { () async throws(Failure) in
      let result = await operation()
      last = result
      _ = try result.get()
    }
    if let last { return last }
    return await operation()
  }
}
