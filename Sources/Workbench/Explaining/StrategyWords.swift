import Retry
import RetryNumerics
import Simulation

/// What a strategy does, in plain words.
struct StrategyWords {
  private let strategy: RetryStrategy
  private let rules: RetryRules

  /// The kinds of error that it can meet, where they are known.
  private let known: Set<String>

  /// Looks at a strategy over operations that fail with some kinds of error.
  init(_ strategy: RetryStrategy, over known: Set<String> = []) {
    self.strategy = strategy
    self.known = known
    rules = strategy.policy.rules
  }

  /// What it does, line by line, where a server may ask for a wait of its own.
  func lines(hint: Nanoseconds) -> [String] {
    ["delays: \(DelayPlan(rules).text)", "retried: \(Self.kinds(strategy.filter))"]
      + refused + deadline + question + hints(hint) + exhausted
  }

  /// The kinds of error that a filter admits.
  static func kinds(_ filter: FaultFilter) -> String {
    let on = filter.on.map { $0.map(\.description).joined(separator: ", ") }
    let unless = filter.unless.map(\.description).joined(separator: ", ")
    return (on ?? "every error") + (unless.isEmpty ? "" : ", except \(unless)")
  }

  /// The kinds that end the call at once, whatever they carry.
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
      case .refuse: "gives up when the next wait would cross it"
      case .clamp: "the last wait is cut to it"
      case .after: "looks after each wait whether it has passed"
      }
    return ["deadline: \(Nanoseconds(deadline)), \(rule)"]
  }

  private func hints(_ hint: Nanoseconds) -> [String] {
    guard strategy.policy.hint != nil, hint > .zero else { return [] }
    return ["a server's hint, \(hint) at most, takes the place of a delay"]
  }

  private var question: [String] {
    rules.question.map { ["asks a person from failure \($0.first) on"] } ?? []
  }

  private var exhausted: [String] {
    rules.exhausted == .complete ? ["after the last attempt: completes, without a value"] : []
  }
}
