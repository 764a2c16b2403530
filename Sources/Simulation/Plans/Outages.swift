package import RetryNumerics
package import VirtualTime

/// The times during which all attempts fail.
package struct Outages: Hashable, Sendable {
  /// The times of an outage.
  package enum Times: Hashable, Sendable {
    /// The given half-open ranges.
    case during([Range<Instant>])
    /// The end of each period: `every(1m, for: 5s)` is down from 55 s to 60 s.
    case every(Nanoseconds, for: Nanoseconds)
  }

  /// Its outages.
  package let times: Times
  /// The error of attempts during an outage.
  package let fault: Fault
  /// How fast attempts fail; `nil` uses the latency of the operation.
  package let latency: Nanoseconds?

  /// Creates outages.
  package init(_ times: Times, fault: Fault = .outage, latency: Nanoseconds? = nil)
    throws(InvalidArgument)
  {
    if case .every(let period, let length) = times {
      guard period > .zero else {
        throw InvalidArgument("every", PlanProblem.outagePeriod(period))
      }
      guard length >= .zero, length <= period else {
        throw InvalidArgument("for", PlanProblem.outageLength(length, period: period))
      }
    }
    if let latency, latency < .zero {
      throw InvalidArgument("latency", PlanProblem.negativeLatency(latency))
    }
    self.times = times
    self.fault = fault
    self.latency = latency
  }

  /// Returns whether the operation is down at an instant.
  package func cover(_ instant: Instant) -> Bool {
    switch times {
    case .during(let ranges):
      ranges.contains { $0.contains(instant) }
    case .every(let period, let length):
      instant.sinceStart.count % period.count >= (period - length).count
    }
  }
}
