import Retry

/// Random settings of strategies; times are in microseconds, so that all happens within a few milliseconds.
extension Dice {
  mutating func backoff() -> Backoff {
    let start = micros(0...60)
    let plain: Backoff =
      switch int(0...8) {
      case 0, 1, 2: .none
      case 3: .constant(start)
      case 4: .exponential(initial: start).maximum(.microseconds(200))
      case 5: .linear(increment: micros(0...30), initial: start)
      case 6: .decorrelated(base: start).maximum(.microseconds(200))
      case 7: .delays([start, .zero, micros(0...100)])
      default: .custom { retry in .microseconds(10 * retry) }
      }
    return switch int(0...5) {
    case 0: plain.fullJitter()
    case 1: plain.equalJitter()
    case 2: plain.proportionalJitter(0.5)
    case 3: plain.additiveJitter(.microseconds(50))
    default: plain
    }
  }

  mutating func rules(asksNobody: Bool = true) -> RetryRules {
    let deadline = some(20) { $0.micros(0...1500) }
    let attempts: Int? = deadline != nil && chance(10) ? nil : int(1...5)
    let hintRule = HintRule(
      jitter: micros(0...40), isAtLeastBackoff: chance(30), resetsBackoff: chance(20),
      excess: chance(20) ? .fail : .shorten, negative: chance(20) ? .fail : .ignore)
    let rules: [DeadlineRule] = [.refuse, .refuseBeyond, .clamp, .after, .elapsed]
    return RetryRules(
      attempts: attempts, backoff: backoff(), hintRule: chance(70) ? hintRule : nil,
      deadline: deadline, deadlineRule: attempts == nil ? .refuse : rules[int(0...4)],
      deadlineMoment: chance(30) ? .start : .failure,
      limitRule: attempts != nil && chance(10) ? .both : .either,
      question: asksNobody ? nil : some(20) { RetryQuestion(after: $0.int(0...2)) },
      exhausted: chance(10) ? .complete : .fail)
  }

  mutating func policy(asksNobody: Bool = true) -> RetryPolicy<any Error> {
    let (isFiltered, isHinted) = (chance(50), chance(50))
    let limit = some(30) { $0.int(0...2) }
    let filter: @Sendable (any Error) -> Bool = { ($0 as? Fault)?.kind != .fatal }
    let hint: @Sendable (any Error) -> Duration? = { ($0 as? Fault)?.hint }
    let limits: [RetryLimit<any Error>] =
      limit.map { limit in
        [RetryLimit(retries: limit) { ($0 as? Fault)?.kind == .limited }]
      } ?? []
    return RetryPolicy(
      rules: rules(asksNobody: asksNobody),
      on: isFiltered ? filter : nil, hint: isHinted ? hint : nil, limits: limits)
  }

  mutating func breaker() -> CircuitBreaker {
    let opening = CircuitBreaker.Opening(
      micros(0...150), factor: chance(30) ? 2 : 1, maximum: .microseconds(500),
      isJittered: chance(30))
    let probes = int(1...3)
    switch int(0...3) {
    case 0, 1:
      return CircuitBreaker(consecutiveFailures: int(1...3), opening: opening, probes: probes)
    case 2:
      return CircuitBreaker(
        failures: int(1...3), within: .milliseconds(int(1...5)), opening: opening, probes: probes)
    default:
      let window: CircuitBreaker.Window =
        chance(50) ? .calls(int(1...8)) : .time(.milliseconds(int(1...5)))
      return CircuitBreaker(
        failureRate: 0.3 + 0.7 * share(), slowRate: some(30) { _ in 0.5 },
        slow: micros(50...500), over: window, minimumCalls: int(1...3), opening: opening,
        probes: probes)
    }
  }

  mutating func concurrencyLimit() -> ConcurrencyLimit {
    let adaptation = some(30) { dice in
      let low = dice.int(1...2)
      return ConcurrencyLimit.Adaptation(
        in: low...(low + dice.int(0...3)), decrease: 0.5, slow: dice.micros(20...400))
    }
    return ConcurrencyLimit(
      int(1...3), queue: int(0...4), maximumWait: some(50) { $0.micros(0...400) },
      adapting: adaptation)
  }

  mutating func rateLimiter() -> RateLimiter {
    let (calls, span, wait) = (int(1...5), micros(50...1000), micros(0...1000))
    return chance(50)
      ? .tokenBucket(calls, per: span, burst: int(1...4), maximumWait: wait)
      : .slidingWindow(calls, per: span, maximumWait: wait)
  }

  mutating func throttle() -> ClientThrottle {
    ClientThrottle(k: 1 + 2 * share(), window: .milliseconds(int(1...20)))
  }

  /// A rate of at least some thousand attempts a second, since it counts in half seconds else.
  mutating func rate() -> CubicRate { CubicRate(minimum: Double(int(4000...20_000))) }

  mutating func hedge() -> Hedge {
    let (delay, hedges) = (some(85) { $0.micros(0...150) }, int(0...3))
    return chance(25)
      ? Hedge(afterPercentile: share(), otherwise: delay, hedges: hedges)
      : Hedge(after: delay, hedges: hedges)
  }

  /// A budget and what it may pay.
  mutating func budget() -> (RetryBudget, Allowance) {
    switch int(0...6) {
    case 0:
      let (size, part) = (Double(int(0...3)), Double(int(0...4)) / 4)
      return (.bucket(size, perCall: part), .bucket(size, part, bySuccess: false))
    case 1:
      let (size, part) = (Double(int(0...3)), Double(int(0...4)) / 4)
      return (.bucket(size, perSuccess: part), .bucket(size, part, bySuccess: true))
    case 2:
      let (capacity, cost, credit) = (int(0...20), int(1...6), int(0...2))
      let budget = RetryBudget.tokens(
        capacity: capacity, cost: cost, throttlingCost: cost, timeoutCost: cost, credit: credit)
      return (budget, .tokens(capacity, cost: cost, credit: credit))
    case 3:
      let (share, least) = (share() / 2, int(0...2))
      return (.share(share, minimum: least), .share(share, least))
    case 4:
      let (ratio, least) = (Double(int(1...4)) / 4, Double(int(0...20)))
      let window = Duration.milliseconds(int(50...200))
      let budget = RetryBudget.ratio(ratio, minimumPerSecond: least, window: window)
      return (budget, .ratio(ratio, least * (window / .seconds(1)), window))
    case 5: return (.throttle(maximumTokens: Double(int(2...10)), tokenRatio: 0.5), .unknown)
    default: return (.failures(atMost: share(), window: .milliseconds(int(1...50))), .unknown)
    }
  }

  mutating func document() -> PolicyDocument {
    func layers(_ dice: inout Dice) -> [PolicyDocument.Layer] {
      (0..<dice.int(0...2)).map { _ in
        switch dice.int(0...6) {
        case 0: .timeout(dice.micros(20...2000))
        case 1: .breaker(dice.breaker())
        case 2: .rateLimiter(dice.rateLimiter())
        case 3: .concurrencyLimit(dice.concurrencyLimit())
        case 4: .throttle(dice.throttle())
        case 5: .pace(dice.rate())
        default: .hedge(dice.hedge())
        }
      }
    }
    return PolicyDocument(
      rules: rules(), budget: some(40) { $0.budget().0 }, aroundCall: layers(&self),
      aroundAttempt: layers(&self))
  }
}
