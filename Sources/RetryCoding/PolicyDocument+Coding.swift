public import Retry
import RetryNumerics

extension PolicyDocument: Codable {
  /// The version of the format; a change that older programs would misunderstand raises it.
  private static let version = 1

  private static var form: PartForm<PolicyDocument> {
    PartForm(
      Key<Int?>.optional("version"), Key<RetryRules>("rules"), Key<RetryBudget?>.optional("budget"),
      Key("aroundCall", omittedAs: [Layer]()), Key("aroundAttempt", omittedAs: [Layer]())
    ) {
      PolicyDocument(rules: $1, budget: $2, aroundCall: $3, aroundAttempt: $4)
    } values: {
      (version, $0.rules, $0.budget, $0.aroundCall, $0.aroundAttempt)
    }
  }

  /// Decodes a document; only the rules are needed.
  ///
  /// One with a version is read strictly: a time is text with a unit, and only what is there counts.
  public init(from decoder: any Decoder) throws {
    // Read first, since another version may have other keys.
    let head = try decoder.container(keyedBy: AnyKey.self)
    let version = try head.decodeIfPresent(Int.self, forKey: AnyKey("version"))
    if let version, version != Self.version {
      throw refusal(
        "the version is \(version), and only \(Self.version) is known",
        decoder.codingPath + [AnyKey("version")])
    }
    self = try OlderFormat.$isAccepted.withValue(version == nil) { try Self.form.read(decoder) }
  }

  /// Encodes the document; a backoff with a closure cannot be encoded.
  public func encode(to encoder: any Encoder) throws {
    try Self.form.write(self, encoder)
  }
}

extension PolicyDocument.Layer: PolicyPart {
  /// What the layer is as JSON: its settings under the key that tells what it is.
  public static var form: PartForm<PolicyDocument.Layer> {
    PartForm("a layer", Kind.allCases.map(form))
  }

  private static func form(of kind: Kind) -> Case<Self> {
    switch kind {
    case .timeout:
      Case(
        kind.rawValue, as: { .timeout(max($0, Nanoseconds.zero).duration) },
        of: { if case .timeout(let limit) = $0 { Nanoseconds(limit) } else { nil } })
    case .breaker:
      Case(
        kind.rawValue, as: Self.breaker,
        of: { if case .breaker(let breaker) = $0 { breaker } else { nil } }
      )
    case .rateLimiter:
      Case(
        kind.rawValue, as: Self.rateLimiter,
        of: { if case .rateLimiter(let limiter) = $0 { limiter } else { nil } })
    case .concurrencyLimit:
      Case(
        kind.rawValue, as: Self.concurrencyLimit,
        of: { if case .concurrencyLimit(let limit) = $0 { limit } else { nil } })
    case .throttle:
      Case(
        kind.rawValue, as: Self.throttle,
        of: { if case .throttle(let throttle) = $0 { throttle } else { nil } })
    case .pace:
      Case(kind.rawValue, as: Self.pace, of: { if case .pace(let rate) = $0 { rate } else { nil } })
    case .hedge:
      Case(
        kind.rawValue, as: Self.hedge, of: { if case .hedge(let hedge) = $0 { hedge } else { nil } }
      )
    }
  }
}
