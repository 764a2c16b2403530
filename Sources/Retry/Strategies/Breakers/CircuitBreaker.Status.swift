import RetryNumerics

extension CircuitBreaker {
  /// What a breaker does with calls.
  public enum Status: Hashable, Sendable, CustomStringConvertible {
    /// It lets calls through.
    case closed
    /// It refuses calls until a time.
    case open(until: Duration)
    /// It lets a few probes through.
    case halfOpen
    /// It refuses calls until it is closed by hand.
    case isolated

    /// The status as text.
    public var description: String {
      switch self {
      case .closed: "closed"
      case .open(let end): "open until \(Nanoseconds(end).phrase)"
      case .halfOpen: "half-open"
      case .isolated: "isolated"
      }
    }
  }
}
