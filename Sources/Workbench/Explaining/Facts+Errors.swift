import Retry
import RetryNumerics
import Simulation

// The facts of operators on errors.

extension Facts {
  /// Returns the facts if a closure replaces each error.
  func mappingErrors() -> Facts {
    guard canFail else { return self }
    var facts = self
    (facts.kinds, facts.hints, facts.alike) = (nil, nil, Alike())
    return facts
  }

  /// Returns the facts if a value and completion replace each error.
  func answered() -> Facts {
    var facts = rescued(by: Facts(count: 1), on: FaultFilter())
    facts.alike = alike
    return facts
  }

  /// Returns the facts behind a cache that may answer instead of the source.
  func cached(_ contents: CacheContents) -> Facts {
    var facts = self
    facts.mostValues = max(mostValues, Facts.sum(failingValues, 1))
    facts.leastValues = min(leastValues, 1)
    facts.alike = Alike()
    if contents.fresh > 0 {
      (facts.fewest, facts.first) = (0, .zero)
      facts.time = .zero...time.upperBound
    }
    if contents.fresh + contents.stale >= 1 {
      (facts.failure, facts.kinds, facts.hints) = (.never, [], nil)
    }
    return facts
  }

  /// Returns the facts behind a cache that calls share, which may have any answer of another call.
  var stored: Facts {
    var facts = self
    (facts.fewest, facts.first, facts.alike) = (0, .zero, Alike())
    facts.time = .zero...time.upperBound
    facts.leastValues = min(leastValues, 1)
    return facts
  }

  /// Returns the facts if some calls are rejected immediately.
  func guarded(by guarding: Guard) -> Facts {
    guard let fault = guarding.refusal else { return self }
    var facts = self
    (facts.fewest, facts.first, facts.failure) = (0, .zero, .zero)
    facts.time = .zero...time.upperBound
    facts.kinds?.insert(fault.kind)
    facts.alike = Alike()
    return facts
  }

  /// Returns the facts if a client's program makes the calls, whose own time may lead to timeouts, or to more attempts.
  func viaProgram() -> Facts {
    var facts = Facts()
    (facts.fewest, facts.hints) = (fewest, hints)
    (facts.mostValues, facts.failingValues, facts.alwaysEnds) = (
      mostValues, failingValues, alwaysEnds
    )
    return facts
  }

  /// Returns the facts if further attempts start before the first has ended.
  func hedged(_ hedge: Hedge) -> Facts {
    var facts = self
    facts.alike = Alike()
    facts.time = time.lowerBound...(time.upperBound * Int64(hedge.hedges + 1))
    facts.silence = silence * Int64(hedge.hedges + 1)
    return facts
  }

  /// Returns the facts if, after some errors, another source runs and then this one again.
  func refreshed(by refresh: Facts, on filter: FaultFilter) -> Facts {
    // Values of the refresh are dropped.
    var silent = refresh
    (silent.mostValues, silent.failingValues, silent.rest) = (0, 0, .zero)
    var facts = rescued(by: silent.followed(by: self), on: filter)
    facts.leastValues = leastValues
    facts.alike = Alike()
    return facts
  }

  /// Returns the facts if a pipeline over the errors decides on retries.
  func notifying() -> Facts {
    guard canFail else { return self }
    return Facts(
      fewest: fewest, time: time.lowerBound ... .never, first: first, failure: failure)
  }

  func retried(by strategy: RetryStrategy) -> Facts {
    let rules = strategy.policy.rules
    var facts = self
    let longest = Retrials(strategy, over: self).longest
    facts.time = min(time.lowerBound, longest)...longest
    facts.silence = longest
    let isBounded = rules.mostAttempts != nil && rules.question == nil
    facts.alwaysEnds = longest != .never || isBounded && alwaysEnds
    let (most, isOver) = failingValues.multipliedReportingOverflow(by: rules.mostAttempts ?? .max)
    facts.failingValues = isOver ? .max : most
    facts.mostValues = max(mostValues, Facts.sum(facts.failingValues, mostValues))
    if failingValues > 0 { facts.rest = longest }
    if rules.exhausted == .complete { facts.leastValues = 0 }
    facts.alike = retried(rules)
    return facts
  }

  private func retried(_ rules: RetryRules) -> Alike {
    guard alike.attempts, alike.outcome, rules.question == nil else { return Alike() }
    let isSteady = rules.hasSteadyWaits
    guard rules.deadline == nil || alike.time && isSteady else { return Alike() }
    return Alike(
      attempts: true, outcome: true, waited: isSteady && alike.waited,
      time: isSteady && alike.time)
  }
}

extension RetryRules {
  fileprivate var hasSteadyWaits: Bool {
    backoff.ranges(min((mostAttempts ?? 100) - 1, 100)).allSatisfy {
      $0.lowerBound == $0.upperBound
    }
  }
}
