import Retry
import VirtualTime

extension SignalOperator {
  fileprivate func stage(over upstream: Stage) -> Stage {
    switch self {
    case .materialize: MaterializeStage(upstream)
    case .dematerialize: DematerializeStage(upstream)
    case .delay(let delay): DelayStage(upstream, delay)
    case .delaySubscription(let delay): DelaySubscriptionStage(upstream, delay)
    case .buffer(let span, let count): BufferStage(upstream, span, count: count)
    case .debounce(let quiet): DebounceStage(upstream, quiet)
    case .throttle(let period, let latest): ThrottleStage(upstream, period, latest: latest)
    case .cancel(let time): CancelStage(upstream, time)
    case .takeLast(let count): TakeLastStage(upstream, count)
    }
  }
}

extension Builder {
  mutating func stage(for it: Blueprint) -> Stage {
    switch it.kind {
    case .leaf(let leaf): LeafStage(leaf)
    case .operation(let operation): stage(for: operation, it)
    case .interval(let period): IntervalStage(period)
    case .schedule(let signals, let name):
      ScheduleStage(signals, actor: name.map { actors.position(of: $0) })
    case .range(let range): RangeStage(range)
    case .errors(let stream): errors(stream)
    case .deferred(let make): deferred(make, as: it.subject)
    case .values(let kind):
      ValueStage(upstream(it), kind, actor: kind.callsClosure ? actor(it) : nil)
    case .signals(let kind): kind.stage(over: upstream(it))
    case .remark(let remark): DoStage(upstream(it), remark)
    case .expand(let expand, let joining):
      ExpandingStage(upstream(it), actor: actor(it), site, expand, joining)
    case .catch(let handler): CatchStage(upstream(it), actor: actor(it), site, handler)
    case .concat: ConcatStage(stages(for: it.inputs))
    case .startWith(let values): ConcatStage([stage(for: .values(values)), upstream(it)])
    case .merge: MergeStage(stages(for: it.inputs))
    case .zip(let unpaired): ZipStage(stages(for: it.inputs), unpaired: unpaired)
    case .takeUntil: TakeUntilStage(upstream(it), until: second(it))
    case .fallback(let filter): FallbackStage(upstream(it), second(it), on: filter)
    case .timeout(let limit, let error): TimeoutStage(upstream(it), limit, error)
    case .mapError(let transform): MapErrorStage(upstream(it), actor: actor(it), transform)
    case .catchAndReturn(let value): rescued(it, by: value)
    case .stored(let cache): StoredStage(upstream(it), site.shared.cache(cache))
    case .cached(let contents): CachedStage(upstream(it), actor: actor(it), contents)
    case .guarded(let guarding): stage(for: guarding, it)
    case .via(let program): stage(at: program, it)
    case .hedged(let hedge, let budget): stage(for: hedge, budget, it)
    case .refreshing(let filter): refreshing(it, on: filter)
    case .retry(let strategy): stage(for: strategy, it)
    case .retryWhen(let stream, let filter): retryWhen(it, stream, filter)
    case .answering(let given): answer(of: it, given)
    }
  }

  private mutating func upstream(_ it: Blueprint) -> Stage { stage(for: it.inputs[0]) }

  /// Builds the stages of the input as a client's program runs them, which adds none of its own.
  private mutating func stage(at program: Shared<ClientProgram>, _ it: Blueprint) -> Stage {
    let outer = site.program
    site.program = RunningProgram(program, site.shared.memory(of: program))
    defer { site.program = outer }
    return upstream(it)
  }

  private mutating func rescued(_ it: Blueprint, by value: Value) -> Stage {
    FallbackStage(upstream(it), LeafStage(.just(value)), on: FaultFilter())
  }

  private mutating func second(_ it: Blueprint) -> Stage { stage(for: it.inputs[1]) }

  private mutating func actor(_ it: Blueprint) -> Int {
    actors.position(of: it.inputs[0].actor(of: it.kind.name))
  }

  private func errors(_ stream: ErrorStream) -> Stage {
    // Outside of its closure, the stream never sends anything.
    site.scope?.subject(of: stream).map(ErrorStreamStage.init) ?? LeafStage(.never)
  }

  private mutating func deferred(
    _ make: @escaping @Sendable (inout Draws) throws(Fault) -> Source, as name: String
  ) -> Stage {
    ExpandingStage(
      LeafStage(.just(.unit)), actor: actors.position(of: name), site,
      Expand { (_, draws) throws(Fault) in try make(&draws) }, .merged)
  }

  private mutating func stage(for strategy: RetryStrategy, _ it: Blueprint) -> Stage {
    let upstream = upstream(it)
    let part = part(it) { builder in
      RetryPart(
        actor: builder.actor(it), strategy,
        strategy.budget.map { builder.site.shared.memory(of: $0) },
        mayBeRefused: it.inputs[0].mayRefuse)
    }
    return RetryStage(upstream, part, site.queues)
  }

  private mutating func stage(
    for hedge: Shared<Hedge>, _ budget: Shared<RetryBudget>?, _ it: Blueprint
  ) -> Stage {
    var site = site
    // The depth of the plan includes that of the source.
    site.depth -= it.inputs[0].depth
    return HedgeStage(
      upstream(it), at: it.inputs[0], site, hedge.settings, site.shared.memory(of: hedge),
      budget.map { site.shared.memory(of: $0) })
  }

  private mutating func stage(for guarding: Guard, _ it: Blueprint) -> Stage {
    let upstream = upstream(it)
    return switch guarding {
    case .breaker(let breaker):
      BreakerStage(upstream, actor: actor(it), breaker, site.shared.memory(of: breaker))
    case .rateLimiter(let limiter):
      RateLimiterStage(upstream, limiter, site.shared.memory(of: limiter))
    case .bulkhead(let bulkhead): BulkheadStage(upstream, site.shared.bulkhead(bulkhead))
    case .throttle(let throttle):
      ClientThrottleStage(upstream, actor: actor(it), site.shared.memory(of: throttle))
    case .pacer(let pacer): PacerStage(upstream, pacer, site.shared.memory(of: pacer))
    }
  }

  private mutating func refreshing(_ it: Blueprint, on filter: FaultFilter) -> Stage {
    let refresh = it.inputs[1].filter { _ in false }.concat(it.inputs[0])
    return stage(for: it.inputs[0].fallback(to: refresh, on: filter))
  }

  private mutating func retryWhen(
    _ it: Blueprint, _ stream: ErrorStream, _ filter: FaultFilter
  ) -> Stage {
    let subject = ErrorSubject()
    let upstream = upstream(it)
    let notifier = stage(for: it.inputs[1], naming: stream, subject)
    return RetryWhenStage(upstream, notifier: notifier, subject, filter)
  }
}
