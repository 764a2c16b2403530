/// Swift gives a closure without a signature no typed error, so these accept any error and look at its type.
extension RetryPolicy {
  /// Runs an operation whose closure does not name the type of its error.
  ///
  /// The error is a `RetryFailure`, as with an operation that names the type. An error of another
  /// type is not retried and is thrown as it is.
  ///
  /// ```swift
  /// enum RequestError: Error { case timeout }
  /// func fetch() async throws(RequestError) -> String { "hello" }
  /// let text = try await RetryPolicy<RequestError>(attempts: 3).run { try await fetch() }
  /// ```
  @_disfavoredOverload
  @inlinable
  public func run<Success, C: Clock>(
    clock: C = ContinuousClock(), tolerance: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    using generator: some RandomNumberGenerator = SystemRandomNumberGenerator(),
    observer: RetryObserver<Failure>? = nil,
    ask: (Failure) async -> RetryAnswer = { _ in .cancel },
    judging judge: (Success) -> Failure? = { _ in nil },
    operation: () async throws -> Success
  ) async throws -> Success where C.Duration == Duration {
    let end: CallEnd<Success, Failure, any Error> = await conduct(
      clock: clock, tolerance: tolerance, isolation: isolation, using: generator,
      observer: observer, ask: ask
    ) { _ in
      // Captured, so that the closure, with what judges values in it, runs on the actor of the caller.
      _ = isolation
      do {
        return AttemptEnd(try await operation(), judging: judge)
      } catch {
        return AttemptEnd(thrown: error)
      }
    }
    return try end.get()
  }

  /// Runs an operation that wants to know about its attempt, and whose closure does not name the
  /// type of its error.
  ///
  /// ```swift
  /// enum RequestError: Error { case timeout }
  /// func fetch(_ number: Int) async throws(RequestError) -> String { "\(number)" }
  /// let text = try await RetryPolicy<RequestError>(attempts: 3).run { try await fetch($0.number) }
  /// ```
  @_disfavoredOverload
  @inlinable
  public func run<Success, C: Clock>(
    clock: C = ContinuousClock(), tolerance: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    using generator: some RandomNumberGenerator = SystemRandomNumberGenerator(),
    observer: RetryObserver<Failure>? = nil,
    ask: (Failure) async -> RetryAnswer = { _ in .cancel },
    judging judge: (Success) -> Failure? = { _ in nil },
    operation: (RetryAttempt<Failure>) async throws -> Success
  ) async throws -> Success where C.Duration == Duration {
    let end: CallEnd<Success, Failure, any Error> = await conduct(
      clock: clock, tolerance: tolerance, isolation: isolation, using: generator,
      observer: observer, ask: ask
    ) { context in
      _ = isolation
      do {
        return AttemptEnd(try await operation(context), judging: judge)
      } catch {
        return AttemptEnd(thrown: error)
      }
    }
    return try end.get()
  }
}
