package import RetryNumerics

/// The error of a call that a strategy did not let through: who refused, why, and for how long.
///
/// ```swift
/// let client = Pipeline(Bulkhead(ConcurrencyLimit(10)))
/// do {
///   print(try await client.call { _ in "hello" })
/// } catch let refusal as StrategyRefusal {
///   print("\(refusal.strategy) refuses for \(refusal.retryAfter ?? .zero)")
/// }
/// ```
public struct StrategyRefusal: Error {
  /// The kind of strategy that refused.
  @nonexhaustive
  public enum Strategy: String, Hashable, Sendable, CaseIterable {
    /// A retry budget.
    case budget
    /// A circuit breaker.
    case breaker
    /// A rate limiter.
    case rateLimiter
    /// A limit on concurrent calls.
    case concurrencyLimit
    /// A client-side throttle.
    case throttle
    /// A gate that is closed when a program ends.
    case gate
  }

  /// Why it refused.
  @nonexhaustive
  public enum Reason: String, Hashable, Sendable {
    /// Nothing is left to spend.
    case exhausted
    /// The breaker is open.
    case open
    /// The breaker is half-open, and all of its probes are under way.
    case probing
    /// The breaker was opened by hand.
    case isolated
    /// The queue is full.
    case full
    /// The wait would be longer than allowed, or was.
    case waitTooLong
    /// It drops a random share of the calls.
    case shedding
    /// It was closed by hand, and lets nothing begin.
    case closed
  }

  /// The kind of strategy that refused.
  public let strategy: Strategy
  /// Why it refused.
  public let reason: Reason
  /// The storage of `retryAfter`.
  package let left: Nanoseconds?
  /// The storage of `lastError`.
  var last: GivenError?

  /// The time until it may admit a call, as far as is known when it refuses.
  public var retryAfter: Duration? {
    left?.duration
  }

  package init(_ strategy: Strategy, _ reason: Reason, for left: Nanoseconds?) {
    self.strategy = strategy
    self.reason = reason
    self.left = left
  }

  /// Creates a refusal, for a strategy of your own or a test.
  public init(_ strategy: Strategy, _ reason: Reason, retryAfter: Duration? = nil) {
    self.init(strategy, reason, for: retryAfter.map { max(Nanoseconds($0), .zero) })
  }
}

extension StrategyRefusal: CustomStringConvertible {
  /// The refusal as text, such as `the breaker is open for another 5 s`.
  public var description: String {
    let text =
      switch reason {
      case .exhausted: "the \(strategy.name) is exhausted"
      case .open: "the \(strategy.name) is open"
      case .probing: "the \(strategy.name) is testing the service"
      case .isolated: "the \(strategy.name) is isolated"
      case .full: "the \(strategy.name) is full"
      case .waitTooLong: "the wait for the \(strategy.name) is too long"
      case .closed: "the \(strategy.name) is closed"
      case .shedding: "the \(strategy.name) is shedding load"
      }
    return left.map { "\(text) for another \($0.phrase)" } ?? text
  }
}

extension StrategyRefusal.Strategy {
  var name: String {
    switch self {
    case .budget: "retry budget"
    case .breaker: "breaker"
    case .rateLimiter: "rate limiter"
    case .concurrencyLimit: "concurrency limit"
    case .throttle: "throttle"
    case .gate: "gate"
    }
  }
}
