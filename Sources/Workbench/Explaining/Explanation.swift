import Retry
import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout

/// What a strategy will do, in plain words, without running it.
struct Explanation {
  private let known: KnownSource
  private let plan: Plan
  private let most: Plan.Count
  private let call: CommandCall
  private let dialect: Dialect
  private let width: Int

  /// Explains the source that a command is about.
  init(_ source: Source, _ call: CommandCall, _ settings: Settings) {
    dialect = settings.dialect
    width = settings.style.width
    known = KnownSource(source)
    self.call = call
    plan = Plan(of: source)
    most = Plan.most(of: known)
  }

  /// The whole explanation.
  var text: String {
    let lines =
      [WrittenText.lines(call.subjectText, width: width)] + Tree(known).lines + [
        "attempts in all: \(attempts)"
      ]
      + ["longest time: \(longest)"] + Warnings(known, plan, call, dialect).lines
    return lines.joined(separator: "\n")
  }

  /// Explains a policy, which knows its waits but not how long attempts take.
  static func text(
    of strategy: RetryStrategy, written text: String, width: Int
  ) -> String {
    let rules = strategy.policy.rules
    let most = DelayPlan(rules).total?.upperBound ?? .never
    let bound = min(most, rules.deadline.map { Nanoseconds($0) } ?? .never)
    let waits = bound == .never ? "without end" : "\(bound)"
    let endless =
      rules.attempts == nil && rules.deadline == nil && rules.question == nil
      ? ["warning: nothing stops it: no number of attempts and no deadline"] : []
    let lines =
      [WrittenText.lines(text, width: width)]
      + StrategyWords(strategy).lines(hint: .zero).map { "  " + $0 }
      + [
        "attempts in all: \(rules.attempts.map(String.init) ?? "as many as it takes, without end")"
      ]
      + ["longest time: that of the attempts, and waits of \(waits)"] + endless
    return lines.joined(separator: "\n")
  }

  private var attempts: String {
    let rest = plan.hasClosures ? ", and those of what closures give" : ""
    switch most {
    case .limited where plan.hasDeadline: return "at most " + most.words + rest
    case .unlimited where plan.hasDeadline: return "as many as fit before the deadline" + rest
    default: return most.words + rest
    }
  }

  private var longest: String {
    let bound = known.facts.time.upperBound
    return bound == .never ? "not known beforehand" : bound.description
  }
}

/// The delays that a policy plans, with their ranges and their sum.
struct DelayPlan {
  /// The most delays that are listed.
  private static let longestList = 8
  private let rules: RetryRules

  /// Looks at the delays of a policy.
  init(_ rules: RetryRules) {
    self.rules = rules
  }

  /// The delays in words.
  var text: String {
    // From the question on, a person says how long it takes.
    let count =
      rules.question?.after ?? rules.attempts.map { $0 - 1 } ?? Self.longestList
    guard count > 0 else { return "none" }
    let shown = ranges(min(count, Self.longestList))
    let isAllZero = shown.allSatisfy { $0.upperBound == .zero }
    if isAllZero { return "none, it tries again at once" }
    if shown.allSatisfy({ $0.upperBound == .never }) { return "as a closure draws them" }
    let list = shown.map(Self.words).joined(separator: ", ")
    let isOpen = rules.attempts == nil && rules.question == nil
    let rest = count > shown.count || isOpen ? ", …" : ""
    return "\(list)\(rest)\(sum)"
  }

  /// The ranges of the first delays.
  func ranges(_ count: Int) -> [ClosedRange<Nanoseconds>] {
    var previous: ClosedRange<Nanoseconds>?
    return (0..<count).map { retry in
      let range = rules.backoff.range(retry: retry, previous: previous)
      previous = range
      return range
    }
  }

  /// The longest single delay.
  var longest: Nanoseconds {
    ranges(min(rules.attempts ?? 100, 100)).reduce(.zero) { max($0, $1.upperBound) }
  }

  /// The least and the greatest sum of all delays; nothing where there is no last one.
  var total: ClosedRange<Nanoseconds>? { rules.attempts.flatMap(total) }

  /// Returns the least and the greatest sum of the delays between so many attempts, if they can be added up.
  func total(of attempts: Int) -> ClosedRange<Nanoseconds>? {
    guard attempts <= 10_000 else { return nil }
    return ranges(attempts - 1).reduce(Nanoseconds.zero...Nanoseconds.zero) {
      ($0.lowerBound + $1.lowerBound)...($0.upperBound + $1.upperBound)
    }
  }

  private var sum: String {
    total.map { "; \(Self.words($0)) in all" } ?? ""
  }

  private static func words(_ range: ClosedRange<Nanoseconds>) -> String {
    range.lowerBound == range.upperBound
      ? range.lowerBound.description : "\(range.lowerBound)...\(range.upperBound)"
  }
}
