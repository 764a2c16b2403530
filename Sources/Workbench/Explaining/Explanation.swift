import Retry
import RetryLanguage
package import RetryNumerics
import Simulation
import TextLayout

/// What a strategy will do, found without running it.
package struct Explanation: Sendable {
  /// What is explained, as it was written.
  package let subject: String
  /// Its parts, the outermost first, each with how deep it stands.
  package var parts: [Part] = []
  /// The attempts in all, in words; nothing where there are none to speak of.
  package var attempts: String?
  /// The most attempts that a call makes, where that is known.
  package var mostAttempts: Int?
  /// The longest time in words, where it is told.
  package var longest: String?
  /// The longest time, where there is one.
  package var longestTime: Nanoseconds?
  /// What is probably not meant.
  package var warnings: [String] = []

  /// A part of a strategy.
  package struct Part: Sendable {
    /// How many parts it stands within.
    package let depth: Int
    /// What it is.
    package let words: String
    /// What it does, line by line.
    package let details: [String]
  }

  /// Explains a source, as it is written.
  init(
    _ source: Source, written: (text: String, expression: Expression), passedOver: [String],
    _ dialect: Dialect
  ) {
    let known = KnownSource(source)
    let plan = Plan(of: source)
    let most = Plan.most(of: known)
    subject = written.text
    parts = Tree(known).parts
    attempts = Self.attempts(plan, most)
    if case .limited(let count) = most, !plan.hasClosures { mostAttempts = count }
    let bound = known.facts.time.upperBound
    longest = bound == .never ? "not known beforehand" : bound.description
    longestTime = bound == .never ? nil : bound
    warnings = Warnings(known, plan, written.expression, passedOver, dialect).lines
  }

  /// Explains a policy, which knows its waits but not how long attempts take.
  init(_ strategy: RetryStrategy, written text: String) {
    let rules = strategy.policy.rules
    let most = DelayPlan(rules).total?.upperBound ?? .never
    let bound = min(most, rules.deadline.map { Nanoseconds($0) } ?? .never)
    subject = text
    parts = StrategyWords(strategy).lines(hint: .zero).map {
      Part(depth: 0, words: $0, details: [])
    }
    attempts = rules.attempts.map(String.init) ?? "as many as it takes, without end"
    mostAttempts = rules.attempts
    longest = "that of the attempts, and waits of \(bound == .never ? "without end" : "\(bound)")"
    let isEndless = rules.attempts == nil && rules.deadline == nil && rules.question == nil
    if isEndless {
      warnings = ["nothing stops it: no number of attempts and no deadline"]
    }
  }

  /// Explains a back-off.
  init(_ backoff: Backoff, written text: String) {
    subject = text
    let plan = DelayPlan(RetryRules(attempts: nil, backoff: backoff))
    parts = [Part(depth: 0, words: "delays: \(plan.text)", details: [])]
  }

  private static func attempts(_ plan: Plan, _ most: Plan.Count) -> String {
    let rest = plan.hasClosures ? ", and those of what closures give" : ""
    switch most {
    case .limited where plan.hasDeadline: return "at most " + most.words + rest
    case .unlimited where plan.hasDeadline: return "as many as fit before the deadline" + rest
    default: return most.words + rest
    }
  }
}
