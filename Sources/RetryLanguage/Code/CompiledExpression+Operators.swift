import RetryNumerics
import Simulation

// Code for operators.

extension CompiledExpression {
  /// Code for a negation; `nil` if the value has no sign.
  static func negated(_ checked: TypedExpression) -> CompiledExpression? {
    switch (checked.code, checked.type) {
    case (.number(let work), _):
      .number(Thunk { frame throws(EvaluationError) in Arithmetic.negated(try work(&frame)) })
    case (.span(let work), _):
      .span(Thunk { frame throws(EvaluationError) in .zero - (try work(&frame)) })
    case (let code, .int), (let code, .double), (let code, .share), (let code, .rate),
      (let code, .duration),
      (let code, .any), (let code, .nothing):
      .value(negated(code.value))
    default: nil
    }
  }

  private static func negated(_ work: Thunk<Value>) -> Thunk<Value> {
    Thunk { frame throws(EvaluationError) in
      let value = try work(&frame)
      guard let negated = Arithmetic.negated(value) else {
        throw Arithmetic.mistake("'-' cannot be applied to \(value)")
      }
      return negated
    }
  }

  static func compared(
    _ comparison: Infix.Comparison, _ left: CompiledExpression, _ right: CompiledExpression
  ) -> CompiledExpression {
    switch (left, right) {
    case (.number(let left), .number(let right)):
      return .flag(
        Thunk { frame throws(EvaluationError) in
          comparison.holds(try left(&frame), try right(&frame))
        })
    case (.span(let left), .span(let right)):
      return .flag(
        Thunk { frame throws(EvaluationError) in
          comparison.holds(try left(&frame), try right(&frame))
        })
    default:
      let (left, right) = (left.value, right.value)
      return .flag(
        Thunk { frame throws(EvaluationError) in
          try comparison.holds(try left(&frame), try right(&frame))
        })
    }
  }

  static func calculated(
    _ calculation: Infix.Calculation, _ left: CompiledExpression, _ right: CompiledExpression,
    _ limits: Limits
  ) -> CompiledExpression {
    switch (calculation, left, right) {
    case (_, .number(let left), .number(let right)):
      return .number(
        Thunk { frame throws(EvaluationError) in
          try Arithmetic.number(calculation, try left(&frame), try right(&frame))
        })
    case (.plus, .span(let left), .span(let right)):
      return .span(Thunk { frame throws(EvaluationError) in try left(&frame) + right(&frame) })
    case (.minus, .span(let left), .span(let right)):
      return .span(Thunk { frame throws(EvaluationError) in try left(&frame) - right(&frame) })
    case (.divided, .span(let left), .span(let right)):
      return .number(
        Thunk { frame throws(EvaluationError) in
          try Arithmetic.ratio(try left(&frame), try right(&frame))
        })
    case (.times, .span(let span), .number(let factor)):
      return .span(
        Thunk { frame throws(EvaluationError) in
          Arithmetic.product(try span(&frame), try factor(&frame))
        })
    case (.times, .number(let factor), .span(let span)):
      return .span(
        Thunk { frame throws(EvaluationError) in
          let factor = try factor(&frame)
          return Arithmetic.product(try span(&frame), factor)
        })
    case (.divided, .span(let span), .number(let divisor)):
      return .span(
        Thunk { frame throws(EvaluationError) in
          try Arithmetic.quotient(try span(&frame), try divisor(&frame))
        })
    default:
      let (left, right) = (left.value, right.value)
      return .value(
        Thunk { frame throws(EvaluationError) in
          try Arithmetic.value(calculation, try left(&frame), try right(&frame), limits)
        })
    }
  }
}
