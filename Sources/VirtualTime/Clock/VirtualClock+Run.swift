import RetryNumerics

extension VirtualClock {
  /// The error of a run whose body waits for something that can never happen.
  ///
  /// Often a layer, a cache or a call under test waits on another clock: pass each of them the clock of the test.
  public struct Stalled: Error, Hashable, CustomStringConvertible {
    /// The time of the stall.
    public let instant: Instant

    /// Creates the error of a run that stalled at a time.
    public init(instant: Instant) {
      self.instant = instant
    }

    /// The error as text, with its likely cause.
    public var description: String {
      "nothing can happen any more at \(instant.time) on the virtual clock; does something wait on another clock?"
    }
  }

  /// Runs the body and all its child tasks on the calling thread until the body has ended.
  ///
  /// Whenever no job can run, the time advances to the earliest sleep or action. If there is none,
  /// the body is cancelled and the run ends with `Stalled`.
  public func run<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) throws -> T {
    let outcome = Locked<Result<T, any Error>?>(nil)
    let task = Task(executorPreference: executor) {
      let result: Result<T, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      outcome.withLock { $0 = result }
    }
    return try whileRunning {
      repeat {
        if let result = outcome.withLock({ $0 }) { return try result.get() }
      } while executor.runNext() || fireNext(until: .never)
      task.cancel()
      // The cancelled task gets to end here, because nothing runs its jobs afterwards.
      while executor.runNext() {}
      throw Stalled(instant: now)
    }
  }

  /// Runs the jobs of the clock, which only one thread may do at a time.
  func whileRunning<T>(_ body: () throws -> T) rethrows -> T {
    state.withLock {
      precondition(
        !$0.isRunning, "only one thread can run a virtual clock, and not from its own callbacks")
      $0.isRunning = true
    }
    defer { state.withLock { $0.isRunning = false } }
    return try body()
  }

  /// Advances the time to the earliest event and runs it, unless it is later than the limit.
  func fireNext(until limit: Instant) -> Bool {
    let effect = state.withLock { $0.fire(until: limit) }
    // Outside of the lock, because an action may use the clock.
    effect?()
    return effect != nil
  }
}

extension ClockState {
  /// Removes the earliest event up to the limit; returns its action.
  fileprivate mutating func fire(until limit: Instant) -> (@Sendable () -> Void)? {
    guard let due = events.nextInstant, due <= limit, let event = events.next() else { return nil }
    switch event {
    case .act(let action): return action
    case .wake(let number):
      let waiter = wake(number)
      return { waiter?.resume() }
    }
  }
}
