public import Retry

extension RetryBudget: PolicyPart {
  /// What the budget is as JSON: the scheme, and its numbers, which are brought into their ranges.
  public static var form: PartForm<RetryBudget> {
    PartForm("a budget", published + plain)
  }

  /// The schemes of Finagle, the AWS SDKs and gRPC.
  private static var published: [Case<RetryBudget>] {
    [
      Case(
        "ratio", Key("ratio", or: 0.2), Key("minimumPerSecond", or: 10.0),
        Key.time("window", or: .seconds(10)), as: { .ratio($0, minimumPerSecond: $1, window: $2) },
        of: {
          if case .ratio(let ratio, let minimum, let window) = $0.rule {
            (ratio, minimum, window)
          } else {
            nil
          }
        }),
      Case(
        "tokens", Key("capacity", or: 500), Key("cost", or: 14), Key("throttlingCost", or: 5),
        Key<Int?>.optional("timeoutCost"), Key("credit", or: 1),
        as: { .tokens(capacity: $0, cost: $1, throttlingCost: $2, timeoutCost: $3, credit: $4) },
        of: {
          if case .tokens(let capacity, let cost, let throttling, let timeout, let credit) = $0.rule
          {
            (capacity, cost, throttling, timeout, credit)
          } else {
            nil
          }
        }),
      Case(
        "throttle", Key("maximumTokens", or: 10.0), Key("tokenRatio", or: 0.1),
        as: { .throttle(maximumTokens: $0, tokenRatio: $1) },
        of: { if case .throttle(let tokens, let ratio) = $0.rule { (tokens, ratio) } else { nil } }),
    ]
  }

  /// The schemes by a share or a bucket.
  private static var plain: [Case<RetryBudget>] {
    [
      Case(
        "share", Key("share", or: 0.2), Key("minimum", or: 3), as: { .share($0, minimum: $1) },
        of: { if case .share(let share, let minimum) = $0.rule { (share, minimum) } else { nil } }),
      Case(
        "bucket", Key("size", or: 5.0), Key("fill", or: 0.1), Key("per", or: Filling.call),
        as: { RetryBudget(.bucket($0, fill: $1, per: $2)) },
        of: {
          if case .bucket(let size, let part, let filling) = $0.rule {
            (size, part, filling)
          } else {
            nil
          }
        }),
      Case(
        "failures", Key("atMost", or: 0.1), Key.time("window", or: .seconds(10)),
        as: { .failures(atMost: $0, window: $1) },
        of: { if case .failures(let share, let window) = $0.rule { (share, window) } else { nil } }),
    ]
  }
}

extension RetryBudget.Filling: Codable {}
