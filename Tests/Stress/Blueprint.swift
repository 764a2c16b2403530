import Retry

/// The layers of a random pipeline, with what watches them.
struct Blueprint {
  let ledger: Ledger
  /// The layers from the outside in, each followed by what watches it.
  var layers: [any PipelineLayer] = []
  /// What changes settings while calls are made.
  var updates: [@Sendable () -> Void] = []
  /// What is done before the calls.
  var preparations: [@Sendable () async -> Void] = []
  /// What has to hold after the calls.
  var checks: [@Sendable () async -> Void] = []
  var allowed: AllowedErrors

  init(_ ledger: Ledger) {
    self.ledger = ledger
    allowed = AllowedErrors(ledger: ledger)
  }

  /// Whether all layers leave the operation in the task of the caller.
  var isInPlace: Bool { layers.allSatisfy { $0 is any InPlaceLayer } }

  mutating func add(_ dice: inout Dice) {
    switch dice.int(0...11) {
    case 0, 1: addTimeout(&dice)
    case 2, 3, 4: addRetrying(&dice)
    case 5: addBreaker(&dice)
    case 6: addLimiter(&dice)
    case 7, 8: addBulkhead(&dice)
    case 9: addHedging(&dice)
    case 10: addThrottle(&dice)
    default: addPacer(&dice)
    }
  }

  private mutating func addTimeout(_ dice: inout Dice) {
    allowed.timeout = true
    let limit = dice.micros(dice.chance(10) ? 0...20 : 50...2000)
    ledger.tell("timeout \(limit)")
    layers.append(dice.chance(10) ? Timeout(limit) { Late() } : Timeout(limit))
  }

  /// Returns a budget that is watched, perhaps while its settings change.
  private mutating func budget(
    _ dice: inout Dice
  ) -> (SharedBudget<ContinuousClock>, Spending) {
    let (settings, allowance) = dice.budget()
    ledger.tell("budget \(settings)")
    let (budget, spending) = (SharedBudget(settings), Spending())
    allowed.refusals.insert(.budget)
    if dice.chance(15) {
      let other = dice.budget().0
      updates.append { budget.update(other) }
    } else {
      checks.append { [ledger] in spending.check(allowance, ledger) }
    }
    checks.append { [ledger] in
      ledger.check(budget.balance >= 0, "a balance is not negative")
      guard let minimum = budget.settings.share?.minimum else { return }
      ledger.check(budget.balance == Double(minimum), "no retry stays in flight in a share")
    }
    return (budget, spending)
  }

  private mutating func addRetrying(_ dice: inout Dice) {
    let policy = dice.policy()
    let rules = policy.rules
    ledger.tell("retrying \(policy)")
    let most = rules.limitRule == .both && rules.deadline != nil ? nil : rules.attempts
    if rules.exhausted == .complete { allowed.completion = true }
    allowed.retrying = true
    let retriesRefusals = dice.chance(20)
    if dice.chance(40) {
      let (budget, spending) = budget(&dice)
      layers.append(
        Retrying(policy, budget: budget, refusals: retriesRefusals, using: dice.split()))
      layers.append(AttemptAudit(.retrying(most: most), spending: spending, ledger))
    } else {
      layers.append(Retrying(policy, refusals: retriesRefusals))
      layers.append(AttemptAudit(.retrying(most: most), spending: nil, ledger))
    }
  }

  private mutating func addBreaker(_ dice: inout Dice) {
    allowed.refusals.insert(.breaker)
    let settings = dice.breaker()
    ledger.tell("breaker \(settings)")
    let breaker = Breaker(settings, using: dice.split())
    let audit = ProbeAudit(probes: settings.probes, ledger)
    layers += [breaker, audit]
    checks.append { [ledger] in await Self.probe(breaker, ledger) }
    switch dice.int(0...4) {
    case 0:
      let other = dice.breaker()
      updates.append { breaker.update(other) }
    case 1:
      updates.append { breaker.isolate() }
      updates.append { breaker.close() }
    case 2: preparations.append { await Self.open(breaker, audit) }
    default: break
    }
  }

  /// Has a breaker fail until it is open, from where its probes are counted.
  private static func open(_ breaker: Breaker<ContinuousClock>, _ audit: ProbeAudit) async {
    let alone = Pipeline(breaker)
    for _ in 0..<10 where breaker.status == .closed {
      try? await alone.call { _ in throw Fault(call: 0, kind: .plain) }
    }
    if breaker.status != .closed { audit.begin() }
  }

  /// Whether no call of the past holds the place of a probe.
  private static func probe(_ breaker: Breaker<ContinuousClock>, _ ledger: Ledger) async {
    do {
      try await Pipeline(breaker).call { _ in }
    } catch {
      let reason = (error as? StrategyRefusal)?.reason
      ledger.check(reason != .probing, "a breaker without calls has room for a probe")
    }
  }

  private mutating func addLimiter(_ dice: inout Dice) {
    allowed.refusals.insert(.rateLimiter)
    let settings = dice.rateLimiter()
    // Before the limiter, whose time it may not overtake.
    let audit = TurnAudit(settings, ledger)
    ledger.tell("limiter \(settings)")
    let limiter = Limiter(settings)
    layers.append(limiter)
    if dice.chance(20) {
      let other = dice.rateLimiter()
      updates.append { limiter.update(other) }
    } else {
      layers.append(audit)
    }
  }

  private mutating func addBulkhead(_ dice: inout Dice) {
    allowed.refusals.insert(.concurrencyLimit)
    let settings = dice.concurrencyLimit()
    let others = (0..<dice.int(0...2)).map { _ in dice.concurrencyLimit() }
    ledger.tell("bulkhead \(settings), then \(others)")
    let bulkhead = Bulkhead(settings)
    for other in others { updates.append { bulkhead.update(other) } }
    let most = ([settings] + others).map { $0.adaptation?.range.upperBound ?? $0.calls }.max() ?? 1
    layers += [bulkhead, Gauge(most: most, ledger)]
    checks.append { [ledger] in
      ledger.check(bulkhead.running == 0, "no call keeps its place in a bulkhead")
      ledger.check(bulkhead.waiting == 0, "no call stays in the queue of a bulkhead")
    }
  }

  private mutating func addThrottle(_ dice: inout Dice) {
    allowed.refusals.insert(.throttle)
    let throttle = Throttle(dice.throttle(), using: dice.split())
    ledger.tell("throttle \(throttle.settings)")
    layers.append(throttle)
    let other = dice.throttle()
    if dice.chance(20) { updates.append { throttle.update(other) } }
  }

  private mutating func addPacer(_ dice: inout Dice) {
    let pacer = Pacer(dice.rate()) { ($0 as? Fault)?.kind == .throttling }
    ledger.tell("pacer \(pacer.settings)")
    layers.append(pacer)
    let other = dice.rate()
    if dice.chance(20) { updates.append { pacer.update(other) } }
  }

  private mutating func addHedging(_ dice: inout Dice) {
    let settings = dice.hedge()
    ledger.tell("hedging \(settings)")
    var spending: Spending?
    let hedging: Hedging<ContinuousClock>
    if dice.chance(30) {
      let (budget, spent) = budget(&dice)
      spending = spent
      hedging = Hedging(settings, budget: budget)
    } else {
      hedging = dice.chance(40) ? Hedging(settings, for: dice.policy()) : Hedging(settings)
    }
    var most = settings.hedges
    if dice.chance(20) {
      let other = dice.hedge()
      most = max(most, other.hedges)
      updates.append { hedging.update(other) }
    }
    layers += [hedging, AttemptAudit(.hedging(most: most), spending: spending, ledger)]
  }
}
