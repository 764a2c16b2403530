import RetryNumerics
import Simulation

/// A compiled expression with a Swift result.
enum Thunk<Wanted: Sendable>: Sendable {
  /// A constant, which needs no call.
  case constant(Wanted)
  case closure(@Sendable (inout Frame) throws(EvaluationError) -> Wanted)

  init(_ run: @escaping @Sendable (inout Frame) throws(EvaluationError) -> Wanted) {
    self = .closure(run)
  }

  @inline(__always)
  func callAsFunction(_ frame: inout Frame) throws(EvaluationError) -> Wanted {
    switch self {
    case .constant(let wanted): wanted
    case .closure(let run): try run(&frame)
    }
  }
}

/// Compiled code by result type, so that numbers, durations and sources are not boxed.
enum CompiledExpression: Sendable {
  case number(Thunk<Number>)
  case flag(Thunk<Bool>)
  case span(Thunk<Nanoseconds>)
  case value(Thunk<Value>)
  case source(Thunk<Source>)
  /// A value or a timer that is drawn when it is needed.
  case drawn(Thunk<Drawn>)
  case expansion(Thunk<Expansion>)
  case ends(Thunk<Ends>)
  case attempt(Thunk<Attempt>)
  case item(Thunk<RuntimeValue>)
  /// A parameter or named value of any other type, read in place.
  case place(Int)

  static func constant(_ item: RuntimeValue) -> CompiledExpression {
    switch item {
    case .value(.bool(let flag)): .flag(.constant(flag))
    case .value(.duration(let span)): .span(.constant(span))
    case .value(let value):
      if let number = Number(value) {
        .number(.constant(number))
      } else {
        .value(.constant(value))
      }
    case .source(let source): .source(.constant(source))
    default: .item(.constant(item))
    }
  }

  /// Code that reads a parameter or a named value.
  static func local(_ index: Int, _ type: Type) -> CompiledExpression {
    switch type {
    case .int, .double, .share, .rate:
      .number(
        Thunk { frame throws(EvaluationError) in
          switch frame.locals[index] {
          case .value(.int(let number)): return .int(number)
          case .value(.double(let number)): return .double(number)
          case let item: throw .misfit(type, item)
          }
        })
    case .duration:
      .span(
        Thunk { frame throws(EvaluationError) in
          guard case .value(.duration(let span)) = frame.locals[index] else {
            throw .misfit(type, frame.locals[index])
          }
          return span
        })
    case .source:
      .source(
        Thunk { frame throws(EvaluationError) in
          guard let source = frame.locals[index].source else {
            throw .misfit(type, frame.locals[index])
          }
          return source
        })
    case .attempt:
      .attempt(
        Thunk { frame throws(EvaluationError) in
          guard case .attempt(let attempt) = frame.locals[index] else {
            throw .misfit(type, frame.locals[index])
          }
          return attempt
        })
    case .unit, .text, .fault, .signal, .tuple:
      .value(
        Thunk { frame throws(EvaluationError) in
          guard case .value(let value) = frame.locals[index] else {
            throw .misfit(type, frame.locals[index])
          }
          return value
        })
    default: .place(index)
    }
  }
}

// MARK: - Conversions

extension CompiledExpression {
  var item: Thunk<RuntimeValue> {
    switch self {
    case .number(let work):
      Thunk { frame throws(EvaluationError) in .value(try work(&frame).value) }
    case .flag(let work): Thunk { frame throws(EvaluationError) in .value(.bool(try work(&frame))) }
    case .span(let work):
      Thunk { frame throws(EvaluationError) in .value(.duration(try work(&frame))) }
    case .value(let work): Thunk { frame throws(EvaluationError) in .value(try work(&frame)) }
    case .source, .expansion:
      Thunk { [source] frame throws(EvaluationError) in .source(try source(&frame)) }
    case .drawn: Thunk { [value] frame throws(EvaluationError) in .value(try value(&frame)) }
    case .ends(let work): Thunk { frame throws(EvaluationError) in .range(try work(&frame)) }
    case .attempt(let work): Thunk { frame throws(EvaluationError) in .attempt(try work(&frame)) }
    case .item(let work): work
    case .place(let index): Thunk { frame throws(EvaluationError) in frame.locals[index] }
    }
  }

  var value: Thunk<Value> {
    switch self {
    case .number(let work): Thunk { frame throws(EvaluationError) in try work(&frame).value }
    case .flag(let work): Thunk { frame throws(EvaluationError) in .bool(try work(&frame)) }
    case .span(let work): Thunk { frame throws(EvaluationError) in .duration(try work(&frame)) }
    case .value(let work): work
    case .drawn(let work):
      Thunk { frame throws(EvaluationError) in try work(&frame).value(frame.uniform()) }
    case .source, .expansion, .ends, .attempt, .item, .place: wanted(.any, \.plain)
    }
  }

  var number: Thunk<Number> {
    switch self {
    case .number(let work): return work
    case .value(let work):
      return Thunk { frame throws(EvaluationError) in
        let value = try work(&frame)
        guard let number = Number(value) else { throw .misfit(.double, .value(value)) }
        return number
      }
    default: return wanted(.double) { $0.plain.flatMap(Number.init) }
    }
  }

  /// The code for a Boolean; any other value counts as false.
  var flag: Thunk<Bool> {
    if case .flag(let work) = self { return work }
    let work = item
    return Thunk { frame throws(EvaluationError) in try work(&frame).plain == .bool(true) }
  }

  var span: Thunk<Nanoseconds> {
    switch self {
    case .span(let work): return work
    case .value(let work):
      return Thunk { frame throws(EvaluationError) in
        let value = try work(&frame)
        guard case .duration(let span) = value else { throw .misfit(.duration, .value(value)) }
        return span
      }
    default: return wanted(.duration, \.span)
    }
  }

  var source: Thunk<Source> {
    if case .source(let work) = self { return work }
    if case .expansion(let work) = self {
      return Thunk { frame throws(EvaluationError) in try work(&frame).source(&frame) }
    }
    return wanted(.source(.any), \.source)
  }

  /// The code for a source whose timer is not drawn yet.
  var expansion: Thunk<Expansion> {
    if case .expansion(let work) = self { return work }
    let work = source
    return Thunk { frame throws(EvaluationError) in .source(try work(&frame)) }
  }

  /// The code for a value read from an item; for a type only known at run time, this may fail.
  func wanted<Wanted>(
    _ type: Type, _ read: @escaping @Sendable (RuntimeValue) -> Wanted?
  ) -> Thunk<Wanted> {
    if case .place(let index) = self {
      return Thunk { frame throws(EvaluationError) in
        guard let wanted = read(frame.locals[index]) else {
          throw .misfit(type, frame.locals[index])
        }
        return wanted
      }
    }
    let work = item
    return Thunk { frame throws(EvaluationError) in
      let item = try work(&frame)
      guard let wanted = read(item) else { throw .misfit(type, item) }
      return wanted
    }
  }
}

extension EvaluationError {
  /// Returns the error for a value of the wrong type.
  static func misfit(_ type: Type, _ item: RuntimeValue) -> EvaluationError {
    // A machine such as a page has addresses of 32 bits.
    if case .value(.int(let count)) = item, Int(exactly: count) == nil {
      let words = "a count is at most \(Int.max) here, not \(count)"
      return .fault(Fault("invalid", .text(words)))
    }
    let found = item.plain.map(\.description) ?? "a different type"
    return .fault(Fault("invalid", .text("expected \(type), found \(found)")))
  }
}
