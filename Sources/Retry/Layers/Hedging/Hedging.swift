import RetryNumerics

/// A layer that starts further attempts of a call that is still running, of which the first success wins.
///
/// The attempts that lose are cancelled and awaited, so nothing is left behind, and an operation that
/// ignores its cancellation delays the result. If all fail, the last error is thrown. Operations run more
/// than once at a time, so a call that is not idempotent has no hedge. Calls share the object for its percentile.
///
/// ```swift
/// let hedging = Hedging(Hedge(afterPercentile: 0.95, otherwise: .milliseconds(200)))
/// let client = Pipeline(Timeout(.seconds(2)), hedging)
/// let text = try await client.call { context in "hedge \(context.hedge)" }
/// ```
public final class Hedging<C: Clock<Duration>>: PipelineLayer {
  private let memory: Locked<Memory>
  /// What limits the hedges of all calls.
  let budget: SharedBudget<C>?
  /// Returns whether no other attempt should follow an error.
  let isFatal: @Sendable (any Error) -> Bool
  /// Returns what the server says about further attempts.
  let pushback: @Sendable (any Error) -> Hedge.Pushback?
  let epoch: Epoch<C>

  /// Creates a layer, with the errors that end a call and those by which a server pushes back.
  ///
  /// Any other error starts the next attempt at once, also one that is not worth another request. A refusal of a
  /// strategy inside ends the call.
  public init(
    _ settings: Hedge, clock: C = ContinuousClock(),
    fatal isFatal: @escaping @Sendable (any Error) -> Bool = { $0 is StrategyRefusal },
    pushback: @escaping @Sendable (any Error) -> Hedge.Pushback? = { _ in nil }
  ) {
    memory = Locked(Memory(settings))
    self.isFatal = isFatal
    self.pushback = pushback
    budget = nil
    epoch = Epoch(clock)
  }

  /// Creates a layer whose hedges a budget pays, on the clock of it.
  public init(
    _ settings: Hedge, budget: SharedBudget<C>,
    fatal isFatal: @escaping @Sendable (any Error) -> Bool = { $0 is StrategyRefusal },
    pushback: @escaping @Sendable (any Error) -> Hedge.Pushback? = { _ in nil }
  ) {
    memory = Locked(Memory(settings))
    self.isFatal = isFatal
    self.pushback = pushback
    self.budget = budget
    epoch = Epoch(budget.epoch.clock)
  }

  /// The time after which a hedge starts now; `nil` means after a failure only.
  public var delay: Duration? {
    memory.withLock { memory in
      memory.settings.percentile == nil
        ? memory.settings.delay : memory.recent.value ?? memory.settings.delay
    }
  }

  /// When to start another attempt.
  public var settings: Hedge { memory.withLock { $0.settings } }

  /// Goes by other settings from now on, and keeps the latest latencies if both go by them.
  public func update(_ settings: Hedge) {
    memory.withLock { memory in
      memory.settings = settings
      if let share = settings.percentile {
        memory.recent.update(share)
      } else {
        memory.recent = LatencyPercentile(1)
      }
    }
  }

  /// Runs an operation in child tasks.
  public func run<Value: Sendable>(
    _ context: CallContext, isolation: isolated (any Actor)?,
    operation: @escaping SendableLayerOperation<Value>
  ) async throws -> Value {
    try Task.checkCancellation()
    if let budget { budget.callStarted(at: budget.epoch.now) }
    defer { budget?.callEnded() }
    let race = HedgeRace(hedging: self, context: context, operation: operation)
    return try await race.run(isolation: isolation).get()
  }

  /// Whether no other attempt should follow an error, which may say so itself.
  fileprivate func ends(_ error: any Error) -> Bool {
    let thrown = Thrown<any Error>(of: error) ?? Thrown(error)
    return thrown.isRetryable.map { !$0 } ?? isFatal(thrown.error)
  }

  /// The attempts so far of a call that begins now.
  func begin() -> Hedge.State {
    let (settings, percentile) = memory.withLock { ($0.settings, $0.recent.current) }
    return Hedge.State(settings, percentile: percentile, at: epoch.now)
  }

  func won(after latency: Nanoseconds) {
    memory.withLock { memory in
      if memory.settings.percentile != nil { memory.recent.add(latency) }
    }
  }
}

