#if Metrics
  import Metrics
  public import Retry

  /// What is counted of the calls of a pipeline and of its layers, in place of `RetryMetrics`.
  public struct PipelineMetrics: Sendable {
    /// The attempts, retries and hedges included.
    private let attempts: Counter
    /// The timeouts, of attempts and of calls.
    private let timeouts: Counter
    /// The calls whose error was replaced.
    private let fallbacks: Counter
    /// The refusals, by who refused.
    private let refusals: [StrategyRefusal.Strategy: Counter]
    /// The calls that ended, and how long they took.
    private let ends: EndMetrics

    /// Creates the metrics of an operation.
    public init(operation: String) {
      let name = [("operation", operation)]
      attempts = Counter(label: "retry.attempts", dimensions: name)
      timeouts = Counter(label: "retry.timeouts", dimensions: name)
      fallbacks = Counter(label: "retry.fallbacks", dimensions: name)
      refusals = Dictionary(
        uniqueKeysWithValues: StrategyRefusal.Strategy.allCases.map { strategy in
          let dimensions = name + [("strategy", strategy.rawValue)]
          return (strategy, Counter(label: "retry.refusals", dimensions: dimensions))
        })
      ends = EndMetrics(operation: operation)
    }

    /// Counts an event.
    public func count(_ event: PipelineEvent) {
      switch event.kind {
      case .started: attempts.increment()
      case .timedOut: timeouts.increment()
      case .replaced: fallbacks.increment()
      case .refused(let refusal): refusals[refusal.strategy]?.increment()
      default: break
      }
      if let outcome = event.outcome { ends.count(outcome, after: event.elapsed) }
    }
  }
#endif
