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
    switch source.role {
    case .operation(let operation): return longest(operation)
    case .retry(let strategy):
      let inner = source.inputs.first.map(longest) ?? .zero
      return longest(strategy, inner, hint: hint(source))
    case .timeout(let limit):
      return min(limit, source.inputs.first.map(longest) ?? .zero)
    case .cancel(let time):
      return min(time, source.inputs.first.map(longest) ?? .zero)
    case .delay(let delay): return delay + (source.inputs.first.map(longest) ?? .zero)
    case .plain: break
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
    if operation.hangs > 0 { return .never }
    let script = operation.script.map { scripted in
      switch scripted.answer {
      case .never: Nanoseconds.never
      case .source(let source): (scripted.after ?? operation.latency.maximum) + longest(source)
      default: scripted.after ?? operation.latency.maximum
      }
    }
    return script.max() ?? operation.latency.maximum
  }

  private static func longest(
    _ strategy: RetryStrategy, _ inner: Nanoseconds, hint: Nanoseconds
  ) -> Nanoseconds {
    let rules = strategy.policy.rules
    guard rules.question == nil else { return .never }
    let hint = strategy.policy.hint == nil ? .zero : hint
    let plan = DelayPlan(rules)
    // A wait that is begun is waited out under the rule `after`, an attempt under every rule.
    let lastWait = max(plan.longest, hint)
    let overrun = rules.deadlineRule == .after ? max(inner, lastWait) : inner
    let byDeadline = rules.deadline.map { Nanoseconds($0) + overrun } ?? .never
    guard let attempts = rules.attempts, let delays = plan.total else { return byDeadline }
    let waits = max(delays.upperBound, delays.upperBound + hint * Int64(attempts - 1))
    return min(byDeadline, inner * Int64(attempts) + waits)
  }

  /// The longest wait that a server may ask for in an error.
  static func hint(_ source: Source) -> Nanoseconds {
    var longest = Nanoseconds.zero
    if case .operation(let operation) = source.role {
      for scripted in operation.script {
        if case .fault(let fault) = scripted.answer {
          longest = max(longest, fault.retryAfter ?? .zero)
        }
      }
      if case .rates(let rates) = operation.faults {
        for rate in rates.rates { longest = max(longest, rate.fault.retryAfter ?? .zero) }
      }
    }
    return source.inputs.map(hint).reduce(longest, max)
  }

  /// Returns the shortest time in which an operation can answer.
  static func quickest(_ source: Source) -> Nanoseconds {
    if case .operation(let operation) = source.role {
      let script = operation.script.map { $0.after ?? operation.latency.minimum }
      return script.min() ?? operation.latency.minimum
    }
    // An error is not delayed, so an answer may come as quickly as without the delay.
    return source.inputs.first.map(quickest) ?? .zero
  }
}
