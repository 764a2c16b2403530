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
  public func advanceUntilIdle() {
    drain(until: .never)
  }

  /// Advances the time and runs the events that are due.
  ///
  /// Synchronous code can use it to sleep. During a run it wakes tasks, but they only continue after
  /// the job that called it.
  package func advance(by span: Nanoseconds) {
    let target = now.advanced(by: max(span, .zero))
    drain(until: target)
    state.withLock { $0.events.advance(to: target) }
  }

  /// Advances the time and runs the events that are due.
  public func advance(by duration: Swift.Duration) {
    advance(by: Nanoseconds(duration))
  }

  /// Advances the time event by event, as long as a condition holds; returns whether it held to the end.
  @discardableResult
  package func advance(by span: Nanoseconds, while isNeeded: () -> Bool) -> Bool {
    let target = now.advanced(by: max(span, .zero))
    while isNeeded() {
      guard fireNext(until: target) else {
        advance(by: target.nanoseconds(since: now))
        return true
      }
    }
    return false
  }

  /// Alternates between all jobs and the next event up to the limit; during a run, only events.
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
