package import RetryNumerics
package import VirtualTime

/// A closure that computes the service time of each attempt that a server admits.
package struct ServiceTime: Hashable, Sendable {
  /// From the number of attempts in the server, with the new one, and the time.
  package typealias Law = @Sendable (Int, Instant, inout Draws) throws(Fault) -> Nanoseconds

  /// Distinguishes closures, which cannot be compared.
  private final class Identity: Sendable {}

  private let identity = Identity()
  let law: Law

  /// Creates the service time that a closure computes.
  package init(_ law: @escaping Law) {
    self.law = law
  }

  package static func == (left: ServiceTime, right: ServiceTime) -> Bool {
    left.identity === right.identity
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(identity))
  }
}
