package import Retry
import RetryNumerics

/// The settings of a strategy with a memory, which all calls share that go through the same value.
///
/// It has an identity: two breakers with the same settings remember different calls.
package final class Shared<Settings: Sendable>: Identified, Sendable {
  package let name: String
  package let settings: Settings
  /// Whether each client of a load has a memory of its own.
  package let isPerClient: Bool

  package init(_ name: String, _ settings: Settings, isPerClient: Bool = false) {
    (self.name, self.settings, self.isPerClient) = (name, settings, isPerClient)
  }
}

/// What is equal to itself alone, such as a closure, which cannot be compared.
package protocol Identified: AnyObject, Hashable {}

extension Identified {
  package static func == (left: Self, right: Self) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A circuit breaker, and the errors that count as failures.
package struct BreakerRules: Sendable {
  package let breaker: CircuitBreaker
  /// The errors that count; others say that the service works.
  package let filter: FaultFilter

  package init(_ breaker: CircuitBreaker, on filter: FaultFilter = FaultFilter()) {
    (self.breaker, self.filter) = (breaker, filter)
  }
}

/// A send rate that adapts, and the errors by which a service throttles.
package struct PacerRules: Sendable {
  package let rate: CubicRate
  /// The errors; `nil` means those for which a budget charges throttling.
  package let filter: FaultFilter?

  package init(_ rate: CubicRate, on filter: FaultFilter? = nil) {
    (self.rate, self.filter) = (rate, filter)
  }

  /// Returns whether the service throttles by an error.
  func isThrottling(_ fault: Fault) -> Bool {
    filter?.admits(fault) ?? (fault.retryCause == .throttling)
  }
}

/// A strategy that decides whether a call may go on, from what earlier calls have met.
package enum Guard: Sendable, CustomStringConvertible {
  case breaker(Shared<BreakerRules>)
  case rateLimiter(Shared<RateLimiter>)
  case bulkhead(Shared<ConcurrencyLimit>)
  case throttle(Shared<ClientThrottle>)
  case pacer(Shared<PacerRules>)

  /// What a strategy goes by.
  package enum Sort: CaseIterable, Sendable {
    case breaker, rateLimiter, bulkhead, pacer, throttle

    /// The name of the function that makes one.
    package var valueName: String {
      switch self {
      case .breaker: "breaker"
      case .rateLimiter: "rateLimiter"
      case .bulkhead: "bulkhead"
      case .pacer: "pacer"
      case .throttle: "adaptiveThrottle"
      }
    }

    /// The name of the operator that goes through one.
    package var operatorName: String {
      switch self {
      case .breaker, .bulkhead, .throttle: valueName
      case .rateLimiter: "rateLimit"
      case .pacer: "pace"
      }
    }
  }

  package var sort: Sort {
    switch self {
    case .breaker: .breaker
    case .rateLimiter: .rateLimiter
    case .bulkhead: .bulkhead
    case .throttle: .throttle
    case .pacer: .pacer
    }
  }

  /// The strategy as a layer of the library.
  package var layer: PolicyDocument.Layer {
    switch self {
    case .breaker(let breaker): .breaker(breaker.settings.breaker)
    case .rateLimiter(let limiter): .rateLimiter(limiter.settings)
    case .bulkhead(let bulkhead): .concurrencyLimit(bulkhead.settings)
    case .throttle(let throttle): .throttle(throttle.settings)
    case .pacer(let pacer): .pace(pacer.settings.rate)
    }
  }

  package var description: String { "\(layer)" }

  /// Whether each client of a load has a memory of its own.
  package var isPerClient: Bool {
    switch self {
    case .breaker(let breaker): breaker.isPerClient
    case .rateLimiter(let limiter): limiter.isPerClient
    case .bulkhead(let bulkhead): bulkhead.isPerClient
    case .throttle(let throttle): throttle.isPerClient
    case .pacer(let pacer): pacer.isPerClient
    }
  }

  /// The errors that were chosen for it, with what they do, if it looks at some only.
  package var chosen: (what: String, errors: FaultFilter)? {
    switch self {
    case .breaker(let breaker): ("the breaker counts", breaker.settings.filter)
    case .pacer(let pacer): pacer.settings.filter.map { ("slow down the send rate", $0) }
    case .rateLimiter, .bulkhead, .throttle: nil
    }
  }

  /// The error of a call that may not go on; `nil` if it may only have to wait.
  package var refusal: Fault? {
    switch self {
    case .breaker: Fault.refusal(by: .breaker)
    case .rateLimiter: Fault.refusal(by: .rateLimiter)
    case .bulkhead: Fault.refusal(by: .concurrencyLimit)
    case .throttle: Source.throttled
    case .pacer: nil
    }
  }
}

extension Source {
  package static let throttled = Fault("throttled")

  package func guarded(by guarding: Guard) -> Source {
    Source(.guarded(guarding), on: [self])
  }

  /// Returns a source that starts further attempts of this one before it has ended, of which the first success wins.
  package func hedged(_ hedge: Shared<Hedge>, budget: Shared<RetryBudget>? = nil) -> Source {
    Source(.hedged(hedge, budget: budget), on: [self])
  }

  var mayRefuse: Bool {
    if case .guarded = kind { true } else { inputs.contains(where: \.mayRefuse) }
  }
}

extension Fault: CausedError {
  /// What a retry after it is charged for, and what delay follows it.
  package var retryCause: RetryCause {
    let isThrottling =
      [Source.throttled.kind, "rateLimited"].contains(kind)
      || (kind == "http" && payload?.integer == 429)
    return kind == Fault.timeout.kind ? .timeout : isThrottling ? .throttling : .transient
  }
}

extension Fault {
  /// Returns the error of a call that a strategy refuses, with the time until it may be asked again.
  package static func refusal(
    by strategy: StrategyRefusal.Strategy, for time: Duration? = nil
  ) -> Fault {
    let kind =
      switch strategy {
      case .budget: "budgetExhausted"
      case .breaker: "breakerOpen"
      case .rateLimiter: "rateLimited"
      case .concurrencyLimit: "bulkheadFull"
      case .throttle: Source.throttled.kind
      case .gate: "gateClosed"
      }
    return Fault(kind, retryAfter: time.map { Nanoseconds($0) })
  }

  /// Whether it is the error of a strategy that refused a call, which no retry answers unless it is asked to.
  var isRefusal: Bool { Self.refusals.contains(kind) }

  private static let refusals = StrategyRefusal.Strategy.allCases.filter(\.refusesAttempts)
    .map { refusal(by: $0).kind }
}

extension StrategyRefusal.Strategy {
  /// Whether it refuses an attempt, rather than a retry or a call as a whole.
  fileprivate var refusesAttempts: Bool {
    switch self {
    case .breaker, .rateLimiter, .concurrencyLimit: true
    case .budget, .throttle, .gate: false
    }
  }
}
