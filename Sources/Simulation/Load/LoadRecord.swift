package import RetryNumerics
package import VirtualTime

/// What happened in a part of the time of a load.
package struct LoadSpan: Hashable, Sendable {
  /// When it began.
  package internal(set) var from = Instant.start
  /// When it ended.
  package internal(set) var until = Instant.start
  /// The calls that began.
  package internal(set) var begun: UInt64 = 0
  /// The attempts that began.
  package internal(set) var attempts: UInt64 = 0
  /// The calls that succeeded.
  package internal(set) var succeeded: UInt64 = 0
  /// The calls that ended in another way.
  package internal(set) var failed: UInt64 = 0
  /// How many nanoseconds those that ended had taken, all together.
  package internal(set) var latency: Int128 = 0
  /// The nanoseconds that calls were under way, of all together.
  package internal(set) var underWay: Int128 = 0
  /// What the servers and channels saw, in the order of the load's resources.
  package internal(set) var resources: [ResourceFigures] = []

  /// Creates a span in which nothing happened.
  init() {}
}

extension LoadSpan {
  /// How long it was.
  package var length: Nanoseconds { until.nanoseconds(since: from) }

  /// The calls that ended.
  package var ended: UInt64 { succeeded + failed }

  /// Returns the span together with one that follows it.
  package func joined(with next: LoadSpan) -> LoadSpan {
    var sum = self
    sum.until = next.until
    sum.begun += next.begun
    sum.attempts += next.attempts
    sum.succeeded += next.succeeded
    sum.failed += next.failed
    sum.latency += next.latency
    sum.underWay += next.underWay
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

/// What a load came to, besides what its calls came to one by one.
package struct LoadRecord: Hashable, Sendable {
  /// The time in parts, in order.
  package let spans: [LoadSpan]
  /// The servers and channels.
  package let resources: [Resource]
  /// The calls that were under way when time was up.
  package let unfinished: UInt64
  /// Those of them that count and were under way longer than any that ended, each as far as it had come.
  package let overdue: [CallResult]
  /// What stopped it before its time was up, if anything did.
  package let stop: Outcome.Limit?

  /// The spans after a time, in one.
  package func total(since start: Nanoseconds) -> LoadSpan? {
    let counted = spans.filter { $0.from.sinceStart >= start }
    guard let first = counted.first else { return nil }
    return counted.dropFirst().reduce(first) { $0.joined(with: $1) }
  }
}
