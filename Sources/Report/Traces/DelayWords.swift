import Retry
import RetryNumerics
import Simulation

/// Explains delays by the back-offs of the strategies that chose them.
struct DelayWords {
  /// The strategies by the names that stand in a trace.
  private var strategies: [String: RetryStrategy] = [:]
  /// The number of sources that are still looked at; some plans are shared trees without end.
  private var left = 2000

  /// Finds the strategies in a source, as far as they are not made by closures.
  init(of source: Source?) {
    if let source { visit(source) }
  }

  private mutating func visit(_ source: Source) {
    left -= 1
    guard left > 0 else { return }
    if case .retry(let strategy) = source.role { strategies[name(of: source)] = strategy }
    for input in source.inputs { visit(input) }
  }

  /// The name under which a `retry` decides: what it stands on, and its place among others in the
  /// chain.
  private func name(of retry: Source) -> String {
    var count = 0
    var bottom = retry
    var next: Source? = retry
    while let source = next {
      if source.name == retry.name { count += 1 }
      bottom = source
      next = source.inputs.first
    }
    if case .operation(let operation) = bottom.role { return "\(operation.name).retry \(count)" }
    return "\(bottom.name).retry \(count)"
  }

  /// Says how a delay came about.
  func words(
    for delay: Nanoseconds, by strategy: String, _ step: TraceStep, _ scale: TimeScale
  ) -> String? {
    guard delay > .zero else { return nil }
    guard let backoff = strategies[strategy]?.policy.rules.backoff else { return "back-off" }
    let previous = step.previous.map { $0...$0 }
    guard backoff.range(retry: step.retry, previous: previous).contains(delay) else {
      return "back-off"
    }
    return backoff.words(for: delay, retry: step.retry, previous: previous, scale)
  }
}

extension Backoff {
  /// Says how the delay before a retry came about.
  fileprivate func words(
    for delay: Nanoseconds, retry: Int, previous: ClosedRange<Nanoseconds>?, _ scale: TimeScale
  ) -> String {
    var range = schedule.range(retry: retry, previous: previous)
    var text = schedule.words(range, scale)
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
        (text, isDrawn) = ("\(base) ± \(Int(share * 100 + 0.5))%", true)
      case .additiveJitter(let extra):
        (text, isDrawn) = ("\(base) and up to \(scale.span(extra))", true)
      }
      range = step.range(of: range)
    }
    return text
  }
}

extension Backoff.Schedule {
  /// The kind of schedule, in words.
  fileprivate func words(_ range: ClosedRange<Nanoseconds>, _ scale: TimeScale) -> String {
    switch self {
    case .none: "no back-off"
    case .constant: "constant back-off"
    case .linear: "linear back-off"
    case .exponential: "exponential back-off"
    case .fibonacci: "fibonacci back-off"
    case .decorrelated:
      "decorrelated, \(scale.span(range.lowerBound)) to \(scale.span(range.upperBound))"
    case .delays: "from the list of delays"
    case .custom: "computed back-off"
    }
  }
}
