import RetryNumerics
import Simulation

/// A random value from a range, before it is drawn.
enum Drawn: Sendable {
  /// A step from a number, of so many steps of equal probability; rounding may lead beyond the last.
  case int(low: Int, count: Double, last: Int)
  case duration(Expand.Timer)
  case double(low: Double, width: Double)

  /// Returns the value for a random number between 0 and 1.
  func value(_ luck: Double) -> Value {
    switch self {
    case .int(let low, let count, let last):
      let step = Nanoseconds(rounding: luck * count - 0.5)
      return .int(min(Int((Nanoseconds(Int64(low)) + step).count), last))
    case .duration(let timer): return .duration(timer.delay(luck))
    case .double(let low, let width): return .double(low + luck * width)
    }
  }
}

extension Expand.Timer {
  /// Returns the delay for a random number between 0 and 1.
  func delay(_ luck: Double) -> Nanoseconds { low + Nanoseconds(rounding: luck * width) }
}

/// A source, or a timer whose delay is drawn when the source is needed.
enum Expansion: Sendable {
  case source(Source)
  case timer(Expand.Timer)

  /// The source; draws the delay of a timer.
  func source(_ frame: inout Frame) -> Source {
    switch self {
    case .source(let source): source
    case .timer(let timer): .timer(timer.delay(frame.luck()))
    }
  }
}

extension Kind where Wanted == Drawn {
  static let drawn = Kind(passing: .variable(.result), code: Code.drawn)
}

extension Kind where Wanted == Expansion {
  /// A timer that may not be drawn yet.
  static let timer = Kind(passing: .source(.int), code: Code.expansion)

  static let delay = Kind(passing: .duration, work: timer)

  private static func timer(_ code: Code) -> Thunk<Expansion> {
    guard case .drawn(let work) = code else {
      let span = code.span
      return Thunk { frame throws(EvaluationError) in .source(.timer(try span(&frame))) }
    }
    return Thunk { frame throws(EvaluationError) in
      let drawn = try work(&frame)
      // A timer cannot be negative, so such a delay is drawn at once.
      if case .duration(let timer) = drawn, timer.low >= .zero { return .timer(timer) }
      let value = drawn.value(frame.luck())
      guard case .duration(let span) = value else { throw .misfit(.duration, .value(value)) }
      return .source(.timer(span))
    }
  }
}

extension Kind {
  /// Creates a kind that passes from code to code and is never stored in an item.
  private init(
    passing type: Type, work: (@Sendable (Code) -> Thunk<Wanted>)? = nil,
    code: (@Sendable (Thunk<Wanted>) -> Code)? = nil
  ) {
    self.init(
      type, { _ in nil }, { _ in preconditionFailure("\(type) is drawn before it is stored") },
      work: work, code: code)
  }
}
