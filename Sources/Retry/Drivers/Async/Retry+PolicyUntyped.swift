/// Runs an operation whose closure does not name the type of its error under a policy, and throws the operation's last
/// error.
///
/// An error of a type that the policy does not know is not retried.
///
/// ```swift
/// enum RequestError: Error { case timeout }
/// func fetch() async throws(RequestError) -> String { "hello" }
/// let text = try await retry(RetryPolicy<RequestError>(attempts: 3)) { try await fetch() }
/// ```
@_disfavoredOverload
@inlinable
public func retry<Success, Failure: Error, C: Clock>(
  _ policy: RetryPolicy<Failure>, clock: C = ContinuousClock(), tolerance: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  using generator: some RandomNumberGenerator = SystemRandomNumberGenerator(),
  observer: RetryObserver<Failure>? = nil,
  ask: (Failure) async -> RetryAnswer = { _ in .cancel },
  judging judge: (Success) -> Failure? = { _ in nil },
  operation: () async throws -> Success
) async throws -> Success where C.Duration == Duration {
  let end: CallEnd<Success, Failure, any Error> = await policy.conduct(
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
  return try end.underlying()
}

/// Runs an operation that wants to know about its attempt, and whose closure does not name the type of its error, under
/// a policy, and throws the operation's last error.
///
/// ```swift
/// enum RequestError: Error { case timeout }
/// func fetch(_ number: Int) async throws(RequestError) -> String { "\(number)" }
/// let text = try await retry(RetryPolicy<RequestError>(attempts: 3)) { try await fetch($0.number) }
/// ```
@_disfavoredOverload
@inlinable
public func retry<Success, Failure: Error, C: Clock>(
  _ policy: RetryPolicy<Failure>, clock: C = ContinuousClock(), tolerance: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  using generator: some RandomNumberGenerator = SystemRandomNumberGenerator(),
  observer: RetryObserver<Failure>? = nil,
  ask: (Failure) async -> RetryAnswer = { _ in .cancel },
  judging judge: (Success) -> Failure? = { _ in nil },
  operation: (RetryAttempt<Failure>) async throws -> Success
) async throws -> Success where C.Duration == Duration {
  let end: CallEnd<Success, Failure, any Error> = await policy.conduct(
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
  return try end.underlying()
}
