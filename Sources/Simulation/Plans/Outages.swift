package import RetryNumerics
package import VirtualTime

/// The times during which all attempts fail.
package struct Outages: Hashable, Sendable {
  /// When the operation is down.
  package let times: OnOffProcess
  /// The error of attempts during an outage.
  package let fault: Fault
  /// How fast attempts fail; `nil` uses the latency of the operation.
  package let latency: Nanoseconds?

  /// Creates outages.
  package init(_ times: OnOffProcess, fault: Fault = .outage, latency: Nanoseconds? = nil)
    throws(InvalidArgument)
  {
    if let latency, latency < .zero {
      throw InvalidArgument("latency", PlanProblem.negativeLatency(latency))
    }
    self.times = times
    self.fault = fault
    self.latency = latency
  }
}
