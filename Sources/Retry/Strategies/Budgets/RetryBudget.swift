import RetryNumerics

/// A limit on the retries of all calls that share it, so that retries cannot multiply an overload.
///
/// It limits retries only: first attempts are always made. As a value, it holds the settings;
/// ``State`` holds what has been spent, and ``SharedBudget`` shares a state between calls.
///
/// ```swift
/// let calm = RetryBudget.ratio(0.1, minimumPerSecond: 3)
/// let aws = RetryBudget.tokens(capacity: 500, cost: 14, throttlingCost: 5)
/// let grpc = RetryBudget.throttle(maximumTokens: 10, tokenRatio: 0.1)
/// let envoy = RetryBudget.share(0.2, minimum: 3)
/// ```
public struct RetryBudget: Hashable, Sendable {
  /// What a retry follows, which may set its price.
  public typealias Cause = RetryCause

  /// The scheme and its numbers.
  package enum Rule: Hashable, Sendable {
    case ratio(Double, minimumPerSecond: Double, window: Duration)
    case tokens(capacity: Int, cost: Int, throttlingCost: Int, timeoutCost: Int, credit: Int)
    case throttle(maximumTokens: Double, tokenRatio: Double)
    case share(Double, minimum: Int)
    case bucket(Double, fill: Double, per: Filling)
    case failures(Double, window: Duration)
  }

  /// What fills a bucket.
  package enum Filling: String, Hashable, Sendable, CaseIterable {
    case call, success
  }

  package let rule: Rule

  /// Creates a budget from a rule whose numbers are brought into their ranges.
  package init(_ rule: Rule) {
    self.rule = rule.clamped
  }

  /// Allows retries up to a share of the calls within a window, plus a number per second.
  ///
  /// Each call deposits a share of a retry, which expires after the window, as in Finagle and
  /// Linkerd. A window is at least a millisecond.
  public static func ratio(
    _ ratio: Double = 0.2, minimumPerSecond: Double = 10, window: Duration = .seconds(10)
  ) -> RetryBudget {
    RetryBudget(.ratio(ratio, minimumPerSecond: minimumPerSecond, window: window))
  }

  /// Takes tokens for each retry and gives back the latest of them when the call succeeds.
  ///
  /// A call that succeeds without a retry earns the credit. This is the quota of the AWS SDKs.
  public static func tokens(
    capacity: Int = 500, cost: Int = 14, throttlingCost: Int = 5, timeoutCost: Int? = nil,
    credit: Int = 1
  ) -> RetryBudget {
    RetryBudget(
      .tokens(
        capacity: capacity, cost: cost, throttlingCost: throttlingCost,
        timeoutCost: timeoutCost ?? cost, credit: credit))
  }

  /// Takes a token for each failure, returns a part of one for each success, and allows retries
  /// while more than half of the tokens are left.
  ///
  /// This is the throttle of gRPC: at most 1000 tokens, and a ratio of three decimals. A failure that the policy does
  /// not retry takes no token, unless its hint forbids a retry.
  public static func throttle(
    maximumTokens: Double = 10, tokenRatio: Double = 0.1
  ) -> RetryBudget {
    RetryBudget(.throttle(maximumTokens: maximumTokens, tokenRatio: tokenRatio))
  }

  /// Allows as many retries at once as a share of the calls in flight, or a minimum.
  ///
  /// This is the budget of Envoy, whose minimum is three.
  public static func share(_ share: Double = 0.2, minimum: Int = 3) -> RetryBudget {
    RetryBudget(.share(share, minimum: minimum))
  }

  /// Fills a bucket by a part of a retry for each call, and takes a whole for each retry.
  ///
  /// The bucket is full at first, and what does not fit is lost.
  public static func bucket(_ size: Double = 5, perCall part: Double = 0.1) -> RetryBudget {
    RetryBudget(.bucket(size, fill: part, per: .call))
  }

  /// Fills a bucket by a part of a retry for each call that succeeds, and takes a whole for each retry.
  ///
  /// The bucket is full at first, and what does not fit is lost.
  public static func bucket(_ size: Double = 5, perSuccess part: Double) -> RetryBudget {
    RetryBudget(.bucket(size, fill: part, per: .success))
  }

  /// Allows retries while at most a share of the attempts in a window has failed.
  ///
  /// An attempt with an error that the policy does not retry does not count.
  public static func failures(
    atMost share: Double = 0.1, window: Duration = .seconds(10)
  ) -> RetryBudget {
    RetryBudget(.failures(share, window: window))
  }
}

extension RetryBudget.Filling {
  /// The label of what it puts into the bucket.
  package var label: String {
    switch self {
    case .call: "perCall"
    case .success: "perSuccess"
    }
  }
}

extension RetryBudget.Rule {
  /// The rule with its numbers in their ranges; NaN counts as zero.
  fileprivate var clamped: Self {
    switch self {
    case .ratio(let ratio, let minimum, let window):
      .ratio(
        ratio.within(0...1000), minimumPerSecond: minimum.within(0...1e6),
        window: min(max(window, .milliseconds(1)), .seconds(86_400)))
    case .tokens(let capacity, let cost, let throttling, let timeout, let credit):
      .tokens(
        capacity: max(capacity, 0), cost: max(cost, 0), throttlingCost: max(throttling, 0),
        timeoutCost: max(timeout, 0), credit: max(credit, 0))
    case .throttle(let tokens, let ratio):
      .throttle(maximumTokens: tokens.within(0...1000), tokenRatio: ratio.within(0...1000))
    case .share(let share, let minimum): .share(share.within(0...1000), minimum: max(minimum, 0))
    case .bucket(let size, let part, let filling):
      .bucket(size.within(0...1e6), fill: part.within(0...1e6), per: filling)
    case .failures(let share, let window):
      .failures(
        share.within(0...1), window: min(max(window, .milliseconds(1)), .seconds(86_400)))
    }
  }
}

extension RetryBudget: CustomStringConvertible {
  /// The budget as source text, such as `ratio(0.1, minimumPerSecond: 3, window: 10s)`.
  public var description: String {
    switch rule {
    case .ratio(let ratio, let minimum, let window):
      "ratio(\(ratio.text), minimumPerSecond: \(minimum.text), window: \(Nanoseconds(window)))"
    case .tokens(let capacity, let cost, let throttling, let timeout, let credit):
      "tokens(capacity: \(capacity), cost: \(cost), throttlingCost: \(throttling), "
        + "timeoutCost: \(timeout), credit: \(credit))"
    case .throttle(let tokens, let ratio):
      "throttle(maximumTokens: \(tokens.text), tokenRatio: \(ratio.text))"
    case .share(let share, let minimum): "share(\(share.text), minimum: \(minimum))"
    case .bucket(let size, let part, let filling):
      "bucket(\(size.text), \(filling.label): \(part.text))"
    case .failures(let share, let window):
      "failures(atMost: \(share.text), window: \(Nanoseconds(window)))"
    }
  }
}

extension RetryBudget {
  /// The tokens and the ratio, if it is a throttle as in gRPC.
  package var throttle: (tokens: Double, ratio: Double)? {
    guard case .throttle(let tokens, let ratio) = rule else { return nil }
    return (tokens, ratio)
  }

  /// The share and the minimum, if it bounds the retries at once as in Envoy.
  package var share: (share: Double, minimum: Int)? {
    guard case .share(let share, let minimum) = rule else { return nil }
    return (share, minimum)
  }
}
