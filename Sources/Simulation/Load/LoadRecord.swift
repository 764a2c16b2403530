package import RetryNumerics
package import VirtualTime

/// The figures of one time span of a load.
package struct LoadSpan: Hashable, Sendable {
  package internal(set) var from = Instant.start
  package internal(set) var until = Instant.start
  package internal(set) var begun: UInt64 = 0
  package internal(set) var attempts: UInt64 = 0
  /// The number of those that were not the first of their call.
  package internal(set) var retries: UInt64 = 0
  package internal(set) var succeeded: UInt64 = 0
  /// The number of calls that ended otherwise.
  package internal(set) var failed: UInt64 = 0
  /// The total latency of ended calls, in nanoseconds.
  package internal(set) var latency: Int128 = 0
  /// The total time of calls in progress, in nanoseconds.
  package internal(set) var underWay: Int128 = 0
  /// The figures of servers and channels, in the order of the load's resources.
  package internal(set) var resources: [ResourceFigures] = []
  /// The figures of the strategies, in the order of the load's strategies.
  package internal(set) var strategies: [StrategyFigures] = []

  init() {}
}

extension LoadSpan {
  package var length: Nanoseconds { until.nanoseconds(since: from) }
  package var ended: UInt64 { succeeded + failed }

  package init(_ time: ClosedRange<Instant>, calls: UInt64, succeeded: UInt64, attempts: UInt64) {
    (from, until) = (time.lowerBound, time.upperBound)
    (begun, self.succeeded, failed) = (calls, succeeded, calls - succeeded)
    self.attempts = attempts
  }

  package func only(_ server: Int) -> LoadSpan {
    var span = self
    span.resources = [resources[server]]
    return span
  }

  package func joined(with next: LoadSpan) -> LoadSpan {
    var sum = self
    sum.until = next.until
    sum.begun += next.begun
    sum.attempts += next.attempts
    sum.retries += next.retries
    sum.succeeded += next.succeeded
    sum.failed += next.failed
    sum.latency += next.latency
    sum.underWay += next.underWay
    for (index, figures) in next.strategies.enumerated() { sum.strategies[index].add(figures) }
    for (index, figures) in next.resources.enumerated() {
      if index < sum.resources.count {
        sum.resources[index].add(figures)
      } else {
        sum.resources.append(figures)
      }
    }
    return sum
  }
}

/// The result of a load, without its individual calls.
package struct LoadRecord: Hashable, Sendable {
  package internal(set) var spans: [LoadSpan] = []
  /// The servers and channels.
  package internal(set) var resources: [WatchedResource] = []
  package internal(set) var strategies: [WatchedStrategy] = []
  /// The number of calls in flight at the end of its time.
  package internal(set) var inFlight: UInt64 = 0
  /// The number of those that had not ended when the load no longer waited for them.
  package internal(set) var unended: UInt64 = 0
  /// The number of measured calls that ended after its time.
  package internal(set) var endedLate: UInt64 = 0
  /// The number of those that succeeded.
  package internal(set) var succeededLate: UInt64 = 0
  /// The most attempts in a whole second after the warm-up.
  package internal(set) var busiest: UInt64 = 0
  package internal(set) var disturbances: [Range<Nanoseconds>] = []
  /// The figures by phase; empty if nothing disturbs the load.
  package internal(set) var phases: [PhaseRecord.Phase: PhaseRecord] = [:]
  package internal(set) var stop: Outcome.Limit?
  /// When the last client had made all its calls, if it had.
  package internal(set) var finished: Nanoseconds?
  /// The number of clients that still had calls to make at the end, if each makes a number of them.
  package internal(set) var calling: Int = 0

  package func only(_ server: Int) -> LoadRecord {
    var record = self
    record.spans = spans.map { $0.only(server) }
    record.resources = [resources[server]]
    return record
  }

  /// Returns the sum of the spans after a time.
  package func total(since start: Nanoseconds) -> LoadSpan? {
    let counted = spans.filter { $0.from.sinceStart >= start }
    guard let first = counted.first else { return nil }
    return counted.dropFirst().reduce(first) { $0.joined(with: $1) }
  }
}
