/// Runs an operation under a policy and throws the operation's last error.
///
/// This is `RetryPolicy.run` for callers that do not need the reason: a cancelled call throws a
/// `CancellationError`, and a call that ends without a value throws a `RetryFailure`.
///
/// Before a retry without a delay, the task yields: an operation that fails without waiting for anything would otherwise
/// keep its thread, or its actor, from all others.
///
/// ```swift
/// func fetch() async throws -> String { "hello" }
/// let policy = RetryPolicy<any Error>(attempts: 3, backoff: .constant(.milliseconds(10)))
/// let text = try await retry(policy) { try await fetch() }
/// ```
@inlinable
public func retry<Success, Failure: Error, C: Clock>(
  _ policy: RetryPolicy<Failure>, clock: C = ContinuousClock(), tolerance: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  using generator: some RandomNumberGenerator = SystemRandomNumberGenerator(),
  observer: RetryObserver<Failure>? = nil,
  ask: (Failure) async -> RetryAnswer = { _ in .cancel },
  judging judge: (Success) -> Failure? = { _ in nil },
  operation: () async throws(Failure) -> Success
) async throws -> Success where C.Duration == Duration {
  let end: CallEnd<Success, Failure, Never> = await policy.conduct(
    clock: clock, tolerance: tolerance, isolation: isolation, using: generator,
    observer: observer, ask: ask
  ) { _ in
    // Captured, so that the closure, with what judges values in it, runs on the actor of the caller.
    _ = isolation
    do throws(Failure) {
      return AttemptEnd(try await operation(), judging: judge)
    } catch {
      return AttemptEnd(error)
    }
  }
  return try end.underlying()
}

/// Runs an operation that wants to know about its attempt under a policy, and throws the operation's
/// last error.
///
/// ```swift
/// let policy = RetryPolicy<any Error>(attempts: 3, deadline: .seconds(5))
/// let number = try await retry(policy) { attempt in attempt.number }
/// ```
@inlinable
public func retry<Success, Failure: Error, C: Clock>(
  _ policy: RetryPolicy<Failure>, clock: C = ContinuousClock(), tolerance: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  using generator: some RandomNumberGenerator = SystemRandomNumberGenerator(),
  observer: RetryObserver<Failure>? = nil,
  ask: (Failure) async -> RetryAnswer = { _ in .cancel },
  judging judge: (Success) -> Failure? = { _ in nil },
  operation: (RetryAttempt<Failure>) async throws(Failure) -> Success
) async throws -> Success where C.Duration == Duration {
  let end: CallEnd<Success, Failure, Never> = await policy.conduct(
    clock: clock, tolerance: tolerance, isolation: isolation, using: generator,
    observer: observer, ask: ask
  ) { context in
    _ = isolation
    do throws(Failure) {
      return AttemptEnd(try await operation(context), judging: judge)
    } catch {
      return AttemptEnd(error)
    }
  }
  return try end.underlying()
}
