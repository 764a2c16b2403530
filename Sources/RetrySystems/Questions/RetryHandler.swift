public import Retry

/// Retries automatically a few times, then asks a person whether to continue.
///
/// All calls of a handler and its copies share one question: calls that fail while the person is
/// being asked wait for the same answer. On *cancel*, each call ends with its own error.
///
/// ```swift
/// enum RequestError: Error { case offline, forbidden }
/// func fetch() async throws(RequestError) -> Int { 7 }
/// let handler = RetryHandler { error, reply in
///   print("\(error): retry or cancel?")
///   reply(.retry)
/// }
/// let number = try await handler.run(filter: { $0 != .forbidden }) { () async throws(RequestError) in
///   try await fetch()
/// }
/// ```
public struct RetryHandler: Sendable {
  /// When to retry, and when to ask the person.
  public let rules: RetryRules

  /// The question that all calls share.
  private let question: SharedQuestion

  /// Creates a handler that makes a number of automatic retries, then asks after each failure.
  ///
  /// The closure may run on any thread and must reply once, possibly later; calls wait for the
  /// reply.
  public init(
    automaticRetries: Int = 3, delay: Duration = .seconds(3),
    ask: @escaping @Sendable (any Error, @escaping @Sendable (RetryAnswer) -> Void) -> Void
  ) {
    let rules = RetryRules(
      attempts: nil, backoff: .constant(delay), question: RetryQuestion(after: automaticRetries))
    self.init(rules: rules, ask: ask)
  }

  /// Creates a handler from rules.
  public init(
    rules: RetryRules,
    ask: @escaping @Sendable (any Error, @escaping @Sendable (RetryAnswer) -> Void) -> Void
  ) {
    self.rules = rules
    question = SharedQuestion(ask)
  }

  /// The number of calls waiting for the person's answer.
  public var waitingCalls: Int { question.waitingCalls }

  /// Runs an operation; the typed error describes how the call ended.
  ///
  /// An error that the filter rejects ends the call immediately. A cancelled task stops waiting
  /// immediately; the question stays open for other calls.
  public func run<Success, Failure: Error, C: Clock>(
    filter: (@Sendable (Failure) -> Bool)? = nil, clock: C = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation,
    observer: RetryObserver<Failure>? = nil,
    operation: () async throws(Failure) -> Success
  ) async throws(RetryFailure<Failure>) -> Success where C.Duration == Duration {
    let (question, seat) = (question, question.takeSeat())
    return try await RetryPolicy(rules: rules, on: filter).run(
      clock: clock, observer: observer,
      ask: { failure in
        let answer = await firstReply { reply in
          question.ask(about: failure, from: seat) { _ = reply($0) }
          return { question.leave(seat) }
        }
        return answer ?? .cancel
      }, operation: operation)
  }

  /// Starts a callback-based operation on a scheduler, and returns a handle that cancels it.
  ///
  /// ```swift
  /// enum RequestError: Error { case offline }
  /// let handler = RetryHandler { _, reply in reply(.cancel) }
  /// let handle = handler.start(on: DispatchQueue.main) { report in
  ///   report(Result<Int, RequestError>.success(7))
  /// } completion: { result in
  ///   print(result)
  /// }
  /// ```
  @discardableResult
  public func start<Success: Sendable, Failure: Error>(
    on scheduler: some RetryScheduler, filter: (@Sendable (Failure) -> Bool)? = nil,
    observer: RetryObserver<Failure>? = nil,
    operation:
      @escaping @Sendable (
        _ report: @escaping @Sendable (Result<Success, Failure>) -> Void
      ) -> Void,
    completion: @escaping @Sendable (Result<Success, RetryFailure<Failure>>) -> Void
  ) -> RetryHandle {
    let (question, seat) = (question, question.takeSeat())
    let handle = RetryHandle()
    let call = RetryPolicy(rules: rules, on: filter).start(
      on: scheduler, observer: observer,
      ask: { failure, reply in
        question.ask(about: failure, from: seat, reply: reply)
        // It may have been cancelled in the meantime.
        if handle.isCancelled { question.leave(seat) }
      }, operation: operation, completion: completion)
    handle.whenCancelled {
      call.cancel()
      question.leave(seat)
    }
    return handle
  }
}
