import Retry
import RetryNumerics
import Simulation

/// Explains delays by the back-offs of the strategies that chose them.
struct DelayText {
  private let strategies: StrategyNames

  /// Finds the strategies in a source, except those that closures create.
  init(of source: Source?) {
    strategies = StrategyNames(of: source)
  }

  /// Explains a delay that is that of the back-off.
  func phrase(for made: Deliberation, _ scale: TimeScale) -> String? {
    guard let delay = made.delay, delay.planned > .zero else { return nil }
    guard let rules = strategies[made.strategy]?.policy.rules else { return "back-off" }
    let backoff = rules.backoff.after(made.fault.retryCause)
    guard
      backoff.range(retry: delay.retry, previous: delay.before)?.contains(delay.planned) == true,
      let range = backoff.schedule.range(retry: delay.retry, previous: delay.before)
    else { return "back-off" }
    return backoff.phrase(for: range, scale)
  }

  /// Describes the delay that the back-off of a strategy would have chosen, if it is certainly longer than another one.
  func longer(
    than waited: Nanoseconds, for made: Deliberation, _ scale: TimeScale
  ) -> String? {
    guard let delay = made.delay,
      let backoff = strategies[made.strategy]?.policy.rules.backoff,
      let range = backoff.range(retry: delay.retry, previous: delay.before),
      range.lowerBound > waited
    else { return nil }
    return scale.span(range.lowerBound) + (range.lowerBound < range.upperBound ? " or more" : "")
  }

  /// The rule of a strategy for the delay that an error requests, if it counts; the usual one if the strategy is not
  /// known.
  func hintRule(of strategy: String, for fault: Fault) -> HintRule? {
    guard let known = strategies[strategy] else { return HintRule() }
    guard known.hinting?.contains(where: { $0.matches(fault) }) != false else { return nil }
    return known.policy.rules.hintRule
  }
}

extension Backoff {
  /// Explains the delay before a retry, given the range of the schedule.
  fileprivate func phrase(for range: ClosedRange<Nanoseconds>, _ scale: TimeScale) -> String {
    var range = range
    var text = schedule.phrase(range, scale)
    var isDrawn = range.lowerBound < range.upperBound
    for step in steps {
      let base = isDrawn ? "a \(text)" : scale.span(range.upperBound)
      switch step {
      case .maximum(let bound) where range.upperBound > bound:
        text += ", at most \(scale.span(bound))"
      case .minimum(let bound) where range.lowerBound < bound:
        text += ", at least \(scale.span(bound))"
      case .maximum, .minimum: break
      case .fullJitter: (text, isDrawn) = ("full jitter of \(base)", true)
      case .equalJitter: (text, isDrawn) = ("equal jitter of \(base)", true)
      case .proportionalJitter(let share):
        (text, isDrawn) = ("\(base) ± \(Int64(share * 100 + 0.5))%", true)
      case .scaledJitter(let low, let high):
        (text, isDrawn) = ("\(base) times \(Value.double(low)) to \(Value.double(high))", true)
      case .additiveJitter(let extra):
        (text, isDrawn) = ("\(base) plus up to \(scale.span(extra))", true)
      case .wholeJitter(let unit):
        (text, isDrawn) = ("full jitter of \(base) in whole \(scale.span(unit))", true)
      case .truncated, .rounded: break
      }
      range = step.range(of: range)
    }
    return text
  }
}

extension Backoff.Schedule {
  fileprivate func phrase(_ range: ClosedRange<Nanoseconds>, _ scale: TimeScale) -> String {
    switch self {
    case .none: "no back-off"
    case .constant: "constant back-off"
    case .linear: "linear back-off"
    case .exponential: "exponential back-off"
    case .fibonacci: "fibonacci back-off"
    case .decorrelated:
      "decorrelated, \(scale.span(range.lowerBound)) to \(scale.span(range.upperBound))"
    case .ratcheting:
      "ratcheting, \(scale.span(range.lowerBound)) to \(scale.span(range.upperBound))"
    case .smoothed: "smoothed jitter, at most \(scale.span(range.upperBound))"
    case .delays: "from the list of delays"
    case .computed: "computed back-off"
    case .joined: "joined back-off"
    case .caused: "back-off by cause"
    }
  }
}
