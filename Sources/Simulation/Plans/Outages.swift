package import RetryNumerics
package import VirtualTime

/// The times during which all attempts fail, or a share of them, which is a brown-out.
package struct Outages: Hashable, Sendable {
  package let times: OnOffProcess
  /// The errors of attempts that start in one, with their shares.
  package let failing: FaultRates
  /// How fast attempts fail; `nil` uses the latency of the operation.
  package let latency: Nanoseconds?

  package init(_ times: OnOffProcess, failing: FaultRates, latency: Nanoseconds? = nil)
    throws(InvalidArgument)
  {
    if let latency, latency < .zero {
      throw InvalidArgument("latency", PlanProblem.negativeLatency(latency))
    }
    self.times = times
    self.failing = failing
    self.latency = latency
  }

  /// Creates outages in which all attempts fail with one error.
  package init(_ times: OnOffProcess, fault: Fault = .outage, latency: Nanoseconds? = nil)
    throws(InvalidArgument)
  {
    try self.init(times, failing: FaultRates(1, of: fault), latency: latency)
  }

  /// Whether all attempts fail, and not only a share of them.
  package var areWhole: Bool { failing.total >= 1 }

  /// The error of all attempts, if they fail alike.
  package var onlyFault: Fault? {
    areWhole && failing.rates.count == 1 ? failing.rates[0].fault : nil
  }
}
