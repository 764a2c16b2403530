public import RetryNumerics

extension RetryPolicy {
  /// Makes attempts until the call ends, and blocks the thread between them.
  @inlinable
  func block<Success, Other: Error>(
    timer: some RetryTimer, handle: RetryHandle?, using generator: some RandomNumberGenerator,
    observer: RetryObserver<Failure>?, ask: (Failure) -> RetryAnswer,
    attempt: (RetryAttempt<Failure>) -> AttemptEnd<Success, Failure, Other>
  ) -> CallEnd<Success, Failure, Other> {
    let start = observer != nil || rules.limit != nil ? timer.uptime : nil
    var failure: Thrown<Failure>?
    // A first attempt that nobody watches needs no bookkeeping before it fails.
    if observer == nil, handle?.isCancelled != true, !Task.isCancelled {
      switch attempt(RetryAttempt(timeLeft: rules.deadline)) {
      case .value(let value): return .value(value)
      case .escaped(let error): return .escaped(error)
      case .failure(let error): failure = error
      }
    }
    var call = RetryCall(policy: self, generator: generator, observer: observer)
    // The first attempt began at once.
    if failure != nil { call.attempt = 1 }
    return call.run(
      after: failure, timer: timer, start: start, handle: handle ?? RetryHandle(), ask: ask,
      operation: attempt)
  }
}

extension RetryCall {
  /// Makes attempts until the call ends, starting with one, or with what follows a failure.
  @inlinable
  mutating func run<Success, Other: Error>(
    after first: Thrown<Failure>?, timer: some RetryTimer, start: Duration?, handle: RetryHandle,
    ask: (Failure) -> RetryAnswer,
    operation: (RetryAttempt<Failure>) -> AttemptEnd<Success, Failure, Other>
  ) -> CallEnd<Success, Failure, Other> {
    var elapsed: Nanoseconds { start.map { Nanoseconds(timer.uptime - $0) } ?? .zero }
    var isCancelled: Bool { handle.isCancelled || Task.isCancelled }
    var failure = first
    while true {
      if let failure {
        switch fail(failure, elapsed: elapsed, isCancelled: isCancelled) {
        case .wait(let delay): timer.wait(for: delay.duration, unless: handle)
        case .end(let end): return .failure(end)
        case .ask:
          let reply = ask(failure.error)
          if isCancelled { return .failure(cancel(elapsed: elapsed)) }
          if let end = answer(reply, to: failure.error, elapsed: elapsed) { return .failure(end) }
        }
      }
      let now = elapsed
      if let end = begin(elapsed: now, isCancelled: isCancelled) { return .failure(end) }
      switch operation(context(elapsed: now)) {
      case .value(let value):
        succeed(elapsed: elapsed)
        return .value(value)
      case .failure(let error): failure = error
      case .escaped(let error):
        escape(elapsed: elapsed)
        return .escaped(error)
      }
    }
  }
}
