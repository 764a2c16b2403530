import RetryNumerics
import Simulation

/// A number as expressions work it out, whole or not; a percentage is one, too.
enum Number: Sendable {
  case int(Int)
  case double(Double)

  /// Creates the number that a value is, if it is one.
  init?(_ value: Value) {
    switch value {
    case .int(let number): self = .int(number)
    case .double(let number): self = .double(number)
    default: return nil
    }
  }

  /// The number as a source sends it.
  var value: Value {
    switch self {
    case .int(let number): .int(number)
    case .double(let number): .double(number)
    }
  }

  /// The number with what is behind its point.
  var double: Double {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    }
  }

  /// The number, if it is whole by its kind.
  var int: Int? {
    if case .int(let number) = self { number } else { nil }
  }
}
