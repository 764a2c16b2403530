/// Runs an operation under a policy and throws the operation's last error.
///
/// This is `RetryPolicy.run` for callers that do not need the reason: a cancelled call throws a
/// `CancellationError`, and a call that ends without a value throws a `RetryFailure`.
///
/// ```swift
/// func fetch() async throws -> String { "hello" }
/// let policy = RetryPolicy<any Error>(attempts: 3, backoff: .constant(.milliseconds(10)))
/// let text = try await retry(policy) { try await fetch() }
/// ```
public func retry<Success, Failure: Error, C: Clock>(
  _ policy: RetryPolicy<Failure>, clock: C = ContinuousClock(), tolerance: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  using generator: some RandomNumberGenerator = SystemRandomNumberGenerator(),
  observer: RetryObserver<Failure>? = nil,
  ask: (Failure) async -> RetryAnswer = { _ in .cancel },
  operation: () async throws(Failure) -> Success
) async throws -> Success where C.Duration == Duration {
  do throws(RetryFailure<Failure>) {
    return try await policy.run(
      clock: clock, tolerance: tolerance, isolation: isolation, using: generator,
      observer: observer, ask: ask, operation: operation)
  } catch {
    throw error.underlying
  }
}
