public import RetryNumerics

extension RetryCall {
  /// Makes attempts until the call ends, starting with one, or with what follows the failure of the first.
  @inlinable
  mutating func run<Success, Other: Error, C: Clock>(
    after first: Thrown<Failure>? = nil, stopwatch: Stopwatch<C>, tolerance: Duration?,
    isolation: isolated (any Actor)? = #isolation, ask: (Failure) async -> RetryAnswer,
    operation: (RetryAttempt<Failure>) async -> AttemptEnd<Success, Failure, Other>
  ) async -> CallEnd<Success, Failure, Other> where C.Duration == Duration {
    var failure = first
    // The first attempt began at once.
    if first != nil { attempt = 1 }
    while true {
      if let failure {
        let end = await settle(
          failure, stopwatch: stopwatch, tolerance: tolerance, isolation: isolation, ask: ask)
        if let end { return .failure(end) }
      }
      let elapsed = stopwatch.elapsed
      if let end = begin(elapsed: elapsed, isCancelled: Task.isCancelled) { return .failure(end) }
      switch await operation(context(elapsed: elapsed)) {
      case .value(let value):
        succeed(elapsed: stopwatch.elapsed)
        return .value(value)
      case .failure(let error): failure = error
      case .escaped(let error):
        escape(elapsed: stopwatch.elapsed)
        return .escaped(error)
      }
    }
  }

  /// Performs the step after a failure, and returns how the call ends if it ends.
  @inlinable
  mutating func settle<C: Clock>(
    _ thrown: Thrown<Failure>, stopwatch: Stopwatch<C>, tolerance: Duration?,
    isolation: isolated (any Actor)?, ask: (Failure) async -> RetryAnswer
  ) async -> RetryFailure<Failure>? where C.Duration == Duration {
    switch fail(thrown, elapsed: stopwatch.elapsed, isCancelled: Task.isCancelled) {
    case .end(let end): return end
    case .ask:
      let reply = await ask(thrown.error)
      if Task.isCancelled { return cancel(elapsed: stopwatch.elapsed) }
      return answer(reply, to: thrown.error, elapsed: stopwatch.elapsed)
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

/// Measures the time since an instant of a clock, if anybody wants to know it.
@usableFromInline
@frozen
struct Stopwatch<C: Clock> where C.Duration == Duration {
  @usableFromInline let clock: C
  /// The instant from which time is measured; `nil` if the time does not matter.
  @usableFromInline let start: C.Instant?

  /// Creates a stopwatch that starts now, if the time matters.
  @inlinable
  init(_ clock: C, isNeeded: Bool) {
    self.clock = clock
    start = isNeeded ? clock.now : nil
  }

  /// The time since the start; zero if it does not matter.
  @inlinable var elapsed: Nanoseconds {
    guard let start else { return .zero }
    return Nanoseconds(start.duration(to: clock.now))
  }
}
