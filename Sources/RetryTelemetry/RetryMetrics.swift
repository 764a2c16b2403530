#if Metrics
  import Metrics
  public import Retry

  /// What is counted of the calls of an operation.
  public struct RetryMetrics: Sendable {
    /// The attempts, retries included.
    private let attempts: Counter
    /// The time before each retry.
    private let delay: Metrics.Timer
    /// The calls that ended, and how long they took.
    private let ends: EndMetrics

    /// Creates the metrics of an operation.
    public init(operation: String) {
      let name = [("operation", operation)]
      attempts = Counter(label: "retry.attempts", dimensions: name)
      delay = Metrics.Timer(label: "retry.delay", dimensions: name)
      ends = EndMetrics(operation: operation)
    }

    /// Counts an event.
    public func count<Failure>(_ event: RetryEvent<Failure>) {
      switch event.kind {
      case .started: attempts.increment()
      case .failed(_, .retry(let pause, _)): delay.record(duration: pause.duration)
      default: break
      }
      if let outcome = event.outcome { ends.count(outcome, after: event.elapsed) }
    }
  }
#endif
