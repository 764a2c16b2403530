import RetryNumerics

extension Backoff: CustomStringConvertible {
  /// The backoff as source text, such as `exponential(factor: 2, initial: 100ms).fullJitter()`.
  public var description: String {
    Part(schedule: schedule, steps: steps, count: .max).description
  }
}

extension Backoff.Part: CustomStringConvertible {
  /// The backoff as source text.
  @usableFromInline package var description: String {
    let base =
      isMany && (!steps.isEmpty || hasEnd) ? "(\(schedule))" : schedule.description
    let end = hasEnd ? ["take(\(count))"] : []
    return ([base] + steps.map(\.description) + end).joined(separator: ".")
  }

  /// Whether the schedule is several backoffs in a row.
  private var isMany: Bool {
    if case .joined(let parts) = schedule { parts.count > 1 } else { false }
  }

  /// Whether it ends before its schedule does.
  private var hasEnd: Bool { count < schedule.count ?? .max }

  /// Whether its text is several backoffs in a row.
  fileprivate var isChain: Bool { isMany && steps.isEmpty && !hasEnd }
}

extension RetryCause {
  /// The name of the method that sets delays after it.
  package var method: String {
    switch self {
    case .transient: "afterTransient"
    case .throttling: "afterThrottling"
    case .timeout: "afterTimeout"
    }
  }
}

extension Backoff.Schedule: CustomStringConvertible {
  @usableFromInline package var description: String {
    switch self {
    case .none: "none"
    case .constant(let delay): "constant(\(delay))"
    case .linear(let increment, let initial):
      "linear(increment: \(increment), initial: \(initial))"
    case .exponential(let factor, let initial):
      "exponential(factor: \(factor.text), initial: \(initial))"
    case .fibonacci(let initial): "fibonacci(initial: \(initial))"
    case .decorrelated(let base, let factor):
      "decorrelated(base: \(base), factor: \(factor.text))"
    case .ratcheting(let base, let factor, let maximum):
      "ratcheting(base: \(base), factor: \(factor.text), maximum: \(maximum))"
    case .smoothed(let factor, let initial):
      "smoothed(factor: \(factor.text), initial: \(initial))"
    case .delays(let list): "delays([\(list.map(\.description).joined(separator: ", "))])"
    case .computed(let closure): closure.text ?? "custom { … }"
    case .joined(let parts): parts.map(\.description).joined(separator: " ++ ")
    case .caused(let cause, let delays, let usual):
      "\(usual.isChain ? "(\(usual))" : "\(usual)").\(cause.method)(\(delays))"
    }
  }
}

extension Backoff.Step: CustomStringConvertible {
  /// The step as source text, without the leading dot.
  @usableFromInline package var description: String {
    switch self {
    case .maximum(let bound): "maximum(\(bound))"
    case .minimum(let bound): "minimum(\(bound))"
    case .fullJitter: "fullJitter()"
    case .equalJitter: "equalJitter()"
    case .proportionalJitter(let share): "proportionalJitter(\(share.text))"
    case .scaledJitter(let low, let high): "scaledJitter(\(low.text)...\(high.text))"
    case .additiveJitter(let extra): "additiveJitter(\(extra))"
    case .wholeJitter(let unit): "wholeJitter(unit: \(unit))"
    case .truncated(let unit): "truncated(to: \(unit))"
    case .rounded(let unit): "rounded(to: \(unit))"
    }
  }
}
