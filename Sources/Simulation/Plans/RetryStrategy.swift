package import Retry
package import RetryNumerics

/// A retry policy with details for the simulation.
///
/// The policy decides; it is the same type that runs real code. The filter is kept as data, so that it can
/// be explained.
package struct RetryStrategy: Sendable {
  /// A limit on the retries after the errors of a pattern.
  package struct Limit: Hashable, Sendable {
    package let pattern: FaultPattern
    /// The number of them that may be followed by another attempt.
    package let retries: Int

    package init(_ pattern: FaultPattern, retries: Int) {
      self.pattern = pattern
      self.retries = retries
    }
  }

  /// What a client puts around its attempts or around the whole call.
  package enum Layer: Sendable {
    case timeout(Nanoseconds)
    case guarded(Guard)
    case hedged(Shared<Hedge>)

    func around(_ source: Source) -> Source {
      switch self {
      case .timeout(let limit): source.timeout(limit)
      case .guarded(let guarding): source.guarded(by: guarding)
      case .hedged(let hedge): source.hedged(hedge)
      }
    }
  }

  package let policy: RetryPolicy<Fault>
  package let filter: FaultFilter
  /// The errors whose hints count; `nil` for all.
  package let hinting: [FaultPattern]?
  package let limits: [Limit]
  package let person: Person
  /// What bounds the retries of all calls that share it, if anything.
  package let budget: Shared<RetryBudget>?
  /// The library whose errors it retries, unless a person named them.
  package let library: String?
  /// The layers around each attempt, the innermost first.
  package let inner: [Layer]
  /// The layers around the whole call, the innermost first.
  package let outer: [Layer]

  package init(
    rules: RetryRules, on filter: FaultFilter = FaultFilter(), hinting: [FaultPattern]? = nil,
    limits: [Limit] = [], person: Person = .patient, budget: Shared<RetryBudget>? = nil,
    library: String? = nil,
    inner: [Layer] = [], outer: [Layer] = []
  ) {
    (self.library, self.inner, self.outer) = (library, inner, outer)
    self.budget = budget
    self.filter = filter
    self.hinting = hinting
    self.limits = limits
    self.person = person
    let admits: @Sendable (Fault) -> Bool = { filter.admits($0) }
    let limits = limits.map { limit in
      RetryLimit(retries: limit.retries) { (fault: Fault) in limit.pattern.matches(fault) }
    }
    let filter = filter.admitsEverything ? nil : admits
    guard let hinting, rules.hintRule != nil else {
      // A closure that captures nothing, since a call of it at every failure counts no reference.
      let hint: @Sendable (Fault) -> Duration? = { $0.retryAfter?.duration }
      policy = RetryPolicy(
        rules: rules, on: filter, hint: rules.hintRule == nil ? nil : hint, limits: limits)
      return
    }
    policy = RetryPolicy(
      rules: rules, on: filter,
      hint: { fault in
        hinting.contains { $0.matches(fault) } ? fault.retryAfter?.duration : nil
      }, limits: limits)
  }
}

extension RetryStrategy {
  /// Returns the same strategy for other errors, or as that of a library.
  package func retrying(on filter: FaultFilter, of library: String? = nil) -> RetryStrategy {
    copy(filter: filter, budget: budget, library: library)
  }

  /// Returns the same strategy with further layers around those that it has.
  package func with(inner: [Layer] = [], outer: [Layer] = []) -> RetryStrategy {
    copy(budget: budget, library: library, inner: inner, outer: outer)
  }

  /// The same strategy with its own back-off storage.
  ///
  /// Threads that count references to shared storage block each other at every decision.
  var detached: RetryStrategy {
    let rules = policy.rules.with(backoff: policy.rules.backoff.detached)
    return copy(rules: rules, budget: budget, library: library)
  }

  /// The same strategy with delays that are longer by a random time, which is so long on average.
  func delayed(by time: Nanoseconds) -> RetryStrategy {
    let backoff = policy.rules.backoff.additiveJitter((time * 2).duration)
    return copy(rules: policy.rules.with(backoff: backoff), budget: budget, library: library)
  }

  /// The same strategy without a budget.
  package var withoutBudget: RetryStrategy { copy(budget: nil, library: library) }

  /// The same strategy without a deadline.
  package var withoutDeadline: RetryStrategy {
    copy(rules: policy.rules.withoutDeadline, budget: budget, library: library)
  }

  private func copy(
    rules: RetryRules? = nil, filter: FaultFilter? = nil, budget: Shared<RetryBudget>?,
    library: String?, inner: [Layer] = [], outer: [Layer] = []
  ) -> RetryStrategy {
    RetryStrategy(
      rules: rules ?? policy.rules, on: filter ?? self.filter, hinting: hinting, limits: limits,
      person: person, budget: budget, library: library, inner: self.inner + inner,
      outer: self.outer + outer)
  }
}
