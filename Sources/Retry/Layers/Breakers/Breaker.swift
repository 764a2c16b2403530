public import RetryNumerics

/// A circuit breaker that any number of calls share, and a layer of a pipeline.
///
/// It counts what is inside it: a call that ends with a success, or with an error that counts as a
/// failure. Cancelled calls and refusals of strategies inside say nothing about the service, so a
/// `Timeout` whose end is to count belongs inside the breaker.
///
/// ```swift
/// let breaker = Breaker(CircuitBreaker(consecutiveFailures: 5, opening: .init(.seconds(10))))
/// let client = Pipeline(Retrying(RetryPolicy<any Error>(attempts: 3)), breaker)
/// let text = try await client.call { _ in "hello" }
/// breaker.isolate()  // refuses all calls until `close()`
/// ```
public final class Breaker<C: Clock<Duration>>: InPlaceLayer {
  private let state: Locked<CircuitBreaker.State>
  /// What an error counts as.
  private let judge: @Sendable (any Error) -> CallOutcome
  /// Draws the times for which it stays open, if these are random.
  private let generator: SharedGenerator
  /// Receives each change of what it does with calls.
  private let observer: (@Sendable (CircuitBreaker.Status) -> Void)?
  @usableFromInline let epoch: Epoch<C>

  /// Creates a closed breaker, with what errors count as.
  ///
  /// The observer receives what the breaker does with calls whenever that has changed, from the task of the call that
  /// changed it.
  public init(
    _ settings: CircuitBreaker, clock: C = ContinuousClock(),
    using generator: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    judge: @escaping @Sendable (any Error) -> CallOutcome = { _ in .failure },
    observer: (@Sendable (CircuitBreaker.Status) -> Void)? = nil
  ) {
    state = Locked(CircuitBreaker.State(settings))
    self.judge = judge
    self.observer = observer
    self.generator = SharedGenerator(generator)
    epoch = Epoch(clock)
  }

  /// What it does with calls now; times count from its creation.
  public var status: CircuitBreaker.Status {
    // Asked before the lock is taken, because the clock is code of the caller.
    let now = epoch.now
    return state.withLock { $0.status(at: now) }
  }

  /// Opens it until it is closed by hand.
  public func isolate() {
    change(at: .zero) { $0.isolate() }
  }

  /// Closes it and forgets all outcomes.
  public func close() {
    change(at: .zero) { $0.close() }
  }

  /// The settings.
  public var settings: CircuitBreaker { state.withLock { $0.breaker } }

  /// How long it refuses calls from now on; `nil` if it refuses none, or if somebody has to close it by hand.
  public var timeLeft: Duration? {
    let now = epoch.now
    guard case .open(let end) = state.withLock({ $0.status(at: now) }) else { return nil }
    return end - now.duration
  }

  /// What it knows of its service, for a breaker of a later run of the program.
  public var memory: CircuitBreaker.Memory {
    let now = epoch.now
    return state.withLock { $0.memory(at: now) }
  }

  /// Goes on with what a breaker knew a time ago, in place of what it knows itself.
  ///
  /// An opening goes on for what is left of it, and a breaker that tested its service does so again.
  public func restore(_ memory: CircuitBreaker.Memory, after span: Duration = .zero) {
    let now = epoch.now
    change(at: now) { $0.restore(memory, after: Nanoseconds(delay: span), at: now) }
  }

  /// Goes by other settings from now on, and keeps what it knows of the service.
  ///
  /// An opening that has begun keeps its end, and what was counted stays as far as it fits the new window.
  public func update(_ settings: CircuitBreaker) {
    state.withLock { $0.update(settings) }
  }

  /// Runs an operation if the breaker lets it, and counts its outcome.
  @inlinable
  @inline(__always)
  public func runInPlace<Value>(
    _ context: CallContext, isolation: isolated (any Actor)?,
    operation: LayerOperation<Value>
  ) async throws -> Value {
    // A closed breaker that only counts calls does without the time.
    let permit = try admitUntimed() ?? admit(at: epoch.now, context)
    do {
      let value = try await operation(context)
      if permit.isTimed || !recordUntimed(permit) {
        record(nil, of: permit, at: epoch.now, context)
      }
      return value
    } catch {
      record(error, of: permit, at: epoch.now, context)
      throw error
    }
  }

  /// Lets a call through if that needs no time.
  @usableFromInline
  func admitUntimed() -> CircuitBreaker.Permit? {
    state.withLock { $0.admitUntimed() }
  }

  /// Counts a success if that needs no time; returns whether it did.
  @usableFromInline
  func recordUntimed(_ permit: CircuitBreaker.Permit) -> Bool {
    state.withLock { $0.recordUntimed(permit) }
  }

  @usableFromInline
  func admit(
    at now: Nanoseconds, _ context: CallContext
  ) throws(StrategyRefusal) -> CircuitBreaker.Permit {
    try context.admitted(change(at: now, context) { $0.admit(at: now) })
  }

  @usableFromInline
  func record(
    _ error: (any Error)?, of permit: CircuitBreaker.Permit, at now: Nanoseconds,
    _ context: CallContext
  ) {
    let outcome = error.map { CallOutcome(of: $0, judge) } ?? .success
    change(at: now, context) { state in
      var generator = generator
      state.record(outcome, of: permit, at: now, using: &generator)
    }
  }

  /// Has the machine do something, and reports what it does with calls if that has changed.
  ///
  /// Inlined, so that what it returns has a known type: the type of a pair would be looked up at each call.
  @inline(__always)
  private func change<Answer: Sendable>(
    at now: Nanoseconds, _ context: CallContext = CallContext(),
    _ body: (inout CircuitBreaker.State) -> Answer
  ) -> Answer {
    let (answer, news) = state.withLock { state in
      let number = state.number
      let answer = body(&state)
      return (answer, state.number == number ? nil : state.status(at: now))
    }
    if let news {
      observer?(news)
      context.emit(.breaker(news))
    }
    return answer
  }
}

extension CallOutcome {
  /// Creates the outcome of a call that threw an error in this task.
  init(of error: any Error, _ judge: (any Error) -> CallOutcome) {
    let error = StrategyRefusal.cause(of: error)
    // What this side refused or cancelled says nothing about the service.
    let saysNothing = Task.isCancelled || error is CancellationError || error is StrategyRefusal
    self = saysNothing ? .ignored : judge(error)
  }
}

extension StrategyRefusal {
  /// Returns the error after which a budget refused a retry, or the error itself.
  static func cause(of error: any Error) -> any Error {
    let error = Thrown<any Error>.plain(error)
    return (error as? StrategyRefusal)?.lastError ?? error
  }
}
