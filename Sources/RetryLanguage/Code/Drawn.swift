import RetryNumerics
import Simulation

/// A random value from a range, before it is drawn.
enum Drawn: Sendable {
  /// A step from a number, of so many steps of equal probability; rounding may lead beyond the last.
  case int(low: Int64, count: Double, last: Int64)
  case duration(Expand.Timer)
  case double(low: Double, width: Double)

  /// Returns the value for a random number between 0 and 1.
  func value(_ uniform: Double) -> Value {
    switch self {
    case .int(let low, let count, let last):
      let step = Nanoseconds(rounding: uniform * count - 0.5)
      return .int(min((Nanoseconds(low) + step).count, last))
    case .duration(let timer): return .duration(timer.delay(uniform))
    case .double(let low, let width): return .double(low + uniform * width)
    }
  }
}

extension Expand.Timer {
  /// Returns the delay for a random number between 0 and 1.
  func delay(_ uniform: Double) -> Nanoseconds { low + Nanoseconds(rounding: uniform * width) }
}

/// A source, or a timer whose delay is drawn when the source is needed.
enum Expansion: Sendable {
  case source(Source)
  case timer(Expand.Timer)

  /// The source; draws the delay of a timer.
  func source(_ frame: inout Frame) -> Source {
    switch self {
    case .source(let source): source
    case .timer(let timer): .timer(timer.delay(frame.uniform()))
    }
  }
}

extension SwiftType where Wanted == Drawn {
  static let drawn = SwiftType(passing: .variable(.result), code: CompiledExpression.drawn)
}

extension SwiftType where Wanted == Expansion {
  /// A timer that may not be drawn yet.
  static let timer = SwiftType(passing: .source(.int), code: CompiledExpression.expansion)

  static let delay = SwiftType(passing: .duration, work: timer)

  private static func timer(_ code: CompiledExpression) -> Thunk<Expansion> {
    guard case .drawn(let work) = code else {
      let span = code.span
      return Thunk { frame throws(EvaluationError) in .source(.timer(try span(&frame))) }
    }
    return Thunk { frame throws(EvaluationError) in
      let drawn = try work(&frame)
      // A timer cannot be negative, so such a delay is drawn at once.
      if case .duration(let timer) = drawn, timer.low >= .zero { return .timer(timer) }
      let value = drawn.value(frame.uniform())
      guard case .duration(let span) = value else { throw .misfit(.duration, .value(value)) }
      return .source(.timer(span))
    }
  }
}

extension SwiftType {
  /// Creates a kind that passes from code to code and is never stored in an item.
  private init(
    passing type: Type, work: (@Sendable (CompiledExpression) -> Thunk<Wanted>)? = nil,
    code: (@Sendable (Thunk<Wanted>) -> CompiledExpression)? = nil
  ) {
    self.init(
      type, { _ in nil }, { _ in preconditionFailure("\(type) is drawn before it is stored") },
      work: work, code: code)
  }
}
