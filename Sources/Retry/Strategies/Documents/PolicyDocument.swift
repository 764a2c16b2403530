import RetryNumerics

/// A policy and what goes with it as data, so that a service reads at its start what the laboratory wrote.
///
/// The laboratory writes it as JSON, which a person may change: an unknown key is refused, one that begins with `_` is
/// a comment, and `attempts` has to be there. The errors to retry, and other closures, stay in the code:
///
/// ```swift
/// let document = PolicyDocument(
///   rules: RetryRules(attempts: 3, backoff: .constant(.milliseconds(100))),
///   budget: .ratio(0.2, minimumPerSecond: 10),
///   aroundCall: [.timeout(.seconds(5))],
///   aroundAttempt: [
///     .breaker(CircuitBreaker(consecutiveFailures: 5, opening: .init(.seconds(10)))),
///     .timeout(.seconds(1)),
///   ])
/// let client = document.pipeline(on: { !($0 is CancellationError) })
/// let page = try await client.call { _ in "page 7" }
/// ```
public struct PolicyDocument: Hashable, Sendable {
  /// A strategy around the whole call or around each attempt.
  @nonexhaustive
  public enum Layer: Hashable, Sendable {
    /// A limit on the time.
    case timeout(Duration)
    /// A circuit breaker.
    case breaker(CircuitBreaker)
    /// A limit on how many start within a span of time.
    case rateLimiter(RateLimiter)
    /// A limit on how many run at once.
    case concurrencyLimit(ConcurrencyLimit)
    /// A throttle that sheds calls in the client.
    case throttle(ClientThrottle)
    /// A send rate that drops when the service throttles.
    case pace(CubicRate)
    /// Further attempts that start before the first has ended.
    case hedge(Hedge)
  }

  /// The rules of the policy.
  public var rules: RetryRules
  /// What limits the retries of all calls.
  public var budget: RetryBudget?
  /// The layers around the whole call, the outermost first.
  public var aroundCall: [Layer]
  /// The layers around each attempt, the outermost first.
  public var aroundAttempt: [Layer]

  /// Creates a document.
  public init(
    rules: RetryRules, budget: RetryBudget? = nil, aroundCall: [Layer] = [],
    aroundAttempt: [Layer] = []
  ) {
    (self.rules, self.budget) = (rules, budget)
    (self.aroundCall, self.aroundAttempt) = (aroundCall, aroundAttempt)
  }
}

extension PolicyDocument.Layer {
  /// What a layer is, by the key of an encoded one.
  package enum Kind: String, CaseIterable, Sendable {
    case timeout, breaker, rateLimiter, concurrencyLimit, throttle, pace, hedge
  }

  package var kind: Kind {
    switch self {
    case .timeout: .timeout
    case .breaker: .breaker
    case .rateLimiter: .rateLimiter
    case .concurrencyLimit: .concurrencyLimit
    case .throttle: .throttle
    case .pace: .pace
    case .hedge: .hedge
    }
  }
}

extension PolicyDocument.Layer: CustomStringConvertible {
  /// The settings of the layer in words.
  public var description: String {
    switch self {
    case .timeout(let limit): "\(Nanoseconds(limit))"
    case .breaker(let breaker): "\(breaker)"
    case .rateLimiter(let limiter): "\(limiter)"
    case .concurrencyLimit(let limit): "\(limit)"
    case .throttle(let throttle): "\(throttle)"
    case .pace(let rate): "\(rate)"
    case .hedge(let hedge): "\(hedge)"
    }
  }
}
