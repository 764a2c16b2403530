import RetryNumerics

extension Backoff: CustomStringConvertible {
  /// The backoff as source text, such as `exponential(factor: 2, initial: 100ms).fullJitter()`.
  public var description: String {
    ([schedule.description] + steps.map(\.description)).joined(separator: ".")
  }
}

extension Backoff.Schedule: CustomStringConvertible {
  /// The schedule as source text.
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
    case .delays(let list): "delays([\(list.map(\.description).joined(separator: ", "))])"
    case .custom, .drawn: "custom { … }"
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
    case .additiveJitter(let extra): "additiveJitter(\(extra))"
    }
  }
}
