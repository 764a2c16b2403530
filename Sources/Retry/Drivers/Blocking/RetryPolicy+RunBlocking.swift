import RetryNumerics

extension RetryPolicy {
  /// Runs an operation under the policy and blocks until the call ends.
  ///
  /// A handle cancels the call and ends a delay immediately. Cancellation of the surrounding task
  /// is checked between attempts.
  ///
  /// ```swift
  /// enum Trouble: Error { case busy }
  /// let policy = RetryPolicy<Trouble>(attempts: 3, backoff: .constant(.milliseconds(10)))
  /// let value = try policy.runBlocking { () throws(Trouble) in 42 }
  /// ```
  public func runBlocking<Success>(
    timer: some RetryTimer = ThreadTimer(), handle: RetryHandle = RetryHandle(),
    using generator: some RandomNumberGenerator = SystemRandomNumberGenerator(),
    observer: RetryObserver<Failure>? = nil, ask: (Failure) -> RetryAnswer = { _ in .cancel },
    operation: () throws(Failure) -> Success
  ) throws(RetryFailure<Failure>) -> Success {
    var call = RetryCall(policy: self, generator: generator, observer: observer)
    let start = timer.uptime
    var elapsed: Nanoseconds { Nanoseconds(timer.uptime - start) }
    var isCancelled: Bool { handle.isCancelled || Task.isCancelled }
    while true {
      if let end = call.begin(elapsed: elapsed, isCancelled: isCancelled) { throw end }
      do throws(Failure) {
        let value = try operation()
        call.succeed(elapsed: elapsed)
        return value
      } catch {
        switch call.fail(error, elapsed: elapsed, isCancelled: isCancelled) {
        case .wait(let delay): timer.wait(for: delay.duration, unless: handle)
        case .end(let end): throw end
        case .ask:
          let answer = ask(error)
          if isCancelled { throw call.cancel(elapsed: elapsed) }
          if let end = call.answer(answer, to: error, elapsed: elapsed) { throw end }
        }
      }
    }
  }
}
