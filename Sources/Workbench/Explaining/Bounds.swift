import Retry
import RetryNumerics
import Simulation
import VirtualTime

/// How long calls can take.
enum Bounds {
  /// Operators that end when what they stand on ends.
  private static let transparent: Set<String> = [
    "map", "filter", "scan", "take", "takeWhile", "takeUntil", "skip", "enumerated", "materialize",
    "dematerialize", "do", "mapError", "catchAndReturn", "cached",
  ]

  /// Returns the longest time that a source can take; never where nothing bounds it.
  static func longest(_ source: Source) -> Nanoseconds {
    switch source.kind {
    case .operation(let operation): return longest(operation)
    case .retry(let strategy):
      return longest(strategy, over: source.inputs[0])
    case .timeout(let limit, _):
      return min(limit, source.inputs.first.map(longest) ?? .zero)
    case .cancel(let time):
      return min(time, source.inputs.first.map(longest) ?? .zero)
    case .refreshing:
      return longest(source.inputs[0]) + longest(source.inputs[1]) + longest(source.inputs[0])
    case .leaf(.timer(let delay)): return delay
    case .delay(let delay), .delaySubscription(let delay):
      return delay + (source.inputs.first.map(longest) ?? .zero)
    default: break
    }
    let inner = source.inputs.map(longest)
    switch source.name {
    case "just", "fail", "empty", "range": return .zero
    case "concat", "fallback", "startWith": return inner.reduce(.zero, +)
    case "merge": return inner.max() ?? .zero
    case let name where transparent.contains(name): return inner.first ?? .zero
    default: return .never
    }
  }

  private static func longest(_ operation: Operation) -> Nanoseconds {
    // Nothing bounds how long others are served before.
    if operation.hangs > 0 || operation.resource != nil { return .never }
    let script = operation.script.map { scripted in
      switch scripted.answer {
      case .never: Nanoseconds.never
      case .source(let source): (scripted.after ?? operation.latency.maximum) + longest(source)
      default: scripted.after ?? operation.latency.maximum
      }
    }
    if let longest = script.max() { return longest }
    return max(operation.latency.maximum, operation.outages?.latency ?? .zero)
  }

  private static func longest(
    _ strategy: RetryStrategy, over source: Source
  ) -> Nanoseconds {
    let inner = longest(source)
    let rules = strategy.policy.rules
    guard rules.question == nil else { return .never }
    let hint = strategy.policy.hint == nil ? .zero : hint(source)
    let plan = DelayPlan(rules)
    // A wait that is begun is waited out under the rule `after`, an attempt under every rule.
    let lastWait = max(plan.longest, hint)
    let overrun = rules.deadlineRule == .after ? max(inner, lastWait) : inner
    let byDeadline = rules.deadline.map { Nanoseconds($0) + overrun } ?? .never
    let most = MostAttempts.of(strategy, over: source)
    let waits = rules.deadlineRule == .after && most != .max ? 1 : 0
    guard let attempts = most, let delays = plan.total(of: attempts + waits)
    else { return byDeadline }
    let waited = max(delays.upperBound, delays.upperBound + hint * Int64(attempts - 1))
    return min(byDeadline, inner * Int64(attempts) + waited)
  }

  /// The longest wait that a server may ask for in an error.
  static func hint(_ source: Source) -> Nanoseconds {
    hints(source).max() ?? .zero
  }

  /// The shortest wait that a server may ask for in an error, if one may.
  static func shortestHint(_ source: Source) -> Nanoseconds? {
    hints(source).min()
  }

  private static func hints(_ source: Source) -> [Nanoseconds] {
    var faults: [Fault] = []
    if case .operation(let operation) = source.kind {
      for scripted in operation.script {
        if case .fault(let fault) = scripted.answer { faults.append(fault) }
      }
      if case .rates(let rates) = operation.faults { faults += rates.rates.map(\.fault) }
    }
    return faults.compactMap(\.retryAfter) + source.inputs.flatMap(hints)
  }

  /// Returns the shortest time in which a source can answer, outages apart.
  static func quickest(_ source: Source) -> Nanoseconds {
    switch source.kind {
    case .operation(let operation):
      operation.script.map { $0.after ?? operation.latency.minimum }.min()
        ?? operation.latency.minimum
    case .timeout(let limit, _): min(limit, source.inputs.map(quickest).min() ?? .zero)
    // An error is not delayed, so an answer may come as quickly as without the delay.
    default: source.inputs.map(quickest).min() ?? .zero
    }
  }

  /// Returns the shortest time in which a source can fail.
  static func quickestFailure(_ source: Source) -> Nanoseconds {
    min(quickest(source), outages(source).min() ?? .never)
  }

  private static func outages(_ source: Source) -> [Nanoseconds] {
    guard case .operation(let operation) = source.kind, operation.script.isEmpty else {
      return source.inputs.flatMap(outages)
    }
    return [operation.outages?.latency].compactMap(\.self)
  }
}
