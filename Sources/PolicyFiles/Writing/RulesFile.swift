import FoundationEssentials
import Retry
import RetryNumerics
import Simulation

/// A policy and its companions as JSON: what a program decodes, with a comment that it passes over.
struct RulesFile: Encodable {
  /// The key of the comment; the others are those of the document.
  private enum Key: String, CodingKey { case comment = "_comment" }

  /// Where the policy came from, and what the file does not say.
  let comment: [String]
  let document: PolicyDocument

  /// Encodes the document, and the comment beside its keys.
  func encode(to encoder: any Encoder) throws {
    try document.encode(to: encoder)
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(comment, forKey: .comment)
  }

  /// The text; the times of rules and of timeouts are nanoseconds.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    // Only a closure cannot be encoded, and these rules have none.
    guard let data = try? encoder.encode(self) else { return "{}\n" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}

extension PolicyDocument {
  /// Creates the document of a strategy, with rules that have no closure.
  init(_ strategy: RetryStrategy, _ rules: RetryRules) {
    self.init(
      rules: rules, budget: strategy.budget?.settings,
      aroundCall: strategy.outer.reversed().map(\.settings),
      aroundAttempt: strategy.inner.reversed().map(\.settings))
  }
}

extension RetryStrategy.Layer {
  /// What the library needs to know of it.
  fileprivate var settings: PolicyDocument.Layer {
    switch self {
    case .timeout(let limit): .timeout(limit.duration)
    case .guarded(.breaker(let breaker)): .breaker(breaker.settings.breaker)
    case .guarded(.rateLimiter(let limiter)): .rateLimiter(limiter.settings)
    case .guarded(.bulkhead(let limit)): .concurrencyLimit(limit.settings)
    case .guarded(.throttle(let throttle)): .throttle(throttle.settings)
    case .guarded(.pacer(let pacer)): .pace(pacer.settings.rate)
    case .hedged(let hedge): .hedge(hedge.settings)
    }
  }

  /// The errors that a closure picks for it, if any does.
  var picked: (what: String, filter: FaultFilter)? {
    switch self {
    case .guarded(.breaker(let breaker)): ("the breaker counts", breaker.settings.filter)
    case .guarded(.pacer(let pacer)):
      pacer.settings.filter.map { ("slow down the send rate", $0) }
    default: nil
    }
  }

  var isPerClient: Bool {
    switch self {
    case .timeout: false
    case .guarded(.breaker(let breaker)): breaker.isPerClient
    case .guarded(.rateLimiter(let limiter)): limiter.isPerClient
    case .guarded(.bulkhead(let limit)): limit.isPerClient
    case .guarded(.throttle(let throttle)): throttle.isPerClient
    case .guarded(.pacer(let pacer)): pacer.isPerClient
    case .hedged(let hedge): hedge.isPerClient
    }
  }
}
