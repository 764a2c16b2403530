extension RetryPolicy {
  /// Runs an operation under the policy; the typed error describes how the call ended.
  ///
  /// The operation runs in the caller's isolation and need not be sendable. A cancelled task makes
  /// no further attempt and ends a delay immediately. A `CancellationError` is never retried. If
  /// the policy asks a person, the call waits for the answer; without an `ask` closure, the answer
  /// is *cancel*. A value for which `judging` returns an error counts as that error.
  ///
  /// ```swift
  /// func fetch() async -> Int { 503 }
  /// enum RequestError: Error { case status(Int) }
  /// let policy = RetryPolicy<RequestError>(attempts: 3, backoff: .constant(.milliseconds(10)))
  /// let status = try await policy.run(judging: { $0 == 503 ? .status($0) : nil }) {
  ///   await fetch()
  /// }
  /// ```
  @inlinable
  public func run<Success, C: Clock>(
    clock: C = ContinuousClock(), tolerance: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    using generator: some RandomNumberGenerator = SystemRandomNumberGenerator(),
    observer: RetryObserver<Failure>? = nil,
    ask: (Failure) async -> RetryAnswer = { _ in .cancel },
    judging judge: (Success) -> Failure? = { _ in nil },
    operation: () async throws(Failure) -> Success
  ) async throws(RetryFailure<Failure>) -> Success where C.Duration == Duration {
    let end: CallEnd<Success, Failure, Never> = await conduct(
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
    return try end.get()
  }

  /// Runs an operation that wants to know about its attempt; in all else as one that does not.
  ///
  /// ```swift
  /// let policy = RetryPolicy<any Error>(attempts: 3)
  /// let number = try await policy.run { attempt in attempt.number }
  /// ```
  @inlinable
  public func run<Success, C: Clock>(
    clock: C = ContinuousClock(), tolerance: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    using generator: some RandomNumberGenerator = SystemRandomNumberGenerator(),
    observer: RetryObserver<Failure>? = nil,
    ask: (Failure) async -> RetryAnswer = { _ in .cancel },
    judging judge: (Success) -> Failure? = { _ in nil },
    operation: (RetryAttempt<Failure>) async throws(Failure) -> Success
  ) async throws(RetryFailure<Failure>) -> Success where C.Duration == Duration {
    let end: CallEnd<Success, Failure, Never> = await conduct(
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
    return try end.get()
  }
}

extension RetryPolicy {
  /// Makes attempts until the call ends.
  @inlinable
  @inline(__always)
  func conduct<Success, Other: Error, C: Clock>(
    clock: C, tolerance: Duration?, isolation: isolated (any Actor)?,
    using generator: some RandomNumberGenerator, observer: RetryObserver<Failure>?,
    ask: (Failure) async -> RetryAnswer,
    attempt: (RetryAttempt<Failure>) async -> AttemptEnd<Success, Failure, Other>
  ) async -> CallEnd<Success, Failure, Other> where C.Duration == Duration {
    let stopwatch = Stopwatch(clock, isNeeded: observer != nil || rules.limit != nil)
    var first: Thrown<Failure>?
    // A first attempt that nobody watches needs no bookkeeping before it fails.
    if observer == nil, !Task.isCancelled {
      switch await attempt(RetryAttempt(timeLeft: rules.deadline)) {
      case .value(let value): return .value(value)
      case .escaped(let error): return .escaped(error)
      case .failure(let error): first = error
      }
    }
    var call = RetryCall(policy: self, generator: generator, observer: observer)
    return await call.run(
      after: first, stopwatch: stopwatch, tolerance: tolerance, isolation: isolation, ask: ask,
      operation: attempt)
  }
}
