public import RetryNumerics

/// A layer that makes further attempts of what is inside it, under a policy and a budget.
///
/// It throws the last error, or a `StrategyRefusal` with that error where the budget stops it. The refusal of a strategy
/// inside is not retried unless asked for, since the same strategy would refuse again. A wait may last beyond a
/// `Timeout` around, which then ends the call; a deadline of the policy refuses it. Of a call that is not idempotent,
/// only what is known to have had no effect is retried: see `CallContext`. A cancelled call throws a
/// `CancellationError`. A policy that would ask a person ends the call, because a pipeline has none.
///
/// ```swift
/// let policy = RetryPolicy<any Error>(attempts: 4, backoff: .constant(.milliseconds(100)))
/// let client = Pipeline(Retrying(policy), Timeout(.milliseconds(500)))
/// let text = try await client.call { _ in "hello" }
/// ```
public struct Retrying<C: Clock<Duration>>: InPlaceLayer {
  @usableFromInline let policy: RetryPolicy<any Error>
  /// What limits the retries of all calls.
  @usableFromInline let budget: SharedBudget<C>?
  @usableFromInline let clock: C
  /// Whether refusals of strategies inside are retried.
  private let retriesRefusals: Bool
  /// Draws what the policy leaves to chance.
  private let generator: SharedGenerator
  /// Whether an error is of the type that the policy is for.
  private let knows: @Sendable (any Error) -> Bool
  /// What the budget is told about an error.
  private let cause: @Sendable (any Error) -> RetryBudget.Cause

  /// Creates a layer without a budget; errors of another type than the policy's are not retried.
  ///
  /// Calls share the generator, so that those of a test are the same in each run.
  public init<Failure: Error>(
    _ policy: RetryPolicy<Failure>, refusals retriesRefusals: Bool = false,
    clock: C = ContinuousClock(),
    using generator: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    self.policy = RetryPolicy<any Error>(erasing: policy)
    knows = { $0 is Failure }
    self.retriesRefusals = retriesRefusals
    self.generator = SharedGenerator(generator)
    self.clock = clock
    budget = nil
    cause = { _ in .transient }
  }

  /// Creates a layer with a budget, on the clock of it.
  ///
  /// The cause of an error sets what its retry costs.
  public init<Failure: Error>(
    _ policy: RetryPolicy<Failure>, budget: SharedBudget<C>,
    cause: @escaping @Sendable (any Error) -> RetryBudget.Cause = { RetryCause(of: $0) },
    refusals retriesRefusals: Bool = false,
    using generator: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    self.policy = RetryPolicy<any Error>(erasing: policy)
    knows = { $0 is Failure }
    self.retriesRefusals = retriesRefusals
    self.generator = SharedGenerator(generator)
    self.budget = budget
    self.cause = cause
    clock = budget.epoch.clock
  }

  /// Makes attempts until one succeeds or no other may follow.
  @inlinable
  @inline(__always)
  public func runInPlace<Value>(
    _ context: CallContext, isolation: isolated (any Actor)?,
    operation: LayerOperation<Value>
  ) async throws -> Value {
    // Time is read for a policy with a deadline only.
    let epoch = policy.rules.limit == nil ? nil : Epoch(clock)
    if let budget { budget.callStarted(at: budget.epoch.now) }
    defer { if let budget { budget.callEnded() } }
    var (context, state, grant) = (context, RetryState(), nil as RetryBudget.Grant?)
    context.attempt = 1
    while true {
      do {
        let value = try await operation(context)
        if let budget { budget.attemptEnded(.success, grant: grant) }
        return value
      } catch {
        let delay = try next(
          after: error, context, elapsed: epoch?.now ?? .zero, state: &state, grant: &grant)
        do {
          try await wait(for: delay, isolation: isolation)
          if let epoch {
            state.began = epoch.now
            if let reason = policy.mayStart(elapsed: state.began, state) {
              context.emit(.decided(.fail(reason)))
              throw Thrown<any Error>.plain(error)
            }
          }
        } catch let end {
          if let budget { budget.attemptEnded(.ignored, grant: grant) }
          throw end
        }
        context.attempt = state.count + 1
        context.lastError = Thrown<any Error>.plain(error)
      }
    }
  }

  @usableFromInline
  func wait(for delay: Nanoseconds, isolation: isolated (any Actor)?) async throws {
    try await pause(for: delay.duration, tolerance: nil, clock: clock)
  }

  /// Returns the delay before the next attempt, or throws the error that ends the call.
  @usableFromInline
  func next(
    after end: any Error, _ context: CallContext, elapsed: Nanoseconds,
    state: inout RetryState, grant: inout RetryBudget.Grant?
  ) throws -> Nanoseconds {
    var thrown = Thrown<any Error>(of: end) ?? Thrown(end)
    let error = thrown.error
    let spent = grant
    grant = nil
    context.notes?.note(error)
    let refusal = error as? StrategyRefusal
    let isCancelled = Task.isCancelled || error is CancellationError
    let isRefused =
      refusal?.reason == .closed
      || refusal != nil && !retriesRefusals && thrown.isRetryable != true
    if isCancelled || isRefused {
      budget?.attemptEnded(.ignored, grant: spent)
      context.emit(.decided(.fail(isCancelled ? .cancelled : .notRetryable)))
      throw Task.isCancelled ? CancellationError() : error
    }
    let mayHaveHadEffect =
      !context.isIdempotent && thrown.isRetryable != true
      && (error as? any CausedError)?.hadNoEffect != true
    // The service has failed nonetheless, if the policy says so.
    let isForbiddenFailure =
      mayHaveHadEffect && thrown.isRetryable == nil && policy.filter?(error) != false
    if mayHaveHadEffect { thrown = Thrown(error, isRetryable: false) }
    var generator = generator
    let decision = policy.decide(
      after: thrown, elapsed: elapsed, state: &state, using: &generator)
    // An error that no attempt can correct says nothing about how well the service is.
    let isFailure = decision != .fail(.notRetryable) || isForbiddenFailure
    budget?.attemptEnded(isFailure ? .failure : .ignored, grant: spent)
    guard case .retry(let delay, let cause) = decision else {
      context.emit(knows(error) ? .decided(decision) : .escaped(error))
      if decision != .complete { throw error }
      throw RetryFailure<any Error>.completedWithoutValue(attempts: state.count)
    }
    let wait = max(delay.nanoseconds, refusal?.left ?? .zero)
    grant = try budget?.grant(after: error, self.cause(error), context)
    // A refusal asks for a delay as a hint does.
    context.emit(
      .decided(
        .retry(after: RetryDelay(wait), cause: wait > delay.nanoseconds ? .hint : cause)))
    return wait
  }
}
