import RetryNumerics
import Simulation

/// The semantics of operators; integers and durations saturate, and nothing traps.
enum Arithmetic {
  /// Returns the result of an operator on two numbers.
  static func number(
    _ calculation: Infix.Calculation, _ left: Number, _ right: Number
  ) throws(EvaluationError) -> Number {
    if case .int(let left) = left, case .int(let right) = right {
      return try whole(calculation, left, right)
    }
    let (left, right) = (left.double, right.double)
    switch calculation {
    case .plus: return .double(left + right)
    case .minus: return .double(left - right)
    case .times: return .double(left * right)
    case .divided:
      guard right != 0 else { throw byZero }
      return .double(left / right)
    case .remainder: throw mistake("'%' cannot be applied to \(left) and \(right)")
    case .power:
      guard let exponent = Int64(exactly: right) else {
        throw mistake("the exponent of '**' must be an integer")
      }
      return .double(power(left, exponent))
    }
  }

  private static func whole(
    _ calculation: Infix.Calculation, _ left: Int64, _ right: Int64
  ) throws(EvaluationError) -> Number {
    switch calculation {
    case .plus: return .int(saturated(left.addingReportingOverflow(right), isNegative: right < 0))
    case .minus:
      return .int(saturated(left.subtractingReportingOverflow(right), isNegative: right > 0))
    case .times: return .int(product(left, right))
    case .power:
      return right < 0 ? .double(power(Double(left), right)) : .int(power(left, right))
    case .divided:
      guard right != 0 else { throw byZero }
      return .int(right == -1 ? (left == .min ? .max : -left) : left / right)
    case .remainder:
      guard right != 0 else { throw byZero }
      return .int(right == -1 ? 0 : left % right)
    }
  }

  /// Returns a duration multiplied by a number.
  static func product(_ span: Nanoseconds, _ factor: Number) -> Nanoseconds {
    switch factor {
    case .int(let number): span * number
    case .double(let number): Nanoseconds(rounding: Double(span.count) * number)
    }
  }

  /// Returns a duration divided by a number.
  static func quotient(_ span: Nanoseconds, _ divisor: Number) throws(EvaluationError)
    -> Nanoseconds
  {
    guard divisor.double != 0 else { throw byZero }
    return Nanoseconds(rounding: Double(span.count) / divisor.double)
  }

  /// Returns the ratio of two durations.
  static func ratio(_ left: Nanoseconds, _ right: Nanoseconds) throws(EvaluationError) -> Number {
    guard right != .zero else { throw byZero }
    return .double(Double(left.count) / Double(right.count))
  }

  /// Returns the concatenation of two strings.
  static func joined(
    _ left: String, _ right: String, _ limits: Limits
  ) throws(EvaluationError) -> Value {
    guard left.utf8.count + right.utf8.count <= limits.textBytes else {
      let words = "a string is limited to \(limits.textBytes) bytes"
      throw mistake("\(words); 'set memory \(limits.moreMemory)' raises the limit")
    }
    return .text(left + right)
  }

  /// Applies an operator to values whose types are only known at run time.
  static func value(
    _ calculation: Infix.Calculation, _ left: Value, _ right: Value, _ limits: Limits
  ) throws(EvaluationError) -> Value {
    if let left = Number(left), let right = Number(right) {
      return try number(calculation, left, right).value
    }
    switch (calculation, left, right) {
    case (.plus, .text(let left), .text(let right)): return try joined(left, right, limits)
    case (.plus, .duration(let left), .duration(let right)): return .duration(left + right)
    case (.minus, .duration(let left), .duration(let right)): return .duration(left - right)
    case (.divided, .duration(let left), .duration(let right)):
      return try ratio(left, right).value
    case (.times, .duration(let span), let factor), (.times, let factor, .duration(let span)):
      if let factor = Number(factor) { return .duration(product(span, factor)) }
    case (.divided, .duration(let span), let divisor):
      if let divisor = Number(divisor) { return .duration(try quotient(span, divisor)) }
    default: break
    }
    throw mistake("'\(calculation.rawValue)' cannot be applied to \(left) and \(right)")
  }

  /// Returns the negated value, if it has a sign.
  static func negated(_ value: Value) -> Value? {
    if let number = Number(value) { return negated(number).value }
    if case .duration(let span) = value { return .duration(Nanoseconds.zero - span) }
    return nil
  }

  static func negated(_ number: Number) -> Number {
    switch number {
    case .int(let number): .int(number == .min ? .max : -number)
    case .double(let number): .double(-number)
    }
  }

  static func mistake(_ text: String) -> EvaluationError {
    .fault(Fault("arithmetic", .text(text)))
  }

  private static var byZero: EvaluationError { mistake("division by zero") }
}

// MARK: - Integers

extension Arithmetic {
  private static func saturated(
    _ result: (partialValue: Int64, overflow: Bool), isNegative: Bool
  ) -> Int64 {
    result.overflow ? (isNegative ? .min : .max) : result.partialValue
  }

  private static func product(_ left: Int64, _ right: Int64) -> Int64 {
    saturated(
      left.multipliedReportingOverflow(by: right), isNegative: (left < 0) != (right < 0))
  }

  /// Returns a power by repeated squaring.
  private static func power(_ base: Int64, _ exponent: Int64) -> Int64 {
    var result: Int64 = 1
    var factor = base
    var rest = exponent
    while rest > 0 {
      if rest & 1 == 1 { result = product(result, factor) }
      rest >>= 1
      if rest > 0 { factor = product(factor, factor) }
    }
    return result
  }

  private static func power(_ base: Double, _ exponent: Int64) -> Double {
    var result = 1.0
    var factor = base
    var rest = exponent.magnitude
    while rest > 0 {
      if rest & 1 == 1 { result *= factor }
      factor *= factor
      rest >>= 1
    }
    return exponent < 0 ? 1 / result : result
  }
}

// MARK: - Comparisons

extension Infix.Comparison {
  /// Returns whether it holds between two comparable values.
  func holds<Ordered: Comparable>(_ left: Ordered, _ right: Ordered) -> Bool {
    switch self {
    case .equal: left == right
    case .unequal: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }

  /// Returns whether it holds between two numbers.
  func holds(_ left: Number, _ right: Number) -> Bool {
    if case .int(let left) = left, case .int(let right) = right { return holds(left, right) }
    return holds(left.double, right.double)
  }

  /// Returns whether it holds between two values.
  func holds(_ left: Value, _ right: Value) throws(EvaluationError) -> Bool {
    switch self {
    case .equal: return left == right || Arithmetic.compare(left, right) == 0
    case .unequal: return !(left == right || Arithmetic.compare(left, right) == 0)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard let order = Arithmetic.compare(left, right) else {
        throw Arithmetic.mistake("\(left) and \(right) cannot be compared")
      }
      return holds(order, 0)
    }
  }
}

extension Arithmetic {
  /// Returns -1, 0 or 1, or `nil` if the values have no order.
  static func compare(_ left: Value, _ right: Value) -> Int? {
    switch (left, right) {
    case (.int(let left), .int(let right)): return order(left, right)
    case (.duration(let left), .duration(let right)): return order(left, right)
    case (.text(let left), .text(let right)): return order(left, right)
    default:
      guard let left = Number(left)?.double, let right = Number(right)?.double,
        !left.isNaN, !right.isNaN
      else { return nil }
      return order(left, right)
    }
  }

  private static func order<Ordered: Comparable>(_ left: Ordered, _ right: Ordered) -> Int {
    left < right ? -1 : left > right ? 1 : 0
  }
}
