public import Retry

/// A request on its way, as a networking library without `async` has it.
public protocol PendingRequest: Sendable {
  /// Gives the request up.
  func cancel()
}

/// A networking library that reports by callbacks.
public protocol CallbackNetwork: Sendable {
  /// Starts a request and calls back once, on a thread of its own, also for one that was given up.
  func start(
    _ path: String, completion: @escaping @Sendable (Result<String, any Error>) -> Void
  ) -> any PendingRequest
}

/// A client for code that has no tasks.
public struct CallbackClient<Scheduler: RetryScheduler>: Sendable {
  private let network: any CallbackNetwork
  private let scheduler: Scheduler
  private let pages: AnyPipeline<String>

  /// Creates a client whose calls end within a time, and whose attempts do within another.
  public init(
    network: any CallbackNetwork, scheduler: Scheduler,
    clock: some Clock<Duration> = ContinuousClock(), call: Duration = .seconds(5),
    attempt: Duration = .seconds(2)
  ) {
    let policy = RetryPolicy<any Error>(attempts: 3, backoff: .constant(.milliseconds(500)))
    (self.network, self.scheduler) = (network, scheduler)
    pages = AnyPipeline(
      Pipeline(
        Timeout(call, clock: clock), Retrying(policy, clock: clock),
        Timeout(attempt, clock: clock)))
  }

  /// Loads a page and calls back once; whoever keeps the handle can cancel that.
  ///
  /// An empty page counts as a failure.
  @discardableResult
  public func load(
    _ path: String, completion: @escaping @Sendable (Result<String, any Error>) -> Void
  ) -> RetryHandle {
    pages.start(
      CallContext(tag: path), on: scheduler, judging: { $0.isEmpty ? EmptyPage(path: path) : nil },
      operation: { [network] attempt, report in
        let request = network.start(path, completion: report)
        attempt.onCancel { request.cancel() }
      },
      completion: completion)
  }
}

/// The error of a page without text.
public struct EmptyPage: Error, Hashable {
  /// Where the page is.
  public let path: String
}
