import RetryNumerics

extension RetryPolicy {
  /// Runs an operation under the policy; the typed error describes how the call ended.
  ///
  /// The operation runs in the caller's isolation and need not be sendable. A cancelled task makes
  /// no further attempt and ends a delay immediately. A `CancellationError` is never retried. If
  /// the policy asks a person, the call waits for the answer; without an `ask` closure, the answer
  /// is *cancel*.
  ///
  /// ```swift
  /// enum Trouble: Error { case timeout }
  /// func fetch() async throws(Trouble) -> String { "hello" }
  /// let policy = RetryPolicy<Trouble>(attempts: 3, backoff: .constant(.milliseconds(10)))
  /// let text = try await policy.run { () async throws(Trouble) in try await fetch() }
  /// ```
  public func run<Success, C: Clock>(
    clock: C = ContinuousClock(), tolerance: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    using generator: some RandomNumberGenerator = SystemRandomNumberGenerator(),
    observer: RetryObserver<Failure>? = nil,
    ask: (Failure) async -> RetryAnswer = { _ in .cancel },
    operation: () async throws(Failure) -> Success
  ) async throws(RetryFailure<Failure>) -> Success where C.Duration == Duration {
    var call = RetryCall(policy: self, generator: generator, observer: observer)
    let stopwatch = Stopwatch(clock)
    while true {
      if let end = call.begin(elapsed: stopwatch.elapsed, isCancelled: Task.isCancelled) {
        throw end
      }
      do throws(Failure) {
        let value = try await operation()
        call.succeed(elapsed: stopwatch.elapsed)
        return value
      } catch {
        let end = await call.settle(
          error, stopwatch: stopwatch, tolerance: tolerance, isolation: isolation, ask: ask)
        if let end { throw end }
      }
    }
  }
}

extension RetryCall {
  /// Performs the step after a failure, and returns how the call ends if it ends.
  fileprivate mutating func settle<C: Clock>(
    _ failure: Failure, stopwatch: Stopwatch<C>, tolerance: Duration?,
    isolation: isolated (any Actor)?, ask: (Failure) async -> RetryAnswer
  ) async -> RetryFailure<Failure>? where C.Duration == Duration {
    switch fail(failure, elapsed: stopwatch.elapsed, isCancelled: Task.isCancelled) {
    case .end(let end): return end
    case .ask:
      let reply = await ask(failure)
      if Task.isCancelled { return cancel(elapsed: stopwatch.elapsed) }
      return answer(reply, to: failure, elapsed: stopwatch.elapsed)
    case .wait(let delay):
      do {
        try await pause(for: delay.duration, tolerance: tolerance, clock: stopwatch.clock)
        return nil
      } catch {
        return cancel(elapsed: stopwatch.elapsed)
      }
    }
  }
}

/// Measures the time since an instant of a clock.
private struct Stopwatch<C: Clock> where C.Duration == Duration {
  /// The clock.
  let clock: C
  /// The instant from which time is measured.
  let start: C.Instant

  /// Creates a stopwatch that starts now.
  init(_ clock: C) {
    self.clock = clock
    start = clock.now
  }

  /// The time since the start.
  var elapsed: Nanoseconds {
    Nanoseconds(start.duration(to: clock.now))
  }
}
