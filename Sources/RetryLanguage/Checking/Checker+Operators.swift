import Retry
import RetryNumerics
import Simulation
import VirtualTime

// Arithmetic and comparison.

extension Checker {
  mutating func checkPrefix(
    _ prefix: Prefix, _ range: Range<Int>, _ value: Expression
  ) -> TypedExpression {
    if prefix == .not {
      let flag = check(value, .bool).code.flag
      return TypedExpression(
        .bool, .flag(Thunk { frame throws(EvaluationError) in !(try flag(&frame)) }))
    }
    let checked = check(value)
    guard let code = CompiledExpression.negated(checked) else {
      return broken(.wrongOperands, "'-' cannot be applied to \(checked.type)", range)
    }
    return TypedExpression(checked.type, code)
  }

  mutating func checkInfix(
    _ left: Expression, _ infix: Infix, _ range: Range<Int>, _ right: Expression,
    _ expected: Type?
  ) -> TypedExpression {
    switch infix {
    case .is: return checkIs(left, right)
    case .and, .or: return checkLogic(left, isAnd: infix == .and, right)
    case .closedRange, .halfOpenRange: return checkRange(left, infix, range, right)
    case .join:
      let first = SwiftType<Backoff>.backoff.work(check(left, .backoff).code)
      let second = SwiftType<Backoff>.backoff.work(check(right, .backoff).code)
      return TypedExpression(
        .backoff,
        .item(
          Thunk { frame throws(EvaluationError) in
            .backoff(try first(&frame).then(try second(&frame)))
          }))
    case .compare(let comparison):
      let first = check(left)
      let isEquality = comparison == .equal || comparison == .unequal
      let second = check(right, isEquality && first.type == .fault ? .fault : nil)
      guard let type = comparison.type(first.type, second.type) else {
        return incomparable(infix, range, (left, first), (right, second))
      }
      return TypedExpression(type, .compared(comparison, first.code, second.code))
    case .calculate(let calculation):
      let isLatency = calculation == .plus && (expected == .latency || expected == .service)
      let wanted: Type? = isLatency ? .latency : nil
      let (first, second) = (check(left, wanted), check(right, wanted))
      if calculation == .plus, let sum = sum((left, first), (right, second)) { return sum }
      guard let type = calculation.type(first.type, second.type) else {
        return inapplicable(infix, range, first, second)
      }
      return TypedExpression(type, .calculated(calculation, first.code, second.code, limits))
    }
  }

  /// The sum of a latency and a latency or a duration, if these are some.
  private mutating func sum(
    _ left: (Expression, TypedExpression), _ right: (Expression, TypedExpression)
  ) -> TypedExpression? {
    let types = [left.1.type, right.1.type]
    guard types.contains(.latency), types.allSatisfy({ $0.canBecome(.latency) }) else { return nil }
    let kind = SwiftType<Distribution>.latency
    let first = kind.work(convert(left.1, to: .latency, at: left.0).code)
    let second = kind.work(convert(right.1, to: .latency, at: right.0).code)
    return TypedExpression(
      .latency,
      .item(
        Thunk { frame throws(EvaluationError) in
          .latency(try first(&frame).plus(try second(&frame)))
        }))
  }

  /// Reports a comparison of different types, and corrects a bare number beside a value with a unit.
  private mutating func incomparable(
    _ infix: Infix, _ range: Range<Int>, _ left: (Expression, TypedExpression),
    _ right: (Expression, TypedExpression)
  ) -> TypedExpression {
    let fixIts = [(right.0, left.1.type), (left.0, right.1.type)].compactMap { number, type in
      fixIt(number, for: type).map { (number.range, $0) }
    }
    guard let (place, fixIt) = fixIts.first else {
      return inapplicable(infix, range, left.1, right.1)
    }
    return broken(
      .wrongOperands,
      "'\(infix.mark)' cannot be applied to \(left.1.type) and \(right.1.type)", place, fixIt: fixIt
    )
  }

  private mutating func inapplicable(
    _ infix: Infix, _ range: Range<Int>, _ left: TypedExpression, _ right: TypedExpression
  ) -> TypedExpression {
    broken(
      .wrongOperands, "'\(infix.mark)' cannot be applied to \(left.type) and \(right.type)", range)
  }

  private mutating func checkIs(_ left: Expression, _ right: Expression) -> TypedExpression {
    let value = check(left)
    guard [.fault, .any, .nothing].contains(value.type) else {
      return broken(.wrongOperands, "'is' tests an error, not \(value.type)", left.range)
    }
    let pattern = SwiftType<FaultPattern>.pattern.work(check(right, .pattern).code)
    let code = value.code.value
    return TypedExpression(
      .bool,
      .flag(
        Thunk { frame throws(EvaluationError) in
          let pattern = try pattern(&frame)
          guard let fault = try code(&frame).fault else { return false }
          return pattern.matches(fault)
        }))
  }

