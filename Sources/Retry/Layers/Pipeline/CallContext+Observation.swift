import RetryNumerics

extension CallContext {
  /// Reports an event to the observers of the pipeline, such as from a layer of your own.
  ///
  /// The event is made only if somebody observes.
  ///
  /// ```swift
  /// struct Closed: InPlaceLayer {
  ///   func runInPlace<Value>(
  ///     _ context: CallContext, isolation: isolated (any Actor)?,
  ///     operation: LayerOperation<Value>
  ///   ) async throws -> Value {
  ///     let refusal = StrategyRefusal(.throttle, .shedding)
  ///     context.emit(.refused(refusal))
  ///     throw refusal
  ///   }
  /// }
  /// ```
  @inlinable
  public func emit(_ kind: @autoclosure () -> PipelineEvent.Kind) {
    if let report { report(self, kind()) }
  }

  /// Returns what a strategy lets through, or reports and throws its refusal.
  func admitted<Permit>(
    _ answer: Result<Permit, StrategyRefusal>
  ) throws(StrategyRefusal) -> Permit {
    if case .failure(let refusal) = answer { emit(.refused(refusal)) }
    return try answer.get()
  }

  /// Makes an attempt, judges its value and reports both ends.
  @inlinable
  @inline(__always)
  func attempt<Value>(
    isolation: isolated (any Actor)?, judging judge: (Value) -> (any Error)?,
    operation: LayerOperation<Value>
  ) async throws -> Value {
    emit(.started)
    do {
      let value = try await operation(self)
      if let error = judge(value) { throw error }
      emit(.succeeded)
      return value
    } catch {
      emit(.failed(Thrown<any Error>.plain(error)))
      throw error
    }
  }

  /// Returns an operation whose values are judged and whose attempts are reported; the same if neither is asked for.
  @inlinable
  @inline(__always)
  func attempting<Value>(
    judging judge: (@Sendable (Value) -> (any Error)?)?,
    operation: @escaping SendableLayerOperation<Value>
  ) -> SendableLayerOperation<Value> {
    if judge == nil, report == nil { return operation }
    return { context in
      try await context.attempt(
        isolation: nil, judging: { judge?($0) }, operation: operation)
    }
  }
}

extension Pipeline {
  /// Returns the pipeline with an observer of all its calls, in place of an earlier one.
  ///
  /// Events have the name, the number of the call and the tag that its caller gave it, so one observer can tell
  /// pipelines and calls apart. A pipeline that is a layer of another reports to the observers of both.
  ///
  /// ```swift
  /// let client = Pipeline(
  ///   Retrying(RetryPolicy<any Error>(attempts: 3)), Timeout(.milliseconds(500))
  /// ).observed(as: "fetch") { event in print(event, event.tag ?? "") }
  /// let text = try await client.call(CallContext(tag: "request 7")) { _ in "hello" }
  /// ```
  public func observed(
    as name: String? = nil, clock: some Clock<Duration> = ContinuousClock(),
    by observer: @escaping PipelineObserver
  ) -> Pipeline {
    var copy = self
    let calls = Counter()
    copy.observe = {
      let (epoch, call, attempts) = (Epoch(clock), calls.next(), Counter())
      let report: CallContext.Report = { context, kind in
        if case .started = kind { attempts.next() }
        observer(
          PipelineEvent(
            pipeline: name, call: call, tag: context.tag, attempt: context.attempt,
            hedge: context.hedge, elapsed: epoch.now.duration, kind: kind))
      }
      return ObservedCall(report: report) { context, error in
        report(context, .ended(attempts: attempts.count, error: error))
      }
    }
    return copy
  }

  /// Makes a call whose events and end are reported, if anybody observes.
  @inlinable
  @inline(__always)
  func observing<Value>(
    _ context: CallContext, isolation: isolated (any Actor)?, operation: LayerOperation<Value>
  ) async throws -> Value {
    // Only one part is replaced, so that the others stay known to the compiler.
    var inner = context
    let observed = observe?()
    if let observed { inner.report = context.reporting(to: observed.report) }
    do {
      let value = try await operation(inner)
      if let observed { observed.end(context, nil) }
      return value
    } catch {
      if let observed { observed.end(context, Thrown<any Error>.plain(error)) }
      throw error
    }
  }
}

/// What receives the events of a call and its end.
@usableFromInline
struct ObservedCall: Sendable {
  @usableFromInline let report: CallContext.Report
  @usableFromInline let end: @Sendable (CallContext, (any Error)?) -> Void
}

extension CallContext {
  /// Returns what reports an event to the observers so far and to one more.
  @usableFromInline
  func reporting(to inner: @escaping Report) -> Report {
    guard let report else { return inner }
    return { context, kind in
      report(context, kind)
      inner(context, kind)
    }
  }
}

/// Counts what happens on many threads.
private final class Counter: Sendable {
  private let value = Locked(0)

  var count: Int { value.withLock { $0 } }

  @discardableResult
  func next() -> Int {
    value.withLock { count in
      count += 1
      return count
    }
  }
}
