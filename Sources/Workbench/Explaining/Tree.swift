import Retry
import RetryLanguage
import RetryNumerics
import Simulation

/// The pipeline as a tree, the outermost operator on top.
struct Tree {
  private let known: KnownSource

  init(_ known: KnownSource) {
    self.known = known
  }

  /// The parts of the tree, the outermost first.
  var parts: [Explanation.Part] { parts(known, depth: 0) }

  private func parts(_ known: KnownSource, depth: Int) -> [Explanation.Part] {
    guard depth < 39 else { return [] }
    return [Explanation.Part(depth: depth, text: phrase(known), details: details(known))]
      + (known.inputs + known.calls).flatMap { parts($0, depth: depth + 1) }
  }

  /// The details of a strategy, one per line.
  private func details(_ known: KnownSource) -> [String] {
    guard case .retry(let strategy) = known.source.kind else { return [] }
    let inner = known.inputs[0].facts
    let kinds = inner.kinds?.subtracting(Function.faultKinds) ?? []
    return StrategyText(strategy, over: kinds).lines(hint: inner.hints?.upperBound)
  }

  private func phrase(_ known: KnownSource) -> String {
    let name = known.source.name
    switch known.source.kind {
    case .operation(let operation):
      return "\(operation.name): \(Description.operation(operation))"
    case .retry(let strategy): return "\(name): \(attempts(strategy, over: known.inputs[0].facts))"
    case .timeout(let limit, _): return "\(name): fails if nothing arrives for \(limit.brief)"
    case .leaf(.timer(let delay)): return "\(name): sends 0 after \(delay.brief)"
    case .signals(.delay(let delay)):
      return "\(name): delays values and completion by \(delay.brief)"
    case .signals(.delaySubscription(let delay)): return "\(name): subscribes after \(delay.brief)"
    case .signals(.cancel(let time)):
      return "\(name): the caller cancels the whole call at \(time.brief)"
    case .refreshing(let filter):
      return
        "\(name): on \(StrategyText.kinds(filter)), runs the second input, then the first once more"
    case .retryWhen: return "\(name): retries when the pipeline over the errors sends a value"
    case .errors: return "\(name): the errors as they occur"
    case .fallback: return "\(name): switches to the second input if the first fails"
    case .concat: return "\(name): runs its inputs in sequence"
    case .merge: return "\(name): runs its inputs concurrently"
    case .guarded(let guarding): return "\(name): \(guarding)"
    case .via(let program): return "\(name): \(Description.program(program))"
    case .hedged(let hedge, _): return "\(name): \(hedge.settings)"
    case .stored(let cache): return "\(name): \(Description.cache(cache)), which calls share"
    case .cached: return "\(name): serves a cached entry if there is one"
    case .range(let range):
      return "numbers: sends \(range.lowerBound)...\(range.upperBound) at once"
    case .leaf, .interval, .schedule, .deferred, .values, .signals, .remark, .expand, .catch,
      .startWith, .zip, .takeUntil, .mapError, .catchAndReturn, .answering:
      let callables = Catalogue.functions(named: name) + Catalogue.methods(named: name, of: .stream)
      return "\(name): \(callables.map(\.summary).first ?? "")"
    }
  }

  private func attempts(_ strategy: RetryStrategy, over inner: Facts) -> String {
    let limit = strategy.policy.rules.mostAttempts
    let retrials = Retrials(strategy, over: inner)
    let most = retrials.mostAttempts
    let reason = most == retrials.mostByRules ? "within the deadline" : "after these errors"
    let fitting = most == limit ? "" : most.map { ", at most \($0) \(reason)" } ?? ""
    return Description.attempts(limit) + fitting
  }
}
