package import VirtualTime

/// An outage or a burst of an operation, or of the server that it uses, during a call.
package struct Disruption: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case outage, burst
  }

  package let operation: String
  /// Whether it is an outage of the operation, or a burst of its random failures.
  package let kind: Kind
  /// The errors of attempts that fail because of it; empty if they wait for its end.
  package let faults: [Fault]
  /// When it is, counted from the start of the call; it may outlast the call.
  package let times: Range<Instant>
}

extension Disruption {
  /// Returns the same disruption as seen by a call that starts at an instant; `nil` if it is over by then.
  func seen(from began: Instant) -> Disruption? {
    times.counted(from: began.sinceStart).map {
      Disruption(operation: operation, kind: kind, faults: faults, times: $0)
    }
  }
}

extension Trace {
  /// Returns the disruption that made an attempt fail, if one did.
  package func disruption(of attempt: Attempt, failingWith fault: Fault) -> Disruption? {
    disruptions.first {
      $0.operation == attempt.operation && $0.faults.contains(fault)
        && $0.times.contains(attempt.began)
    }
  }
}
