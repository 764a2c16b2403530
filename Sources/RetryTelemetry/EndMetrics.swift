#if Metrics
  import Metrics

  /// The calls of an operation that ended, and how long they took.
  struct EndMetrics: Sendable {
    private let ends: [RetryOutcome: (calls: Counter, duration: Metrics.Timer)]

    init(operation: String) {
      ends = Dictionary(
        uniqueKeysWithValues: RetryOutcome.allCases.map { outcome in
          let dimensions = [("operation", operation), ("outcome", outcome.rawValue)]
          return (
            outcome,
            (
              Counter(label: "retry.calls", dimensions: dimensions),
              Metrics.Timer(label: "retry.duration", dimensions: dimensions)
            )
          )
        })
    }

    func count(_ outcome: RetryOutcome, after elapsed: Duration) {
      ends[outcome]?.calls.increment()
      ends[outcome]?.duration.record(duration: elapsed)
    }
  }
#endif
