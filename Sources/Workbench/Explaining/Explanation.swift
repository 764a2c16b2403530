import Retry
import RetryLanguage
package import RetryNumerics
import Simulation
import TextLayout

/// The behaviour of a strategy, derived without running it.
package struct Explanation: Sendable {
  /// The explained expression, as written.
  package let subject: String
  /// Its parts, the outermost first, each with its depth.
  package var parts: [Part] = []
  /// A description of the total attempts, if any.
  package var attempts: String?
  /// The maximal number of attempts, if known.
  package var mostAttempts: Int?
  /// A description of the longest duration, if shown.
  package var longest: String?
  /// The longest duration, if limited.
  package var longestTime: Nanoseconds?
  /// The warnings about likely mistakes.
  package var warnings: [String] = []
  /// The delays of its only strategy.
  private(set) var delays: DelaySchedule?

  /// A part of a strategy.
  package struct Part: Sendable {
    /// Its depth.
    package let depth: Int
    /// Its description.
    package let text: String
    /// Details of its behaviour, one per line.
    package let details: [String]
  }

  /// Explains a source as written.
  init(
    _ source: Source, written: (text: String, expression: Expression), ignoredText: [String],
    _ dialect: Dialect
  ) {
    let known = KnownSource(source)
    let plan = Plan(of: source)
    let most = Plan.most(of: known)
    subject = written.text
    parts = Tree(known).parts
    if plan.layers.count == 1 { delays = DelaySchedule(plan.layers[0].strategy.policy.rules) }
    attempts = Self.attempts(plan, most)
    if case .limited(let count) = most, !plan.hasClosures { mostAttempts = count }
    let bound = known.facts.time.upperBound
    longest = bound == .never ? "unknown before the run" : bound.brief
    longestTime = bound == .never ? nil : bound
    warnings = Warnings(known, plan, written.expression, ignoredText, dialect).lines
  }

  /// Explains a policy, whose delays are known, but not the duration of attempts.
  init(_ strategy: RetryStrategy, written text: String) {
    let rules = strategy.policy.rules
    let schedule = DelaySchedule(rules)
    delays = schedule
    let most = schedule.total?.upperBound ?? .never
    let bound = min(most, rules.deadline.map { Nanoseconds($0) } ?? .never)
    subject = text
    parts = StrategyText(strategy).lines(hint: nil).map {
      Part(depth: 0, text: $0, details: [])
    }
    attempts = rules.mostAttempts.map(String.init) ?? "unlimited"
    mostAttempts = rules.mostAttempts
    longest =
      "the attempts, plus \(bound == .never ? "unlimited waits" : "waits of \(bound.brief)")"
    let isEndless = rules.mostAttempts == nil && rules.deadline == nil && rules.question == nil
    if isEndless {
      warnings = ["this policy never gives up: it limits neither the attempts nor the time"]
    }
  }

  /// Explains a back-off.
  init(_ backoff: Backoff, written text: String) {
    subject = text
    let plan = DelaySchedule(RetryRules(attempts: nil, backoff: backoff))
    parts = [Part(depth: 0, text: "delays: \(plan.text)", details: [])]
    delays = plan
  }

  private static func attempts(_ plan: Plan, _ most: Plan.Count) -> String {
    let rest = plan.hasClosures ? ", plus those of sources made by closures" : ""
    switch most {
    case .limited where plan.hasDeadline: return "at most " + most.phrase + rest
    case .unlimited where plan.hasDeadline: return "as many as the deadline allows" + rest
    default: return most.phrase + rest
    }
  }
}
