package import VirtualTime

/// An outage or a burst of an operation during a call.
package struct Disruption: Hashable, Sendable {
  /// The kinds of disruptions.
  package enum Kind: String, Hashable, Sendable {
    case outage, burst
  }

  /// The name of the operation.
  package let operation: String
  /// Whether all attempts fail, or a share of them.
  package let kind: Kind
  /// When it is, counted from the start of the call; it may outlast the call.
  package let times: Range<Instant>
}
