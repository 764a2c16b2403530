import RetryNumerics

/// Makes attempts until one succeeds, the strategy stops, or the limit is reached.
///
/// The error of the last attempt is thrown without consulting the strategy. At least one attempt is
/// made. A cancelled task makes no further attempt, ends a delay immediately and throws a
/// `CancellationError`. A `CancellationError` from the operation is rethrown.
///
/// ```swift
/// func greet() async throws -> String { "hello" }
/// var backoff = Backoff.exponential(factor: 2, initial: .milliseconds(100))
///   .maximum(.seconds(10))
///   .fullJitter()
/// let greeting = try await retry(maxAttempts: 5) {
///   try await greet()
/// } strategy: { _ in
///   .backoff(backoff.nextDuration())
/// }
/// ```
@inlinable
public func retry<Success, Failure: Error, C: Clock>(
  maxAttempts: Int = 3, tolerance: C.Duration? = nil, clock: C = ContinuousClock(),
  isolation: isolated (any Actor)? = #isolation, operation: () async throws(Failure) -> Success,
  strategy: (Failure) -> RetryAction<C.Duration> = { _ in .backoff(.zero) }
) async throws -> Success {
  var attempt = 1
  while true {
    try Task.checkCancellation()
    do throws(Failure) {
      return try await operation()
    } catch {
      guard attempt < maxAttempts, !(error is CancellationError) else { throw error }
      try Task.checkCancellation()
      guard case .backoff(let delay) = strategy(error) else { throw error }
      try await pause(for: delay, tolerance: tolerance, clock: clock)
    }
    attempt += 1
  }
}

/// Waits on a clock until a delay has passed or the task is cancelled.
@inlinable
func pause<C: Clock>(
  for delay: C.Duration, tolerance: C.Duration?, clock: C,
  isolation: isolated (any Actor)? = #isolation
) async throws {
  if delay > .zero {
    return try await clock.sleep(for: bounded(delay), tolerance: tolerance)
  }
  // Without a delay, yield to other tasks between attempts.
  await Task.yield()
}

/// Returns a delay that clocks can add to their time: those of the system end the process above 292 years.
@usableFromInline
func bounded<Delay: DurationProtocol>(_ delay: Delay) -> Delay {
  (delay as? Duration).flatMap { Nanoseconds($0).duration as? Delay } ?? delay
}
