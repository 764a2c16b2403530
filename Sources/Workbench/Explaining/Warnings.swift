import Retry
import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout

/// Warnings about likely mistakes in a strategy.
struct Warnings {
  private let known: KnownSource
  private let plan: Plan
  private let expression: Expression
  private let ignored: [String]
  private let dialect: Dialect

  /// Analyses a source and its text.
  init(
    _ known: KnownSource, _ plan: Plan, _ expression: Expression, _ ignored: [String],
    _ dialect: Dialect
  ) {
    self.known = known
    self.plan = plan
    (self.expression, self.ignored) = (expression, ignored)
    self.dialect = dialect
  }

  var lines: [String] {
    let idle = IneffectiveParts(known)
    return endless + overdue + idle.jitters + multiplied + multipliedByServers + idle.kinds
      + hanging + timeouts + impatient + outbidden + unpaired + bareCounts + ignoredText
  }

  private var endless: [String] {
    let isEndless = plan.layers.contains {
      let rules = $0.strategy.policy.rules
      return rules.mostAttempts == nil && rules.deadline == nil && rules.question == nil
    }
    // A timeout or a cancellation around it may end it.
    return isEndless && known.facts.time.upperBound == .never
      ? ["this retry never gives up: it limits neither the attempts nor the time"] : []
  }

  /// Deadlines that the first wait exceeds.
  private var overdue: [String] {
    plan.layers.filter { layer in
      let rules = layer.strategy.policy.rules
      guard let tooLate = rules.tooLate, rules.deadlineRule.looksAhead,
        let first = rules.backoff.range(retry: 0, previous: nil)
      else { return false }
      return first.lowerBound >= tooLate
    }.map { _ in "the first wait exceeds the deadline, so nothing is retried" }
  }

  private var multiplied: [String] {
    plan.layers.compactMap { layer in
      guard let attempts = layer.strategy.policy.rules.mostAttempts, attempts > 1,
        case .limited(let inner) = layer.inner, inner > 1
      else { return nil }
      return
        "retries multiply: \(attempts) × \(inner) = \(Plan.Count.limited(inner).times(attempts).phrase) attempts"
    }
  }

  /// Retries of callers above retries of servers.
  private var multipliedByServers: [String] {
    let factors = plan.attemptsByServer.filter { $0 > 1 }
    guard factors.count > 1 else { return [] }
    let words = factors.map(String.init).joined(separator: " × ")
    let total = Plan.Count.limited(factors.reduce(1, Plan.product)).phrase
    return [
      "retries of callers and servers multiply: \(words) = \(total) attempts at the last server"
    ]
  }

  /// Deadlines around an attempt that may hang.
  private var hanging: [String] {
    let hangs = plan.operations.contains { operation in
      operation.hangs > 0 || operation.lost.silent > 0
        || operation.script.contains { if case .never = $0.answer { true } else { false } }
    }
    let bounds = plan.layers.contains { $0.strategy.policy.rules.deadline != nil }
    guard hangs, bounds, !known.facts.alwaysEnds else { return [] }
    return ["a deadline does not end a hanging attempt; put a timeout before the retry"]
  }

  private var timeouts: [String] {
    known.folded { part, inner in inner.flatMap(\.self) + tooShort(part) }
  }

  /// A timeout that leaves no time for what is inside.
  private func tooShort(_ known: KnownSource) -> [String] {
    guard case .timeout(let limit, _) = known.source.kind else { return [] }
    let quickest = known.inputs[0].facts.first
    guard limit < quickest else { return cutShort(known.inputs[0], by: limit) }
    return ["a timeout of \(limit.brief) is shorter than the fastest response, \(quickest.brief)"]
  }

  /// A timeout around a retry whose waits alone take longer.
  private func cutShort(_ inner: KnownSource, by limit: Nanoseconds) -> [String] {
    guard case .retry(let strategy) = inner.source.kind,
      let least = DelaySchedule(strategy.policy.rules).total?.lowerBound, least >= limit
    else { return [] }
    return [
      "the timeout of \(limit.brief) ends the call before the last attempt: the waits alone take \(least.brief)"
    ]
  }

  /// A retry that asks an open breaker again without waiting for it.
  private var impatient: [String] {
    plan.layers.filter { layer in
      let isNamed = layer.strategy.filter.on?.contains { $0.kind == "breakerOpen" } == true
      return isNamed && layer.strategy.policy.rules.hintRule == nil
    }.map { _ in
      "this retry asks an open breaker again and again: let it wait as long as .breakerOpen says, without 'retryAfter: ignore'"
    }
  }

  /// Retries whose longer delays are replaced by the shorter ones that a server asks for.
  private var outbidden: [String] {
    known.folded { part, inner in inner.contains(true) || isOutbidden(part) }
      ? [
        "a server's hint may be shorter than the back-off, and replaces it: to wait for the longer of both, add 'atLeastBackoff: true' to its rule, as in 'retryAfter: atMost(1m, atLeastBackoff: true)'"
      ] : []
  }

  private func isOutbidden(_ part: KnownSource) -> Bool {
    // Which of several errors has the hint is not known, so errors whose hints do not count are given the benefit.
    guard case .retry(let strategy) = part.source.kind, strategy.hinting == nil,
      let hint = part.inputs.first?.facts.hints?.lowerBound
    else { return false }
    let rules = strategy.policy.rules
    guard let rule = rules.hintRule, !rule.isAtLeastBackoff, let delay = rule.delay(for: hint)
    else { return false }
    let retries = max(min(rules.mostAttempts ?? 9, 9) - 1, 0)
    return rules.backoff.ranges(retries).contains { $0.lowerBound > delay }
  }

  /// Zips of the errors with a finite stream, after which errors get no answer.
  private var unpaired: [String] {
    known.folded { part, inner in inner.flatMap(\.self) + unpaired(part) }
  }

  private func unpaired(_ known: KnownSource) -> [String] {
    guard case .zip(.waits) = known.source.kind, known.inputs.contains(where: \.hearsErrors),
      let partner = known.inputs.first(where: { !$0.hearsErrors && $0.facts.alwaysEnds })
    else { return [] }
    let count = partner.facts.mostValues
    let values = count == 1 ? "its value" : "its \(count.grouped) values"
    return [
      "zip of two streams waits: after \(values) the next error has no partner and the call hangs; "
        + "use a range to end it, as in zip(errors, 1...3)"
    ]
  }

  /// Counts without a label, which libraries interpret differently.
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

  private static func next(_ count: Int64) -> Int64 {
    count == .max ? count : count + 1
  }

  private static func bareCounts(in expression: Expression) -> [Int64] {
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

  private var ignoredText: [String] {
    ignored.map { "'\($0)' has no meaning here and is ignored" }
  }
}

extension KnownSource {
  /// Whether it contains the stream of errors that a strategy passes to its notifier.
  fileprivate var hearsErrors: Bool {
    parts().contains { if case .errors = $0.source.kind { true } else { false } }
  }
}
