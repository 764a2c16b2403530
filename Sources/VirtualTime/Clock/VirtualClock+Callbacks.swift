package import RetryNumerics

extension VirtualClock {
  /// Schedules an action after a delay; returns a function that cancels it.
  @discardableResult
  package func schedule(
    after span: Nanoseconds, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    let token = state.withLock { $0.events.schedule(.act(action), after: span) }
    return { self.state.withLock { _ = $0.events.cancel(token) } }
  }

  /// Advances the time and runs all pending events until none is left.
  package func advanceUntilIdle() {
    drain(until: .never)
  }

  /// Advances the time and runs the events that fall due.
  ///
  /// Synchronous code can sleep with it. Called from within a run it wakes tasks, but these go on
  /// only after the job that called it.
  package func advance(by span: Nanoseconds) {
    let target = now.advanced(by: max(span, .zero))
    drain(until: target)
    state.withLock { $0.events.advance(to: target) }
  }

  /// Runs all jobs, then the next event up to the limit, and so on; within a run, the events only.
  private func drain(until limit: Instant) {
    if state.withLock({ $0.isRunning }) {
      while fireNext(until: limit) {}
    } else {
      whileRunning {
        while executor.runNext() || fireNext(until: limit) {}
      }
    }
  }
}
