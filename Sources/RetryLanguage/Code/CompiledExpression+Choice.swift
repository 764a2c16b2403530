import RetryNumerics
import Simulation

// Code for elements and choices.

extension CompiledExpression {
  /// Code for an element of a tuple.
  static func part(_ index: Int, of group: CompiledExpression, _ type: Type) -> CompiledExpression {
    let group = group.value
    let part: Thunk<Value> = Thunk { frame throws(EvaluationError) in
      let value = try group(&frame)
      guard let part = value.part(index) else {
        throw .misfit(.tuple(Array(repeating: .any, count: index + 1)), .value(value))
      }
      return part
    }
    return CompiledExpression.value(part).narrowed(to: type)
  }

  /// The code specialized for numbers or durations, if its type allows.
  func narrowed(to type: Type) -> CompiledExpression {
    switch (self, type) {
    case (.value, .int), (.value, .double), (.value, .share), (.value, .rate), (.item, .int),
      (.item, .double), (.item, .share), (.item, .rate):
      .number(number)
    case (.value, .duration), (.item, .duration): .span(span)
    case (.item, .bool): .flag(flag)
    case (.item, .source): .source(source)
    default: self
    }
  }

  /// Code that can use a named value.
  static func bound(_ value: Thunk<RuntimeValue>, _ code: CompiledExpression) -> CompiledExpression
  {
    switch code {
    case .number(let work): .number(bound(value, work))
    case .flag(let work): .flag(bound(value, work))
    case .span(let work): .span(bound(value, work))
    case .value(let work): .value(bound(value, work))
    case .source(let work): .source(bound(value, work))
    case .drawn(let work): .drawn(bound(value, work))
    case .expansion(let work): .expansion(bound(value, work))
    case .ends(let work): .ends(bound(value, work))
    case .attempt(let work): .attempt(bound(value, work))
    case .item, .place: .item(bound(value, code.item))
    }
  }

  private static func bound<Wanted>(_ value: Thunk<RuntimeValue>, _ work: Thunk<Wanted>) -> Thunk<
    Wanted
  > {
    Thunk { frame throws(EvaluationError) in
      frame.locals.append(try value(&frame))
      return try work(&frame)
    }
  }

  /// Code that calls a user-defined function.
  static func called(_ function: Thunk<Function>, _ values: [Thunk<RuntimeValue>], _ type: Type)
    -> CompiledExpression
  {
    let call = CompiledExpression.item(
      Thunk { frame throws(EvaluationError) in
        var items: [RuntimeValue] = []
        for value in values { items.append(try value(&frame)) }
        return try function(&frame).call(items, &frame)
      })
    return call.narrowed(to: type)
  }

  /// Code that selects between two expressions by a condition.
  static func chosen(_ condition: Thunk<Bool>, _ yes: CompiledExpression, _ no: CompiledExpression)
    -> CompiledExpression
  {
    switch (yes, no) {
    case (.number(let yes), .number(let no)): .number(chosen(condition, yes, no))
    case (.flag(let yes), .flag(let no)): .flag(chosen(condition, yes, no))
    case (.span(let yes), .span(let no)): .span(chosen(condition, yes, no))
    case (.source(let yes), .source(let no)): .source(chosen(condition, yes, no))
    case (.drawn(let yes), .drawn(let no)): .drawn(chosen(condition, yes, no))
    case (.expansion, .expansion), (.expansion, .source), (.source, .expansion):
      .expansion(chosen(condition, yes.expansion, no.expansion))
    case (.item, _), (_, .item), (.source, _), (_, .source), (.expansion, _), (_, .expansion),
      (.ends, _), (_, .ends),
      (.attempt, _), (_, .attempt), (.place, _), (_, .place):
      .item(chosen(condition, yes.item, no.item))
    default: .value(chosen(condition, yes.value, no.value))
    }
  }

  private static func chosen<Wanted>(
    _ condition: Thunk<Bool>, _ yes: Thunk<Wanted>, _ no: Thunk<Wanted>
  ) -> Thunk<Wanted> {
    Thunk { frame throws(EvaluationError) in
      try condition(&frame) ? try yes(&frame) : try no(&frame)
    }
  }
}
