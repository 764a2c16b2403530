import Retry
import RetryLanguage
import Simulation

/// The pipeline as a tree, the outermost operator on top.
struct Tree {
  private let source: Source

  /// Looks at a source.
  init(_ source: Source) {
    self.source = source
  }

  /// The lines of the tree, indented by depth.
  var lines: [String] { lines(source, depth: 1) }

  private func lines(_ source: Source, depth: Int) -> [String] {
    guard depth < 40 else { return [] }
    let indent = String(repeating: "  ", count: depth)
    return ([words(source)] + details(source).map { "    " + $0 }).map { indent + $0 }
      + source.inputs.flatMap { lines($0, depth: depth + 1) }
  }

  /// What a strategy does, line by line.
  private func details(_ source: Source) -> [String] {
    guard case .retry(let strategy) = source.kind else { return [] }
    let kinds = source.inputs.first.flatMap(MistypedKinds.kinds) ?? []
    return StrategyWords(strategy, over: kinds).lines(hint: Bounds.hint(source))
  }

  private func words(_ source: Source) -> String {
    switch source.kind {
    case .operation(let operation):
      "\(operation.name): \(Description.operation(operation))"
    case .timeout(let limit, _): "timeout: fails when nothing comes for \(limit)"
    case .leaf(.timer(let delay)), .delay(let delay), .delaySubscription(let delay):
      "\(source.name): \(Self.meanings[source.name] ?? "comes") \(delay)"
    case .refreshing(let filter):
      "AuthFilter: on \(StrategyWords.kinds(filter)), runs the second below, then the first once more"
    case .cancel(let time): "cancel: the caller cancels the whole call at \(time)"
    case .retry(let strategy):
      "retry: \(attempts(strategy, over: source.inputs[0]))"
    default: meaning(of: source.name).map { "\(source.name): \($0)" } ?? source.name
    }
  }

  private func attempts(_ strategy: RetryStrategy, over source: Source) -> String {
    let limit = strategy.policy.rules.attempts
    let most = MostAttempts.of(strategy, over: source)
    let fitting =
      most == limit ? "" : most.map { ", of which \($0) at most fit the deadline" } ?? ""
    return Description.attempts(limit) + fitting
  }

  /// What an operator does, as the help has it where nothing shorter is known.
  private func meaning(of name: String) -> String? {
    Self.meanings[name]
      ?? Catalogue.all.first { $0.name == name && [.operators, .source].contains($0.topic) }?
      .summary
  }

  /// What operators do, where the help takes more words for it.
  private static let meanings = [
    "retryWhen": "tries again when the pipeline over the errors says so",
    "errors": "the errors, as they come",
    "fallback": "continues with the second when the first fails",
    "concat": "one after the other",
    "merge": "all at the same time",
    "delay": "moves values and completion back by",
    "delaySubscription": "subscribes only after",
    "timer": "sends 0 after",
    "cached": "serves an entry of the cache when it has one",
  ]
}
