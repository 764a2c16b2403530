public import RetryNumerics

/// A limit on concurrent calls that any number of callers share, and a layer of a pipeline.
///
/// Waiting calls run in the order of their priority, and then in that in which they came; one that is cancelled leaves
/// the queue. Where the queue is full, a call of a higher priority takes the place of the one that waits last. If the
/// limit adapts, errors count as bad calls unless `judge` says otherwise; cancelled calls and refusals
/// of strategies inside count for nothing.
///
/// ```swift
/// let bulkhead = Bulkhead(ConcurrencyLimit(10, queue: 100, maximumWait: .seconds(1)))
/// let client = Pipeline(bulkhead, Timeout(.seconds(2)))
/// let text = try await client.call { _ in "hello" }
/// ```
public final class Bulkhead<C: Clock<Duration>>: InPlaceLayer {
  let queue: Locked<BulkheadQueue>
  /// What an error counts as.
  private let judge: @Sendable (any Error) -> CallOutcome
  @usableFromInline let epoch: Epoch<C>

  /// Creates a limit without calls, with what errors count as.
  public init(
    _ settings: ConcurrencyLimit, clock: C = ContinuousClock(),
    judge: @escaping @Sendable (any Error) -> CallOutcome = { _ in .failure }
  ) {
    queue = Locked(BulkheadQueue(settings))
    self.judge = judge
    epoch = Epoch(clock)
  }

  /// The number of calls that run now.
  public var running: Int { queue.withLock { $0.state.running } }

  /// The number of calls that wait now.
  public var waiting: Int { queue.withLock { $0.state.waiting } }

  /// The current limit.
  public var limit: Int { queue.withLock { $0.state.limit } }

  /// Runs an operation when there is room for it.
  @inlinable
  @inline(__always)
  public func runInPlace<Value>(
    _ context: CallContext, isolation: isolated (any Actor)?,
    operation: LayerOperation<Value>
  ) async throws -> Value {
    let arrival = try arrive(context)
    if let ticket = arrival.ticket {
      try await wait(for: ticket, context, isolation: isolation)
    }
    let start = arrival.isTimed ? epoch.now : .zero
    do {
      let value = try await operation(context)
      leave(nil, after: arrival.isTimed ? epoch.now - start : nil)
      return value
    } catch {
      leave(error, after: arrival.isTimed ? epoch.now - start : nil)
      throw error
    }
  }

  /// The settings.
  public var settings: ConcurrencyLimit { queue.withLock { $0.state.settings } }

  /// Goes by other settings from now on, and keeps the calls that run and that wait.
  ///
  /// With a higher limit, calls that wait run at once; with a lower one, none is ended. A limit that adapted stays
  /// where it is, within the new range. A call that waits already keeps its longest wait.
  public func update(_ settings: ConcurrencyLimit) {
    notify(queue.withLock { $0.update(settings) })
  }

  /// Begins to run or takes a place in the queue, or is refused.
  @usableFromInline
  func arrive(
    _ context: CallContext = CallContext()
  ) throws(StrategyRefusal) -> BulkheadArrival {
    let priority = context.priority
    let answer = queue.withLock { $0.arrive(priority: priority) }
    guard case .failure = answer else { return try context.admitted(answer) }
    let (displaced, second) = queue.withLock { $0.displace(for: priority) }
    _ = displaced?(.displaced)
    return try context.admitted(second)
  }

  /// Waits until it is the turn of a ticket.
  @usableFromInline
  func wait(
    for ticket: ConcurrencyLimit.Ticket, _ context: CallContext, isolation: isolated (any Actor)?
  ) async throws {
    context.emit(.waiting(.concurrencyLimit, for: nil))
    let maximumWait = queue.withLock { $0.state.settings.maximumWait }
    var entry: BulkheadQueue.Entry?
    if let maximumWait {
      // It is cancelled and awaited where the scope ends.
      async let _: Void = expire(ticket, after: maximumWait)
      entry = await self.entry(for: ticket)
    } else {
      entry = await self.entry(for: ticket)
    }
    switch entry {
    case .run: return
    case .late, .displaced:
      let refusal = StrategyRefusal(
        .concurrencyLimit, entry == .displaced ? .full : .waitTooLong)
      context.emit(.refused(refusal))
      throw refusal
    case nil: throw CancellationError()
    }
  }

  /// Waits until a ticket runs or is late; `nil` if the task is cancelled.
  private func entry(
    for ticket: ConcurrencyLimit.Ticket, isolation: isolated (any Actor)? = #isolation
  ) async -> BulkheadQueue.Entry? {
    await firstReply { reply in
      let known = self.queue.withLock { $0.register(reply, for: ticket) }
      if let known { _ = reply(known) }
      return { _ = self.queue.withLock { $0.remove(ticket) } }
    }
  }

  /// Ends the wait of a ticket after a time.
  private func expire(_ ticket: ConcurrencyLimit.Ticket, after limit: Duration) async {
    guard (try? await epoch.clock.sleep(for: bounded(limit))) != nil else { return }
    let notify = queue.withLock { $0.remove(ticket) }
    _ = notify?(.late)
  }

  /// Counts the end of a call, and lets waiting calls run.
  @usableFromInline
  func leave(_ error: (any Error)?, after span: Nanoseconds?) {
    // A success that was not timed may have been slow.
    let outcome = error.map { CallOutcome(of: $0, judge) } ?? (span == nil ? .ignored : .success)
    notify(queue.withLock { $0.leave(outcome, after: span ?? .zero) })
  }

  /// Lets calls run that waited.
  private func notify(_ waiters: [BulkheadQueue.Notify]) {
    var nextWaiters = waiters
    while !nextWaiters.isEmpty {
      // Whoever was cancelled meanwhile leaves at once.
      let isLate = !nextWaiters.removeFirst()(.run)
      if isLate { nextWaiters += queue.withLock { $0.leave(.ignored, after: .zero) } }
    }
  }
}
