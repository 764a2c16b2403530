package import RetryNumerics

/// A source without inputs.
package enum Leaf: Sendable {
  case just(Value)
  case fail(Fault)
  case empty
  case never
  /// Sends one value after a delay, and completes.
  case timer(Nanoseconds)

  var name: String {
    switch self {
    case .just: "just"
    case .fail: "fail"
    case .empty: "empty"
    case .never: "never"
    case .timer: "timer"
    }
  }
}

extension Source {
  /// Returns a source that sends one value immediately and completes.
  package static func just(_ value: Value) -> Source { Source(.just(value)) }

  /// Returns a source that fails immediately.
  package static func fail(_ fault: Fault) -> Source { Source(.fail(fault)) }

  /// A source that completes immediately.
  package static let empty = Source(.empty)

  /// A source that never sends anything.
  package static let never = Source(.never)

  /// Returns a source that sends 0 after a delay and completes; a negative delay counts as zero.
  package static func timer(_ delay: Nanoseconds) -> Source {
    Source(.timer(max(delay, .zero)))
  }
}
