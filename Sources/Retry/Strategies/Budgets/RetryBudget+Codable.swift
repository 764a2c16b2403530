import RetryNumerics

extension RetryBudget: Codable {
  /// The name of a scheme.
  private enum Kind: String, CodingKey, CaseIterable {
    case ratio, tokens, throttle, share, bucket, failures
  }

  private enum RatioKey: String, CodingKey, CaseIterable {
    case ratio, minimumPerSecond, window
    case older = "_0"
  }

  private enum TokenKey: String, CodingKey, CaseIterable {
    case capacity, cost, throttlingCost, timeoutCost, credit
  }

  private enum ThrottleKey: String, CodingKey, CaseIterable { case maximumTokens, tokenRatio }

  private enum ShareKey: String, CodingKey, CaseIterable {
    case share, minimum
    case older = "_0"
  }

  private enum BucketKey: String, CodingKey, CaseIterable {
    case size, fill, per
    case older = "_0"
  }

  private enum FailureKey: String, CodingKey, CaseIterable {
    case atMost, window
    case older = "_0"
  }

  /// Decodes a budget; numbers beyond their ranges are brought into them.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase<Kind>(decoder, of: "a budget")
    switch coded.kind {
    case .ratio:
      let values = try coded.values(RatioKey.self)
      self = .ratio(
        try values.decodeIfPresent(forKey: .ratio, older: .older) ?? 0.2,
        minimumPerSecond: try values.decodeIfPresent(Double.self, forKey: .minimumPerSecond) ?? 10,
        window: try values.decodeIfPresent(Duration.self, forKey: .window) ?? .seconds(10))
    case .tokens:
      let values = try coded.values(TokenKey.self)
      self = .tokens(
        capacity: try values.decodeIfPresent(Int.self, forKey: .capacity) ?? 500,
        cost: try values.decodeIfPresent(Int.self, forKey: .cost) ?? 14,
        throttlingCost: try values.decodeIfPresent(Int.self, forKey: .throttlingCost) ?? 5,
        timeoutCost: try values.decodeIfPresent(Int.self, forKey: .timeoutCost),
        credit: try values.decodeIfPresent(Int.self, forKey: .credit) ?? 1)
    case .throttle:
      let values = try coded.values(ThrottleKey.self)
      self = .throttle(
        maximumTokens: try values.decodeIfPresent(Double.self, forKey: .maximumTokens) ?? 10,
        tokenRatio: try values.decodeIfPresent(Double.self, forKey: .tokenRatio) ?? 0.1)
    case .share:
      let values = try coded.values(ShareKey.self)
      self = .share(
        try values.decodeIfPresent(forKey: .share, older: .older) ?? 0.2,
        minimum: try values.decodeIfPresent(Int.self, forKey: .minimum) ?? 3)
    case .bucket:
      let values = try coded.values(BucketKey.self)
      self.init(
        .bucket(
          try values.decodeIfPresent(forKey: .size, older: .older) ?? 5,
          fill: try values.decodeIfPresent(Double.self, forKey: .fill) ?? 0.1,
          per: try values.decodeIfPresent(Filling.self, forKey: .per) ?? .call))
    case .failures:
      let values = try coded.values(FailureKey.self)
      self = .failures(
        atMost: try values.decodeIfPresent(forKey: .atMost, older: .older) ?? 0.1,
        window: try values.decodeIfPresent(Duration.self, forKey: .window) ?? .seconds(10))
    }
  }

  /// Encodes the scheme and its numbers.
  public func encode(to encoder: any Encoder) throws {
    switch rule {
    case .ratio(let ratio, let minimum, let window):
      var values = encoder.values(of: Kind.ratio, keyedBy: RatioKey.self)
      try values.encode(ratio, forKey: .ratio)
      try values.encode(minimum, forKey: .minimumPerSecond)
      try values.encode(window, forKey: .window)
    case .tokens(let capacity, let cost, let throttling, let timeout, let credit):
      var values = encoder.values(of: Kind.tokens, keyedBy: TokenKey.self)
      try values.encode(capacity, forKey: .capacity)
      try values.encode(cost, forKey: .cost)
      try values.encode(throttling, forKey: .throttlingCost)
      try values.encode(timeout, forKey: .timeoutCost)
      try values.encode(credit, forKey: .credit)
    case .throttle(let tokens, let ratio):
      var values = encoder.values(of: Kind.throttle, keyedBy: ThrottleKey.self)
      try values.encode(tokens, forKey: .maximumTokens)
      try values.encode(ratio, forKey: .tokenRatio)
    case .share(let share, let minimum):
      var values = encoder.values(of: Kind.share, keyedBy: ShareKey.self)
      try values.encode(share, forKey: .share)
      try values.encode(minimum, forKey: .minimum)
    case .bucket(let size, let part, let filling):
      var values = encoder.values(of: Kind.bucket, keyedBy: BucketKey.self)
      try values.encode(size, forKey: .size)
      try values.encode(part, forKey: .fill)
      try values.encode(filling, forKey: .per)
    case .failures(let share, let window):
      var values = encoder.values(of: Kind.failures, keyedBy: FailureKey.self)
      try values.encode(share, forKey: .atMost)
      try values.encode(window, forKey: .window)
    }
  }
}
