package import Retry
import RetryNumerics

/// The settings of a strategy with a memory, which all calls share that go through the same value.
///
/// It has an identity: two breakers with the same settings remember different calls.
package final class Shared<Settings: Sendable>: Hashable, Sendable {
  /// The name.
  package let name: String
  /// The settings.
  package let settings: Settings
  /// Whether each client of a load has a memory of its own.
  package let isPerClient: Bool

  /// Creates a strategy that remembers nothing yet.
  package init(_ name: String, _ settings: Settings, isPerClient: Bool = false) {
    (self.name, self.settings, self.isPerClient) = (name, settings, isPerClient)
  }

  package static func == (left: Shared, right: Shared) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A circuit breaker, and the errors that count as failures.
package struct BreakerRules: Sendable {
  package let breaker: CircuitBreaker
  /// The errors that count; others say that the service works.
  package let filter: FaultFilter

  /// Creates the rules of a breaker.
  package init(_ breaker: CircuitBreaker, on filter: FaultFilter = FaultFilter()) {
    (self.breaker, self.filter) = (breaker, filter)
  }
}

/// A strategy that decides whether a call may go on, from what earlier calls have met.
package enum Guard: Sendable {
  case breaker(Shared<BreakerRules>)
  case rateLimiter(Shared<RateLimiter>)
  case bulkhead(Shared<ConcurrencyLimit>)

  /// The name of the operator in the language.
  var name: String {
    switch self {
    case .breaker: "breaker"
    case .rateLimiter: "rateLimit"
    case .bulkhead: "bulkhead"
    }
  }

  /// The error of a call that may not go on.
  package var refusal: Fault {
    switch self {
    case .breaker: Fault.refusal(by: .breaker)
    case .rateLimiter: Fault.refusal(by: .rateLimiter)
    case .bulkhead: Fault.refusal(by: .concurrencyLimit)
    }
  }
}

extension Source {
  /// Returns the source behind a strategy that may refuse a call.
  package func guarded(by guarding: Guard) -> Source {
    Source(.guarded(guarding), on: [self])
  }

  /// Returns a source that starts further attempts of this one before it has ended, of which the first success wins.
  package func hedged(_ hedge: Shared<Hedge>, budget: Shared<RetryBudget>? = nil) -> Source {
    Source(.hedged(hedge, budget: budget), on: [self])
  }

  /// Whether a strategy in it may refuse a call.
  var mayRefuse: Bool {
    if case .guarded = kind { true } else { inputs.contains(where: \.mayRefuse) }
  }
}

extension Fault {
  /// Returns the error of a call that a strategy refuses, with the time until it may be asked again.
  static func refusal(
    by strategy: StrategyRefusal.Strategy, for time: Duration? = nil
  ) -> Fault {
    let kind =
      switch strategy {
      case .budget: "budgetExhausted"
      case .breaker: "breakerOpen"
      case .rateLimiter: "rateLimited"
      case .concurrencyLimit: "bulkheadFull"
      case .throttle: Source.throttled.kind
      }
    return Fault(kind, retryAfter: time.map { Nanoseconds($0) })
  }

  /// Whether it is the error of a strategy that refused a call, which no retry answers unless it is asked to.
  var isRefusal: Bool {
    ["breakerOpen", "rateLimited", "bulkheadFull"].contains(kind)
  }
}
