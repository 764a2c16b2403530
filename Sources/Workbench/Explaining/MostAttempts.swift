import Retry
import RetryLanguage
import RetryNumerics
import Simulation
import VirtualTime

/// The most attempts that a strategy can make, found by asking its policy what it does when every attempt
/// fails as quickly as it can and every wait is as short as it can be.
enum MostAttempts {
  /// The attempts after which counting ends.
  private static let counted = 10_000

  /// Returns the number of attempts; nothing where there is no limit, or one too far to count to.
  static func of(_ strategy: RetryStrategy, over source: Source) -> Int? {
    let rules = strategy.policy.rules
    guard let deadline = rules.deadline.map({ Nanoseconds($0) }), deadline != .never,
      rules.question == nil
    else { return rules.attempts }
    let attempt = Bounds.quickestFailure(source)
    let hint = strategy.policy.hint == nil ? nil : Bounds.shortestHint(source)
    // The shortest wait takes the place of what is drawn.
    var draws = Draws(
      DrawKey(seed: 0, name: "explain"), call: 0, attempt: 0, purpose: .jitter)
    var state = RetryState()
    var range: ClosedRange<Nanoseconds>?
    var elapsed = Nanoseconds.zero
    for made in 1...min(rules.attempts ?? counted, counted) {
      elapsed = elapsed + attempt
      let next = rules.backoff.range(retry: made - 1, previous: range)
      range = next
      let decision = rules.decide(
        isRetryable: true, hint: min(next.lowerBound, hint ?? .never), elapsed: elapsed,
        state: &state, using: &draws)
      guard case .retry(let wait, _) = decision else { return made }
      elapsed = elapsed + Nanoseconds(wait.duration)
      if rules.mayStart(elapsed: elapsed) != nil { return made }
    }
    return rules.attempts
  }
}
