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

  /// Returns an answer without the part, as far as it can be seen without running it; `nil` if it has none.
  func removed(from answer: Source, builtOn base: Source?) -> Source? {
    let rest = answer.rewritten(downTo: base, without)
    return rest.isSame(as: answer) ? nil : rest
  }

  /// Returns a source whose outermost operator is the part, or has it, without it.
  private func without(_ source: Source) -> Source? {
    switch (self, source.kind) {
    case (.retry, .retry), (.retryWhen, .retryWhen), (.timeout, .timeout), (.hedge, .hedged),
      (.cached, .cached), (.cached, .stored), (.fallback, .fallback):
      source.inputs.first
    case (.budget, .retry(let strategy)) where strategy.budget != nil:
      source.with(.retry(strategy.withoutBudget))
    case (.budget, .hedged(let hedge, .some)): source.with(.hedged(hedge, budget: nil))
    case (.deadline, .retry(let strategy)) where strategy.policy.rules.deadline != nil:
      source.with(.retry(strategy.withoutDeadline))
    case (_, .guarded(let guarding)) where guarding.sort.valueName == rawValue:
      source.inputs.first
    default: nil
    }
  }
}
