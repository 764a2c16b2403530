import RetryNumerics
import Simulation

/// What the operators mean; whole numbers and durations saturate, and nothing traps.
enum Arithmetic {
  /// Returns the type of a result, or nothing where the operator does not apply.
  static func type(of operation: String, _ left: Type, _ right: Type) -> Type? {
    if left == .nothing || right == .nothing { return .nothing }
    switch operation {
    case "==", "!=": return left.joined(with: right) == nil ? nil : .bool
    case "<", "<=", ">", ">=": return isOrdered(left, right) ? .bool : nil
    default: break
    }
    if left == .any || right == .any { return .any }
    switch (operation, left, right) {
    case (_, .int, .int): return .int
    case ("%", _, _): return nil
    case (_, .int, .double), (_, .double, .int), (_, .double, .double): return .double
    case ("**", _, _): return nil
    case ("+", .text, .text): return .text
    case ("+", .duration, .duration), ("-", .duration, .duration): return .duration
    case ("+", .share, .share), ("-", .share, .share): return .share
    case ("/", .duration, .duration), ("/", .share, .share): return .double
    default: return scaled(operation, left, right)
    }
  }

  private static func scaled(_ operation: String, _ left: Type, _ right: Type) -> Type? {
    let numbers: Set<Type> = [.int, .double, .share]
    switch operation {
    case "*" where left == .duration && numbers.contains(right): return .duration
    case "*" where numbers.contains(left) && right == .duration: return .duration
    case "*" where numbers.contains(left) && numbers.contains(right): return .share
    case "/" where left == .duration && numbers.contains(right): return .duration
    case "/" where (left == .int || left == .double) && right == .share: return .double
    case "/" where left == .share && (right == .int || right == .double): return .share
    default: return nil
    }
  }

  private static func isOrdered(_ left: Type, _ right: Type) -> Bool {
    guard let joined = left.joined(with: right) else { return false }
    return [.int, .double, .share, .duration, .text, .any].contains(joined)
  }

  /// Works an operator out.
  static func value(
    of operation: String, _ left: Value, _ right: Value, _ limits: Limits
  ) throws(Trouble) -> Value {
    switch operation {
    case "==": return .bool(left == right || compare(left, right) == 0)
    case "!=": return .bool(!(left == right || compare(left, right) == 0))
    case "<", "<=", ">", ">=": return try ordered(operation, left, right)
    default: break
    }
    switch (left, right) {
    case (.int(let a), .int(let b)): return try whole(operation, a, b)
    case (.duration(let a), .duration(let b)): return try spans(operation, a, b)
    case (.duration(let a), _): return try scaled(operation, a, by: right)
    case (_, .duration(let b)) where operation == "*": return try scaled(operation, b, by: left)
    case (.text(let a), .text(let b)) where operation == "+":
      guard a.utf8.count + b.utf8.count <= limits.textBytes else {
        let words = "a text has \(limits.textBytes) bytes at the most"
        throw mistake("\(words); 'set memory \(limits.moreMemory)' raises the limit")
      }
      return .text(a + b)
    default: return try fractional(operation, left, right)
    }
  }

  /// Returns a value with its sign changed.
  static func negated(_ value: Value) throws(Trouble) -> Value {
    switch value {
    case .int(let number): .int(number == .min ? .max : -number)
    case .double(let number): .double(-number)
    case .duration(let span): .duration(Nanoseconds.zero - span)
    default: throw mistake("'-' does not apply to \(value)")
    }
  }

  private static func mistake(_ text: String) -> Trouble {
    .fault(Fault("arithmetic", .text(text)))
  }
}

// MARK: - Kinds of numbers

extension Arithmetic {
  private static func whole(_ operation: String, _ a: Int, _ b: Int) throws(Trouble) -> Value {
    switch operation {
    case "+": return .int(saturated(a.addingReportingOverflow(b), isNegative: b < 0))
    case "-": return .int(saturated(a.subtractingReportingOverflow(b), isNegative: b > 0))
    case "*": return .int(product(a, b))
    case "**": return b < 0 ? .double(power(Double(a), b)) : .int(power(a, b))
    case "/", "%":
      guard b != 0 else { throw mistake("division by zero") }
      if b == -1 { return .int(operation == "%" ? 0 : a == .min ? .max : -a) }
      return .int(operation == "/" ? a / b : a % b)
    default: throw mistake("'\(operation)' does not apply")
    }
  }

