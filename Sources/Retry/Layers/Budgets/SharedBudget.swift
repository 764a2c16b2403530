public import RetryNumerics

/// A retry budget that any number of calls share.
///
/// Name the same object in every layer that is to draw on it: per client, per host, or for all. It can
/// be used from any number of tasks.
///
/// ```swift
/// let calm = SharedBudget(.ratio(0.1, minimumPerSecond: 3))
/// let client = Pipeline(Retrying(RetryPolicy<any Error>(attempts: 4), budget: calm))
/// print(calm.balance)
/// ```
public final class SharedBudget<C: Clock<Duration>>: Sendable {
  private let state: Locked<RetryBudget.State>
  @usableFromInline let epoch: Epoch<C>

  /// Creates a budget of which nothing is spent.
  public init(_ budget: RetryBudget, clock: C = ContinuousClock()) {
    state = Locked(RetryBudget.State(budget))
    epoch = Epoch(clock)
  }

  /// The tokens that are left, or the retries that a window or a share still allows.
  public var balance: Double {
    // Asked before the lock is taken, because the clock is code of the caller.
    let now = epoch.now
    return state.withLock { $0.balance(at: now) }
  }

  /// The settings.
  public var settings: RetryBudget { state.withLock { $0.budget } }

  /// Goes by other settings from now on, and keeps what has been spent.
  public func update(_ budget: RetryBudget) {
    state.withLock { $0.update(budget) }
  }

  @usableFromInline
  func callStarted(at now: Nanoseconds) {
    state.withLock { $0.callStarted(at: now) }
  }

  @usableFromInline
  func callEnded() {
    state.withLock { $0.callEnded() }
  }

  /// Takes what a retry costs and reports that, or refuses the retry after an error.
  func grant(
    after error: (any Error)?, _ cause: RetryBudget.Cause, _ context: CallContext
  ) throws(StrategyRefusal) -> RetryBudget.Grant {
    let now = epoch.now
    let answer = state.withLock { $0.grant(after: cause, at: now) }
    let grant = try context.admitted(answer.mapError { $0.following(error) })
    context.emit(.granted)
    return grant
  }

  /// Counts the end of an attempt, with the grant if it was a retry.
  @usableFromInline
  func attemptEnded(_ outcome: CallOutcome, grant: RetryBudget.Grant?) {
    state.withLock { $0.attemptEnded(outcome, grant: grant) }
  }
}
