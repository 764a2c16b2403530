import RetryNumerics
import Simulation

// Code for errors and error patterns.

extension CompiledExpression {
  static func fault(
    _ kind: String, _ payload: Thunk<Value>?, retryAfter hint: Thunk<Nanoseconds>?, _ limits: Limits
  ) -> CompiledExpression {
    if payload == nil, hint == nil {
      let fault = Value.fault(Fault(kind))
      return .value(.constant(fault))
    }
    return .value(
      Thunk { frame throws(EvaluationError) in
        let value = try payload?(&frame)
        guard (value?.fault?.depth ?? 0) < limits.faultDepth else {
          let words = "errors are nested more than \(limits.faultDepth) deep"
          throw .fault(
            Fault("nesting", .text("\(words); 'set depth \(limits.moreDepth)' raises the limit")))
        }
        return .fault(Fault(kind, value, retryAfter: try hint?(&frame)))
      })
  }

  /// Code for an error pattern, if the payload or the hint requires one.
  static func pattern(
    _ kind: String, _ payload: TypedExpression?, retryAfter hint: Thunk<Nanoseconds>?,
    _ needsHint: Bool
  ) -> CompiledExpression? {
    let condition: Thunk<FaultPattern.Payload>
    switch payload?.type {
    case .range:
      guard let payload else { return nil }
      condition = range(payload.code)
    case .pattern:
      guard let payload else { return nil }
      let inner = SwiftType<FaultPattern>.pattern.work(payload.code)
      condition = Thunk { frame throws(EvaluationError) in .fault(try inner(&frame)) }
    case _ where needsHint:
      let value = payload?.code.value
      condition = Thunk { frame throws(EvaluationError) in
        try value.map { value throws(EvaluationError) in .value(try value(&frame)) } ?? .any
      }
    default: return nil
    }
    return .item(
      Thunk { frame throws(EvaluationError) in
        let delay = try hint?(&frame)
        return .pattern(
          FaultPattern(
            kind, try condition(&frame),
            hint: needsHint ? .some : delay.map(FaultPattern.Hint.exactly) ?? .any))
      })
  }

  private static func range(_ code: CompiledExpression) -> Thunk<FaultPattern.Payload> {
    let ends = SwiftType<Ends>.range(of: .int).work(code)
    return Thunk { frame throws(EvaluationError) in
      let ends = try ends(&frame)
      guard case .int(let low) = ends.low, case .int(let high) = ends.high else {
        throw .misfit(.int, .value(ends.low))
      }
      let last = ends.isClosed ? high : high - 1
      return .range(low...max(low, last))
    }
  }

  /// Code for a duration from a number of units of this length in nanoseconds.
  static func span(in unit: Double, _ count: Thunk<Number>) -> CompiledExpression {
    .span(
      Thunk { frame throws(EvaluationError) in
        Nanoseconds(rounding: try count(&frame).double * unit)
      })
  }
}
