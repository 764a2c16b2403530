import RetryNumerics
import Simulation

/// An integer or floating-point number; a percentage counts as one.
enum Number: Sendable {
  case int(Int64)
  case double(Double)

  init?(_ value: Value) {
    switch value {
    case .int(let number): self = .int(number)
    case .double(let number): self = .double(number)
    default: return nil
    }
  }

  var value: Value {
    switch self {
    case .int(let number): .int(number)
    case .double(let number): .double(number)
    }
  }

  /// The number as a floating-point number.
  var double: Double {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    }
  }

  /// The number, if it is an integer.
  var int: Int64? {
    if case .int(let number) = self { number } else { nil }
  }
}
