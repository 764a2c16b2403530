package import RetryNumerics
package import VirtualTime

/// A closure that computes the service time of each attempt that a server admits.
package final class ServiceTime: Identified, Sendable {
  /// From the number of attempts in the server, with the new one, and the time.
  package typealias Law = @Sendable (Int, Instant, inout Draws) throws(Fault) -> Nanoseconds

  let law: Law

  package init(_ law: @escaping Law) {
    self.law = law
  }
}

/// A closure that computes the share of services that fail, and their error.
package final class ServiceFailure: Identified, Sendable {
  package let fault: Fault
  let share: FaultShare

  init(_ fault: Fault, _ share: @escaping FaultShare) {
    (self.fault, self.share) = (fault, share)
  }
}
