import Retry
import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout

/// What is probably not meant in a strategy.
struct Warnings {
  private let known: KnownSource
  private let plan: Plan
  private let expression: Expression
  private let ignored: [String]
  private let dialect: Dialect

  /// Looks at a source and at how it is written.
  init(
    _ known: KnownSource, _ plan: Plan, _ expression: Expression, _ ignored: [String],
    _ dialect: Dialect
  ) {
    self.known = known
    self.plan = plan
    (self.expression, self.ignored) = (expression, ignored)
    self.dialect = dialect
  }

  /// The warnings, one a line.
  var lines: [String] {
    endless + overdue + unshaken + multiplied + MistypedKinds(known.facts.kinds, plan).warnings
      + hanging + timeouts + unpaired(known) + bareCounts + passedOver
  }

  private var endless: [String] {
    let isEndless = plan.layers.contains {
      let rules = $0.strategy.policy.rules
      return rules.attempts == nil && rules.deadline == nil && rules.question == nil
    }
    return isEndless ? ["nothing stops this retry: no number of attempts and no deadline"] : []
  }

  /// Deadlines that the first wait would cross already.
  private var overdue: [String] {
    plan.layers.filter { layer in
      let rules = layer.strategy.policy.rules
      guard let deadline = rules.deadline, rules.deadlineRule == .refuse else { return false }
      return rules.backoff.range(retry: 0, previous: nil).lowerBound >= Nanoseconds(deadline)
    }.map { _ in "the first wait crosses the deadline already, so nothing is retried" }
  }

  /// Jitters of delays that are none.
  private var unshaken: [String] {
    plan.layers.filter { layer in
      let rules = layer.strategy.policy.rules
      return !rules.backoff.steps.isEmpty && rules.attempts ?? .max > 1
        && DelayPlan(rules).longest == .zero
    }.map { _ in "there is no delay for the jitter to change; 'delay:' or 'backoff:' gives one" }
  }

  private var multiplied: [String] {
    plan.layers.compactMap { layer in
      guard let attempts = layer.strategy.policy.rules.attempts, attempts > 1,
        case .limited(let inner) = layer.inner, inner > 1
      else { return nil }
      return
        "retries multiply: \(attempts) × \(inner) = \(Plan.Count.limited(inner).times(attempts).words) attempts"
    }
  }

  /// Deadlines that wait for an attempt which may never answer.
  private var hanging: [String] {
    let hangs = plan.operations.contains { operation in
      operation.hangs > 0
        || operation.script.contains { if case .never = $0.answer { true } else { false } }
    }
    let bounds = plan.layers.contains { $0.strategy.policy.rules.deadline != nil }
    guard hangs, bounds, !known.facts.alwaysEnds else { return [] }
    return ["a deadline does not end an attempt that hangs; a timeout before the retry does"]
  }

  private var timeouts: [String] { timeouts(known) }

  private func timeouts(_ known: KnownSource) -> [String] {
    let found = known.inputs.flatMap(timeouts)
    guard case .timeout(let limit, _) = known.source.kind else { return found }
    let quickest = known.inputs[0].facts.first
    guard limit < quickest else { return found }
    return found + ["a timeout of \(limit) is shorter than the quickest answer, \(quickest)"]
  }

  /// Zips of the errors with a stream that ends, which leave the errors behind its end without an answer.
  private func unpaired(_ known: KnownSource) -> [String] {
    let found = known.inputs.flatMap(unpaired)
    guard case .zip(.waits) = known.source.kind, known.inputs.contains(where: \.hearsErrors),
      let partner = known.inputs.first(where: { !$0.hearsErrors && $0.facts.alwaysEnds })
    else { return found }
    let count = partner.facts.mostValues
    let values = count == 1 ? "its value" : "its \(count.grouped) values"
    return found + [
      "zip of two streams waits: behind \(values) an error finds no partner, and the call hangs; "
        + "a range ends it instead, as in zip(errors, 1...3)"
    ]
  }

  /// Bare counts, which libraries read differently.
  private var bareCounts: [String] {
    Self.bareCounts(in: expression).map { count in
      switch dialect {
      case .rxswift:
        "retry(\(count)) makes \(count) attempts here, as in RxSwift; Combine would make \(Self.next(count))"
      case .combine:
        "retry(\(count)) makes \(Self.next(count)) attempts here, as in Combine; RxSwift would make \(count)"
      }
    }
  }

  private static func next(_ count: Int) -> Int {
    count == .max ? count : count + 1
  }

  private static func bareCounts(in expression: Expression) -> [Int] {
    switch expression {
    case .call(.member(let base, let name), let arguments, _):
      var counts = bareCounts(in: base)
      if name.text == "retry", arguments.count == 1, arguments[0].label == nil,
        case .int(let count, _) = arguments[0].value
      {
        counts.append(count)
      }
      return counts
    case .call(let callee, let arguments, _):
      return bareCounts(in: callee) + arguments.flatMap { bareCounts(in: $0.value) }
    case .member(let base, _): return bareCounts(in: base)
    default: return []
    }
  }

  private var passedOver: [String] {
    ignored.map { "'\($0)' has no meaning here and is passed over" }
  }
}

extension KnownSource {
  /// Whether errors come through it that a strategy hands to its notifier.
  fileprivate var hearsErrors: Bool {
    if case .errors = source.kind { return true }
    return inputs.contains(where: \.hearsErrors)
  }
}
