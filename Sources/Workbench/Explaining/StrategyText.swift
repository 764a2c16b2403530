import Retry
import RetryNumerics
import Simulation

/// A description of a strategy.
struct StrategyText {
  private let strategy: RetryStrategy
  private let rules: RetryRules

  /// The possible kinds of error, if known.
  private let known: Set<String>

  /// Describes a strategy over operations that fail with some kinds of error.
  init(_ strategy: RetryStrategy, over known: Set<String> = []) {
    self.strategy = strategy
    self.known = known
    rules = strategy.policy.rules
  }

  /// Returns its behaviour, one detail per line, given the longest delay that a server may request, if it may.
  func lines(hint: Nanoseconds?) -> [String] {
    ["delays: \(DelaySchedule(rules).text)", "retried: \(retried)"]
      + refused + limits + deadline + question + hints(hint) + budget + exhausted
  }

  /// The budget that the retries are taken from.
  private var budget: [String] {
    strategy.budget.map { ["budget: \($0.name), \($0.settings)"] } ?? []
  }

  /// The kinds of error that it retries; of those of a library, the ones that occur.
  private var retried: String {
    guard let library = strategy.library, let on = strategy.filter.on, !known.isEmpty else {
      return Self.kinds(strategy.filter)
    }
    let occurring = on.filter { known.contains($0.kind) }
    return (occurring.isEmpty ? ["nothing here"] : occurring.map(\.description))
      .joined(separator: ", ") + ", of \(on.count) kinds that \(library) retries"
  }

  /// The kinds of error that a filter admits.
  static func kinds(_ filter: FaultFilter) -> String {
    let on = filter.on.map { $0.map(\.description).joined(separator: ", ") }
    let unless = filter.unless.map(\.description).joined(separator: ", ")
    return (on ?? "every error") + (unless.isEmpty ? "" : ", except \(unless)")
  }

  /// The kinds of error that end the call at once.
  private var refused: [String] {
    let named = Set((strategy.filter.on ?? []).filter { $0.payload != .any }.map(\.kind))
    let kinds = known.filter { !named.contains($0) && !strategy.filter.admits(Fault($0)) }
    return kinds.isEmpty
      ? [] : ["not retried: \(kinds.sorted().map { "." + $0 }.joined(separator: ", "))"]
  }

  private var deadline: [String] {
    guard let deadline = rules.deadline else { return [] }
    let rule =
      switch rules.deadlineRule {
      case .refuse: "gives up if the next wait would not end before it"
      case .refuseBeyond: "gives up if the next wait would end after it"
      case .clamp: "the last wait is cut to fit"
      case .after: "checked after each wait"
      case .elapsed: "checked only when an attempt fails"
      }
    let moment =
      rules.deadlineMoment == .start ? ", compared with the start of a failed attempt" : ""
    let both = rules.limitRule == .both ? ", only once the attempts are used" : ""
    return ["deadline: \(Nanoseconds(deadline)), \(rule)\(moment)\(both)"]
  }

  private var limits: [String] {
    guard !strategy.limits.isEmpty else { return [] }
    let each = strategy.limits.map {
      "\($0.retries) \($0.retries == 1 ? "retry" : "retries") after \($0.pattern)"
    }
    return ["at most \(each.joined(separator: ", "))"]
  }

  private func hints(_ hint: Nanoseconds?) -> [String] {
    guard let hint, hint > .zero || rules.hintRule?.zero == .atOnce else { return [] }
    guard let rule = rules.hintRule else { return ["a server's hint is ignored"] }
    let longest = rule.maximum.map { Nanoseconds($0) } ?? .never
    let errors =
      strategy.hinting.map { " after \($0.map(\.description).joined(separator: ", "))" } ?? ""
    let extra = rule.longestExtra > .zero ? ", plus up to \(rule.longestExtra)" : ""
    let isLonger =
      (rule.isAtLeastBackoff ? " if that is shorter" : "")
      + (rule.beyondBackoff.map { ", by at most \(Nanoseconds($0)) more" } ?? "")
    let reset = rule.resetsBackoff ? ["after a hint, the delays start over"] : []
    let beyond = rule.excess == .fail && hint > longest ? "; a longer one ends the call" : ""
    let negative = rule.negative == .fail ? ["a negative hint ends the call"] : []
    return [
      "a server's hint, at most \(min(hint, longest))\(extra), replaces the delay\(errors)\(isLonger)\(beyond)"
    ] + reset + negative + (rule.zero == .atOnce ? ["a hint of 0s means at once"] : [])
  }

  private var question: [String] {
    rules.question.map { ["asks a person, starting with failure \($0.first)"] } ?? []
  }

  private var exhausted: [String] {
    rules.exhausted == .complete ? ["after the last attempt: completes without a value"] : []
  }
}
