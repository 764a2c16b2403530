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

extension PolicyDocument: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case version, rules, budget, aroundCall, aroundAttempt
  }

  /// The version of the format; a change that older programs would misunderstand raises it.
  private static let version = 1

  /// Decodes a document; only the rules are needed.
  ///
  /// One with a version is read strictly: a time is text with a unit, and only what is there counts.
  public init(from decoder: any Decoder) throws {
    // Read first, since another version may have other keys.
    let head = try decoder.container(keyedBy: Key.self)
    let version = try head.decodeIfPresent(Int.self, forKey: .version)
    if let version, version != Self.version {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: head,
        debugDescription: "the version is \(version), and only \(Self.version) is known")
    }
    self = try OlderFormat.$isAccepted.withValue(version == nil) {
      try PolicyDocument(parts: decoder.container(knowing: Key.self))
    }
  }

  private init(parts values: KeyedDecodingContainer<Key>) throws {
    self.init(
      rules: try values.decode(RetryRules.self, forKey: .rules),
      budget: try values.decodeIfPresent(RetryBudget.self, forKey: .budget),
      aroundCall: try values.decodeIfPresent([Layer].self, forKey: .aroundCall) ?? [],
      aroundAttempt: try values.decodeIfPresent([Layer].self, forKey: .aroundAttempt) ?? [])
  }

  /// Encodes the document; a backoff with a closure cannot be encoded.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(Self.version, forKey: .version)
    try values.encode(rules, forKey: .rules)
    try values.encodeIfPresent(budget, forKey: .budget)
    if !aroundCall.isEmpty { try values.encode(aroundCall, forKey: .aroundCall) }
    if !aroundAttempt.isEmpty { try values.encode(aroundAttempt, forKey: .aroundAttempt) }
  }
}

extension PolicyDocument.Layer {
  /// What a layer is, by the key of an encoded one.
  package enum Kind: String, CodingKey, CaseIterable, Sendable {
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

extension PolicyDocument.Layer: Codable {
  /// Decodes a layer.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase<Kind>(decoder, of: "a layer")
    self =
      switch coded.kind {
      case .timeout: .timeout(max(try coded.value(Nanoseconds.self), .zero).duration)
      case .breaker: .breaker(try coded.value())
      case .rateLimiter: .rateLimiter(try coded.value())
      case .concurrencyLimit: .concurrencyLimit(try coded.value())
      case .throttle: .throttle(try coded.value())
      case .pace: .pace(try coded.value())
      case .hedge: .hedge(try coded.value())
      }
  }

  /// Encodes the layer under the key that tells what it is.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .timeout(let limit): try encoder.encode(kind, Nanoseconds(limit))
    case .breaker(let breaker): try encoder.encode(kind, breaker)
    case .rateLimiter(let limiter): try encoder.encode(kind, limiter)
    case .concurrencyLimit(let limit): try encoder.encode(kind, limit)
    case .throttle(let throttle): try encoder.encode(kind, throttle)
    case .pace(let rate): try encoder.encode(kind, rate)
    case .hedge(let hedge): try encoder.encode(kind, hedge)
    }
  }
}