  private mutating func checkLogic(
    _ left: Expression, isAnd: Bool, _ right: Expression
  ) -> TypedExpression {
    let (first, second) = (check(left, .bool).code.flag, check(right, .bool).code.flag)
    return TypedExpression(
      .bool,
      .flag(
        Thunk { frame throws(EvaluationError) in
          let isTrue = try first(&frame)
          return isTrue == isAnd ? try second(&frame) : isTrue
        }))
  }

  private mutating func checkRange(
    _ left: Expression, _ infix: Infix, _ range: Range<Int>, _ right: Expression
  ) -> TypedExpression {
    let (first, second) = (check(left), check(right))
    guard let type = first.type.joined(with: second.type),
      [.int, .double, .duration, .share, .rate, .any, .nothing].contains(type)
    else {
      return broken(
        .wrongOperands,
        "both ends of a range must have the same type, not \(first.type) and \(second.type)", range)
    }
    if let low = left.constant, let high = right.constant, Arithmetic.compare(low, high) == 1 {
      return broken(
        .impossibleValue, "the range ends before it starts",
        left.range.lowerBound..<right.range.upperBound,
        fixIt: .replacement("\(written(right))\(infix.mark)\(written(left))"))
    }
    let (low, high) = (first.end, second.end)
    let isClosed = infix == .closedRange
    return TypedExpression(
      .range(type),
      .ends(
        Thunk { frame throws(EvaluationError) in
          Ends(low: try low(&frame), high: try high(&frame), isClosed: isClosed)
        }))
  }
}

extension TypedExpression {
  /// The end of a range; that of rates is the number per second.
  fileprivate var end: Thunk<Value> {
    guard type == .rate else { return code.value }
    let rate = SwiftType<Double>.rate.work(code)
    return Thunk { frame throws(EvaluationError) in .double(try rate(&frame)) }
  }
}

extension Expression {
  /// The number or duration literal, if this is one.
  fileprivate var constant: Value? {
    switch self {
    case .int(let number, _): .int(number)
    case .double(let number, _), .share(let number, _): .double(number)
    case .duration(let span, _): .duration(span)
    default: nil
    }
  }
}

// MARK: - Types

extension Infix.Comparison {
  /// Returns the type of the result, or `nil` if the operator cannot be applied.
  fileprivate func type(_ left: Type, _ right: Type) -> Type? {
    if left == .nothing || right == .nothing { return .nothing }
    guard let joined = left.joined(with: right) else { return nil }
    switch self {
    case .equal, .unequal: return joined.isPlain ? .bool : nil
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return [.int, .double, .share, .rate, .duration, .text, .any].contains(joined) ? .bool : nil
    }
  }
}

extension Infix.Calculation {
  /// Returns the type of the result, or `nil` if the operator cannot be applied.
  fileprivate func type(_ left: Type, _ right: Type) -> Type? {
    if left == .nothing || right == .nothing { return .nothing }
    if left == .any || right == .any { return .any }
    switch (self, left, right) {
    case (_, .int, .int): return .int
    case (.remainder, _, _): return nil
    case (_, .int, .double), (_, .double, .int), (_, .double, .double): return .double
    case (.power, _, _): return nil
    case (.plus, .text, .text): return .text
    case (.plus, .duration, .duration), (.minus, .duration, .duration): return .duration
    case (.plus, .share, .share), (.minus, .share, .share): return .share
    case (.plus, .rate, .rate), (.minus, .rate, .rate): return .rate
    case (.divided, .duration, .duration), (.divided, .share, .share), (.divided, .rate, .rate):
      return .double
    case (.times, .duration, .int), (.times, .duration, .double), (.times, .duration, .share),
      (.times, .int, .duration), (.times, .double, .duration), (.times, .share, .duration),
      (.divided, .duration, .int), (.divided, .duration, .double), (.divided, .duration, .share):
      return .duration
    case (.divided, .int, .share), (.divided, .double, .share): return .double
    case (.times, .int, .share), (.times, .double, .share), (.times, .share, .int),
      (.times, .share, .double), (.times, .share, .share), (.divided, .share, .int),
      (.divided, .share, .double):
      return .share
    case (.times, .rate, .int), (.times, .rate, .double), (.times, .rate, .share),
      (.times, .int, .rate), (.times, .double, .rate), (.times, .share, .rate),
      (.divided, .rate, .int), (.divided, .rate, .double), (.divided, .rate, .share):
      return .rate
    default: return nil
    }
  }
}
