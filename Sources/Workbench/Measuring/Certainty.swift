import Measurement
import Retry
import RetryNumerics
import Simulation
import VirtualTime

/// What comes out alike in every call of a source, whatever chance does.
///
/// A sample whose calls are all alike does not tell whether all calls are. The source tells, where its shape is known:
/// what is not known here may differ.
struct Certainty {
  /// Whether all calls make as many attempts.
  private(set) var attempts = false
  /// Whether all end in the same way.
  private(set) var outcome = false
  /// Whether all wait as long to try again.
  private(set) var waited = false
  /// Whether all take as long.
  private(set) var time = false

  /// What takes up the way in which its inputs end and changes nothing else.
  private static let transparent: Set<String> = [
    "materialize", "dematerialize", "catchAndReturn", "skip", "enumerated",
  ]

  /// Looks at a source.
  init(_ source: Source) {
    let inputs = source.inputs.map(Certainty.init)
    switch source.kind {
    case .operation(let operation): self = Certainty(operation)
    case .retry(let strategy):
      if let inner = inputs.first { self = Certainty(strategy, over: inner) }
    case .timeout, .cancel:
      guard let inner = inputs.first else { return }
      // What ends an operation alone ends its one attempt.
      let isAlone = if case .operation? = source.inputs.first?.kind { true } else { false }
      self = inner.time ? inner : Certainty()
      attempts = isAlone || inner.time && inner.attempts
      waited = isAlone || inner.time && inner.waited
    case .leaf(.timer): self = Self.everything
    case .delay, .delaySubscription: self = inputs.first ?? Self.everything
    default:
      switch source.name {
      case "just", "fail", "empty", "never", "range": self = Self.everything
      case "concat", "fallback": self = inputs.reduce(Self.everything) { $0.followed(by: $1) }
      case let name where Self.transparent.contains(name): self = inputs.first ?? Certainty()
      default: break
      }
    }
  }

  private init() {}

  private static let everything = Certainty(all: true)

  private init(all: Bool) {
    (attempts, outcome, waited, time) = (all, all, all, all)
  }

  private init(_ operation: Operation) {
    attempts = true
    waited = true
    guard operation.resource == nil else { return }
    outcome = operation.hasOneOutcome
    time = outcome && operation.outages == nil && operation.hangs == 0
    time = time && operation.latency.minimum == operation.latency.maximum
    if operation.script.count > 1 { time = time && operation.script.allSatisfy { $0.after == nil } }
  }

  private init(_ strategy: RetryStrategy, over inner: Certainty) {
    let rules = strategy.policy.rules
    guard inner.attempts, inner.outcome, rules.question == nil else { return }
    let isSteady = rules.hasSteadyWaits
    guard rules.deadline == nil || inner.time && isSteady else { return }
    attempts = true
    outcome = true
    waited = isSteady && inner.waited
    time = isSteady && inner.time
  }

  /// What is certain of one source after the other.
  private func followed(by next: Certainty) -> Certainty {
    var both = Certainty()
    both.attempts = attempts && outcome && next.attempts
    both.outcome = outcome && next.outcome
    both.waited = waited && outcome && next.waited
    both.time = time && outcome && next.time
    return both
  }
}

extension Operation {
  /// Whether nothing is left to chance in how its attempts end.
  fileprivate var hasOneOutcome: Bool {
    if !script.isEmpty {
      return script.allSatisfy { if case .source = $0.answer { false } else { true } }
    }
    guard hangs == 0 || hangs == 1, outages == nil else { return false }
    return switch faults {
    case .none: true
    case .rates(let rates): rates.total == 0 || rates.rates.contains { $0.share >= 1 }
    case .burst, .computed: false
    }
  }
}

extension RetryRules {
  /// Whether no wait is left to chance.
  fileprivate var hasSteadyWaits: Bool {
    (0..<min((attempts ?? 100) - 1, 100)).allSatisfy { retry in
      let range = backoff.range(retry: retry, previous: nil)
      return range.lowerBound == range.upperBound
    }
  }
}

extension Histogram {
  /// The greatest share of all calls that may be unlike those of a sample, which are all alike: with a greater one, a
  /// sample would show it in 39 of 40 experiments.
  private var unseen: Double { Swift.min(1, 3.689 / Double(Swift.max(count, 1))) }

  /// Returns an end of the interval of a mean, where any of the numbers that were not seen may come up to a bound.
  ///
  /// Where the sample differs in itself, its spread tells how far the mean may lie.
  func mean(_ end: LastResult.End, isCertain: Bool, upTo bound: Double) -> Double {
    guard let mean else { return 0 }
    let isAlike = min == max
    switch end {
    case .measured: return mean
    case .low where isAlike: return isCertain ? mean : mean * (1 - unseen)
    case .high where isAlike:
      return isCertain ? mean : mean + unseen * Swift.max(bound - mean, 0)
    case .low: return meanEstimate?.low ?? mean
    case .high: return meanEstimate?.high ?? mean
    }
  }
}