/// The settings of a hedge that calls share, and what it has seen.
private struct Memory: Sendable {
  var settings: Hedge
  /// The latest latencies, if the settings go by them.
  var recent: LatencyPercentile

  init(_ settings: Hedge) {
    self.settings = settings
    recent = LatencyPercentile(settings.percentile ?? 1)
  }
}

/// The attempts of one call of a hedge.
private struct HedgeRace<C: Clock<Duration>, Value: Sendable>: Sendable {
  private enum Event: Sendable {
    /// An attempt with this number ended that took a time.
    case ended(Int, Result<Value, any Error>, after: Nanoseconds)
    case time(Nanoseconds)
  }

  let hedging: Hedging<C>
  let context: CallContext
  let operation: SendableLayerOperation<Value>

  /// Makes the attempts, and returns the first success or the last failure.
  func run(isolation: isolated (any Actor)?) async -> Result<Value, any Error> {
    await withTaskGroup(of: Event.self, isolation: isolation) { group in
      var race = hedging.begin()
      var (hedges, timer) = (0, Nanoseconds.never)
      var running = context.report == nil ? nil : Set([0])
      var last: Result<Value, any Error> = .failure(CancellationError())
      group.addTask { await attempt(0, nil) }
      var move = context.isIdempotent ? race.move(at: hedging.epoch.now) : race.refused()
      while move != .finish {
        switch move {
        case .launch:
          do {
            let grant = try hedging.budget?.grant(after: nil, .transient, context)
            hedges += 1
            running?.insert(hedges)
            numbered(hedges).emit(.hedged)
            group.addTask { [hedges] in await attempt(hedges, grant) }
            move = race.launched(at: hedging.epoch.now)
          } catch {
            move = race.refused()
          }
          continue
        case .wait(let end):
          // Nothing more is started for a cancelled call, whose attempts end by themselves.
          if let end = end.map({ Nanoseconds($0) }), end < timer, !Task.isCancelled {
            timer = end
            group.addTask { await sleep(until: end) }
          }
        case .finish: break
        }
        switch await group.next(isolation: isolation) {
        case .time(let time):
          if time == timer { timer = .never }
          move = race.move(at: hedging.epoch.now)
          if Task.isCancelled { move = race.refused() }
        case .ended(let number, let result, let latency):
          running?.remove(number)
          last = result
          if case .success = result { numbered(number).emit(.won) }
          move = settle(result, after: latency, in: &race)
        case nil: move = .finish
        }
      }
      lose(running)
      // The group awaits the others when it ends.
      group.cancelAll()
      return last
    }
  }

  /// Takes the end of an attempt, and returns the next move.
  private func settle(
    _ result: Result<Value, any Error>, after latency: Nanoseconds, in race: inout Hedge.State
  ) -> Hedge.Move {
    switch result {
    case .success:
      hedging.won(after: latency)
      return race.succeeded()
    case .failure(let end):
      let error = Thrown<any Error>.plain(end)
      let isFatal = Task.isCancelled || error is CancellationError || hedging.ends(end)
      return race.failed(isFatal: isFatal, pushback: hedging.pushback(error), at: hedging.epoch.now)
    }
  }

  /// Reports the attempts that still run as lost, unless the whole call is cancelled.
  private func lose(_ running: Set<Int>?) {
    guard let running, !Task.isCancelled else { return }
    for number in running.sorted() { numbered(number).emit(.lost) }
  }

  private func numbered(_ hedge: Int) -> CallContext {
    var context = context
    context.hedge = hedge
    return context
  }

  /// Makes an attempt, and settles it with the budget.
  private func attempt(_ hedge: Int, _ grant: RetryBudget.Grant?) async -> Event {
    let context = numbered(hedge)
    let start = hedging.epoch.now
    let result: Result<Value, any Error>
    do { result = .success(try await operation(context)) } catch { result = .failure(error) }
    var outcome = CallOutcome.success
    if case .failure(let error) = result {
      outcome = CallOutcome(of: error) {
        hedging.ends(error) && hedging.pushback($0) != .stop ? .ignored : .failure
      }
    }
    hedging.budget?.attemptEnded(outcome, grant: grant)
    return .ended(hedge, result, after: hedging.epoch.now - start)
  }

  /// Waits until a time, or less if cancelled.
  private func sleep(until time: Nanoseconds) async -> Event {
    try? await hedging.epoch.clock.sleep(for: (time - hedging.epoch.now).duration)
    return .time(time)
  }
}
