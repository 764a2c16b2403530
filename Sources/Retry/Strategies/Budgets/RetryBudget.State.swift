package import RetryNumerics

extension RetryBudget {
  /// What a retry was allowed to spend.
  ///
  /// The caller reports it when the attempt ends.
  public struct Grant: Hashable, Sendable {
    /// The tokens that were taken.
    @usableFromInline let cost: Int64
  }

  /// What the calls that share a budget have spent.
  ///
  /// A call reports its start and its end, and each attempt its end. Before each retry it asks.
  ///
  /// ```swift
  /// var state = RetryBudget.State(.tokens(capacity: 20))
  /// state.callStarted(at: .zero)
  /// state.attemptEnded(.failure, grant: nil)
  /// let grant = try state.grant(after: .transient, at: .seconds(1)).get()
  /// state.attemptEnded(.success, grant: grant)
  /// state.callEnded()
  /// ```
  public struct State: Sendable {
    /// The settings.
    public let budget: RetryBudget
    /// The deposits less the withdrawals of a window.
    var window: TimeWindow<Int64>
    /// The attempts of a window and their failures.
    private var recent = TimeWindow<CallTally>(.zero, parts: 1)
    /// What a deposit, a retry and the floor of the window amount to.
    let (deposit, withdrawal, reserve): (Int64, Int64, Int64)
    /// The tokens; those of a throttle or a bucket in thousandths.
    var tokens: Int64
    /// The calls in flight, and the retries in flight.
    private(set) var (calls, retries) = (0, 0)
  }
}

extension RetryBudget.State {
  /// Creates the state of a budget of which nothing is spent.
  public init(_ budget: RetryBudget) {
    self.budget = budget
    switch budget.rule {
    case .ratio(let ratio, let minimum, let span):
      let length = Nanoseconds(span)
      deposit = ratio == 0 ? 0 : Self.thousand
      // A retry costs 1 / ratio deposits; amounts are in thousandths of a deposit.
      withdrawal = ratio == 0 ? Self.thousand : max(Int64(min(1e3 / ratio, 1e9)), 1)
      let floor = Int64(rounding: minimum * Double(length.count) / 1e9 * Double(withdrawal))
      // Half of the range is left for the deposits.
      reserve = min(floor, .max / 2)
      (window, tokens) = (TimeWindow(length, parts: 10), 0)
    case .tokens(let capacity, _, _, _, _):
      (deposit, withdrawal, reserve) = (0, 0, 0)
      (window, tokens) = (TimeWindow(.zero, parts: 1), Int64(capacity))
    case .throttle(let most, _):
      (deposit, withdrawal, reserve) = (0, 0, 0)
      (window, tokens) = (TimeWindow(.zero, parts: 1), Int64(most * Double(Self.thousand)))
    case .share:
      (deposit, withdrawal, reserve) = (0, 0, 0)
      (window, tokens) = (TimeWindow(.zero, parts: 1), 0)
    case .bucket(let size, _, _):
      (deposit, withdrawal, reserve) = (0, 0, 0)
      (window, tokens) = (TimeWindow(.zero, parts: 1), Int64(size * Double(Self.thousand)))
    case .failures(_, let span):
      (deposit, withdrawal, reserve) = (0, 0, 0)
      (window, tokens) = (TimeWindow(.zero, parts: 1), 0)
      recent = TimeWindow(Nanoseconds(span), parts: 10)
    }
  }

  /// Goes by another budget from now on, and keeps what has been spent.
  ///
  /// Tokens that were spent stay spent. A window of another span of time, or another scheme, starts anew, but for the
  /// calls and the retries in flight.
  public mutating func update(_ budget: RetryBudget) {
    var next = Self(budget)
    (next.calls, next.retries) = (calls, retries)
    switch (self.budget.rule, budget.rule) {
    case (.ratio(_, _, let old), .ratio(_, _, let new)) where old == new:
      // The amounts of a window are in parts of what a retry costs.
      let change = Double(next.withdrawal) / Double(withdrawal)
      next.window = window.mapped { Int64(rounding: Double($0) * change) }
    case (.failures(_, let old), .failures(_, let new)) where old == new: next.recent = recent
    case (.tokens, .tokens), (.throttle, .throttle), (.bucket, .bucket):
      let spent = Self(self.budget).tokens - tokens
      next.tokens = max(next.tokens - spent, 0)
    default: break
    }
    self = next
  }

  /// The units in a deposit or a token that has fractions.
  private static var thousand: Int64 { 1000 }

  /// The tokens that are left, or the retries that a window or a share still allows.
  public var balance: Double {
    switch budget.rule {
    case .ratio: Double(max(window.total + reserve, 0)) / Double(withdrawal)
    case .tokens: Double(tokens)
    case .throttle, .bucket: Double(tokens) / Double(Self.thousand)
    case .failures(let share, _): isBelow(share) ? 1 : 0
    case .share(let share, let minimum): Double(max(allowed(share, minimum) - retries, 0))
    }
  }

