import Retry
import Simulation

/// A part of a strategy that an exercise can ask for.
enum AnswerPart: String, CaseIterable {
  case retry, retryWhen, timeout, deadline, budget, hedge, cached, fallback
  case breaker, bulkhead, rateLimiter, pacer, adaptiveThrottle

  static let names = allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")

  /// The part with its article.
  var phrase: String {
    switch self {
    case .cached: "a cache"
    case .rateLimiter: "a rate limiter"
    case .adaptiveThrottle: "an adaptive throttle"
    default: "a \(rawValue)"
    }
  }

  /// Returns whether a source has the part, as far as can be seen without running it.
  func isPart(of source: Source) -> Bool {
    matches(source.kind) || source.inputs.contains { isPart(of: $0) }
  }

  private func matches(_ kind: Operator) -> Bool {
    switch (self, kind) {
    case (.retry, .retry), (.retryWhen, .retryWhen), (.timeout, .timeout), (.hedge, .hedged),
      (.cached, .cached), (.cached, .stored), (.fallback, .fallback):
      true
    case (.budget, .retry(let strategy)): strategy.features.contains(.budget)
    case (.budget, .hedged(_, let budget)): budget != nil
    case (.deadline, .retry(let strategy)): strategy.features.contains(.deadline)
    case (_, .guarded(let guarding)): guarding.sort.valueName == rawValue
    default: false
    }
  }
}
