/// A closure that receives each event of the calls of a pipeline.
///
/// Events come in order from each task; those of hedges and of several calls mix. The last one of a call is its end; a call
/// that is cancelled before it starts has none.
///
/// ```swift
/// let observer: PipelineObserver = { event in print(event) }
/// let client = Pipeline(Retrying(RetryPolicy<any Error>(attempts: 3))).observed(by: observer)
/// ```
public typealias PipelineObserver = @Sendable (PipelineEvent) -> Void

/// Something that a layer of a pipeline did to a call.
public struct PipelineEvent: Sendable {
  /// What can happen to a call in a pipeline.
  @nonexhaustive
  public enum Kind: Sendable {
    /// The operation started.
    case started
    /// The operation succeeded.
    case succeeded
    /// The operation failed, or its value was judged as an error.
    case failed(any Error)
    /// A `Retrying` decided what follows an error.
    case decided(RetryDecision)
    /// A `Retrying` ended the call after an error of a type that its policy does not know.
    case escaped(any Error)
    /// A budget paid for the next retry or hedge.
    case granted
    /// A strategy refused the call, the retry or the hedge.
    case refused(StrategyRefusal)
    /// The call waits for its turn with a strategy, for a time if that is known.
    case waiting(StrategyRefusal.Strategy, for: Duration?)
    /// The time of a `Timeout` was over.
    case timedOut(limit: Duration)
    /// The call changed what a breaker does; times count from the creation of the breaker.
    case breaker(CircuitBreaker.Status)
    /// A hedge was launched.
    case hedged
    /// The attempt was the first of a hedged call to succeed.
    case won
    /// The attempt was cancelled, since another one ended the hedged call.
    case lost
    /// A `Fallback` put a value in the place of an error.
    case replaced(any Error)
    /// The call ended after a number of attempts, hedges included, with an error if it failed; nothing follows.
    case ended(attempts: Int, error: (any Error)?)
  }

  /// The name of the pipeline, if its observer was given one.
  public let pipeline: String?
  /// The number of the call, counted from 1 since the pipeline was observed.
  public let call: Int
  /// The value that the caller put into the context.
  public let tag: (any Sendable)?
  /// The number of the attempt, counted from 1 by the innermost layer that retries.
  public let attempt: Int
  /// The number of the hedge, counted from 1; zero is the attempt that was started first.
  public let hedge: Int
  /// The time since the start of the call.
  public let elapsed: Duration
  /// What happened.
  public let kind: Kind

  /// Creates an event, such as for the test of an observer.
  ///
  /// ```swift
  /// let event = PipelineEvent(attempt: 1, elapsed: .seconds(2), kind: .timedOut(limit: .seconds(2)))
  /// ```
  public init(
    pipeline: String? = nil, call: Int = 1, tag: (any Sendable)? = nil, attempt: Int,
    hedge: Int = 0, elapsed: Duration, kind: Kind
  ) {
    self.pipeline = pipeline
    self.call = call
    self.tag = tag
    self.attempt = attempt
    self.hedge = hedge
    self.elapsed = elapsed
    self.kind = kind
  }
}
