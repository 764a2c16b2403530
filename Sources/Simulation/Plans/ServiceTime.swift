package import RetryNumerics
package import VirtualTime

/// A closure that computes the service time of each attempt that a server admits.
package struct ServiceTime: Hashable, Sendable {
  /// From the number of attempts in the server, with the new one, and the time.
  package typealias Law = @Sendable (Int, Instant, inout Draws) throws(Fault) -> Nanoseconds

  private let identity = ClosureIdentity()
  let law: Law

  /// Creates the service time that a closure computes.
  package init(_ law: @escaping Law) {
    self.law = law
  }

  package static func == (left: ServiceTime, right: ServiceTime) -> Bool {
    left.identity == right.identity
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(identity)
  }
}

/// A closure that computes the share of services that fail, and their error.
package struct ServiceFailure: Hashable, Sendable {
  /// The error.
  package let fault: Fault
  private let identity = ClosureIdentity()
  let share: FaultShare

  /// Creates the failures that a closure computes.
  init(_ fault: Fault, _ share: @escaping FaultShare) {
    (self.fault, self.share) = (fault, share)
  }

  package static func == (left: ServiceFailure, right: ServiceFailure) -> Bool {
    left.identity == right.identity
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(identity)
  }
}

/// Distinguishes closures, which cannot be compared.
private struct ClosureIdentity: Hashable, Sendable {
  private final class Mark: Sendable {}

  private let mark = Mark()

  static func == (left: ClosureIdentity, right: ClosureIdentity) -> Bool {
    left.mark === right.mark
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(mark))
  }
}