  /// Returns what is left at a time, without the deposits that have expired.
  package func balance(at now: Nanoseconds) -> Double {
    var state = self
    state.window.advance(to: now)
    state.recent.advance(to: now)
    return state.balance
  }

  package mutating func callStarted(at now: Nanoseconds) {
    calls += 1
    switch budget.rule {
    case .bucket(let size, let part, .call): fill(by: part, upTo: size)
    case .failures: recent.advance(to: now)
    case .ratio, .tokens, .throttle, .share, .bucket: break
    }
    guard deposit > 0 else { return }
    window.advance(to: now)
    window.add(deposit)
  }

  /// Counts a call that has ended.
  public mutating func callEnded() {
    calls = max(calls - 1, 0)
  }

  /// Decides whether a retry may be made, and takes what it costs.
  package mutating func grant(
    after cause: RetryBudget.Cause, at now: Nanoseconds
  ) -> Result<RetryBudget.Grant, StrategyRefusal> {
    var cost: Int64 = 0
    switch budget.rule {
    case .ratio:
      window.advance(to: now)
      let (needed, floor) = (withdrawal, reserve)
      guard window.total + floor >= needed else {
        let end = window.time { $0 + floor >= needed }
        return .failure(StrategyRefusal(.budget, .exhausted, for: end.map { $0 - now }))
      }
      window.add(-needed)
    case .tokens(_, let transient, let throttling, let timeout, _):
      cost =
        switch cause {
        case .transient: Int64(transient)
        case .throttling: Int64(throttling)
        case .timeout: Int64(timeout)
        }
      guard cost <= tokens else { return .failure(StrategyRefusal(.budget, .exhausted)) }
      tokens -= cost
    case .throttle(let most, _):
      guard 2 * tokens > Int64(most * Double(Self.thousand)) else {
        return .failure(StrategyRefusal(.budget, .exhausted))
      }
    case .share(let share, let minimum):
      guard retries < allowed(share, minimum) else {
        return .failure(StrategyRefusal(.budget, .exhausted))
      }
    case .bucket:
      guard tokens >= Self.thousand else {
        return .failure(StrategyRefusal(.budget, .exhausted))
      }
      tokens -= Self.thousand
    case .failures(let share, _):
      recent.advance(to: now)
      guard isBelow(share) else { return .failure(StrategyRefusal(.budget, .exhausted)) }
    }
    retries += 1
    return .success(RetryBudget.Grant(cost: cost))
  }

  /// Counts the end of an attempt, with the grant if it was a retry.
  public mutating func attemptEnded(_ outcome: CallOutcome, grant: RetryBudget.Grant?) {
    if grant != nil { retries = max(retries - 1, 0) }
    if case .failures = budget.rule, outcome != .ignored {
      recent.add(CallTally(calls: 1, failures: outcome == .failure ? 1 : 0))
    }
    switch (budget.rule, outcome) {
    case (.tokens(let capacity, _, _, _, let credit), .success):
      // A retry that succeeds gets back what it cost.
      let (sum, overflow) = tokens.addingReportingOverflow(grant?.cost ?? Int64(credit))
      tokens = overflow ? Int64(capacity) : min(sum, Int64(capacity))
    case (.throttle(let most, let ratio), .success): fill(by: ratio, upTo: most)
    case (.bucket(let size, let part, .success), .success): fill(by: part, upTo: size)
    case (.throttle, .failure): tokens = max(tokens - Self.thousand, 0)
    default: break
    }
  }

  /// Adds a part of a token, as far as it fits.
  private mutating func fill(by part: Double, upTo most: Double) {
    tokens = min(
      tokens + Int64(part * Double(Self.thousand)), Int64(most * Double(Self.thousand)))
  }

  /// Whether at most a share of the attempts has failed.
  private func isBelow(_ share: Double) -> Bool {
    Double(recent.total.failures) <= share * Double(recent.total.calls)
  }

  private func allowed(_ share: Double, _ minimum: Int) -> Int {
    max(Int(clamping: Int64(share * Double(calls))), minimum)
  }
}

extension RetryBudget.State {
  /// Counts a call that starts, at a time since any fixed moment.
  public mutating func callStarted(at now: Duration) {
    callStarted(at: Nanoseconds(now))
  }

  /// Decides whether a retry may be made, and takes what it costs.
  public mutating func grant(
    after cause: RetryBudget.Cause = .transient, at now: Duration
  ) -> Result<RetryBudget.Grant, StrategyRefusal> {
    grant(after: cause, at: Nanoseconds(now))
  }
}