  private static func saturated(
    _ result: (partialValue: Int, overflow: Bool), isNegative: Bool
  ) -> Int {
    result.overflow ? (isNegative ? .min : .max) : result.partialValue
  }

  private static func product(_ a: Int, _ b: Int) -> Int {
    saturated(a.multipliedReportingOverflow(by: b), isNegative: (a < 0) != (b < 0))
  }

  /// Returns a power by repeated squaring.
  private static func power(_ base: Int, _ exponent: Int) -> Int {
    var result = 1
    var factor = base
    var rest = exponent
    while rest > 0 {
      if rest & 1 == 1 { result = product(result, factor) }
      rest >>= 1
      if rest > 0 { factor = product(factor, factor) }
    }
    return result
  }

  private static func power(_ base: Double, _ exponent: Int) -> Double {
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

  private static func spans(
    _ operation: String, _ a: Nanoseconds, _ b: Nanoseconds
  ) throws(Trouble) -> Value {
    switch operation {
    case "+": return .duration(a + b)
    case "-": return .duration(a - b)
    case "/":
      guard b != .zero else { throw mistake("division by zero") }
      return .double(Double(a.count) / Double(b.count))
    default: throw mistake("'\(operation)' does not apply to durations")
    }
  }

  private static func scaled(
    _ operation: String, _ span: Nanoseconds, by factor: Value
  ) throws(Trouble) -> Value {
    switch (operation, factor) {
    case ("*", .int(let number)): return .duration(span * Int64(number))
    case ("*", .double(let number)):
      return .duration(Nanoseconds(rounding: Double(span.count) * number))
    case ("/", .int(0)), ("/", .double(0)): throw mistake("division by zero")
    case ("/", .int(let number)):
      return .duration(Nanoseconds(rounding: Double(span.count) / Double(number)))
    case ("/", .double(let number)):
      return .duration(Nanoseconds(rounding: Double(span.count) / number))
    default: throw mistake("'\(operation)' does not apply to a duration and \(factor)")
    }
  }

  private static func fractional(
    _ operation: String, _ left: Value, _ right: Value
  ) throws(Trouble) -> Value {
    guard let a = Item.value(left).number, let b = Item.value(right).number else {
      throw mistake("'\(operation)' does not apply to \(left) and \(right)")
    }
    switch operation {
    case "+": return .double(a + b)
    case "-": return .double(a - b)
    case "*": return .double(a * b)
    case "/":
      guard b != 0 else { throw mistake("division by zero") }
      return .double(a / b)
    case "**":
      let exponent = Int(exactly: b)
      guard let exponent else { throw mistake("'**' takes a whole exponent") }
      return .double(power(a, exponent))
    default: throw mistake("'\(operation)' does not apply to \(left) and \(right)")
    }
  }

  private static func ordered(
    _ operation: String, _ left: Value, _ right: Value
  ) throws(Trouble) -> Value {
    guard let order = compare(left, right) else {
      throw mistake("\(left) and \(right) cannot be compared")
    }
    return switch operation {
    case "<": .bool(order < 0)
    case "<=": .bool(order <= 0)
    case ">": .bool(order > 0)
    default: .bool(order >= 0)
    }
  }

  /// Returns -1, 0 or 1, or nothing where two values have no order.
  static func compare(_ left: Value, _ right: Value) -> Int? {
    switch (left, right) {
    case (.int(let a), .int(let b)): a < b ? -1 : a > b ? 1 : 0
    case (.duration(let a), .duration(let b)): a < b ? -1 : a > b ? 1 : 0
    case (.text(let a), .text(let b)): a < b ? -1 : a > b ? 1 : 0
    default:
      if let a = Item.value(left).number, let b = Item.value(right).number {
        a < b ? -1 : a > b ? 1 : a == b ? 0 : nil
      } else {
        nil
      }
    }
  }
}
