import Retry
import RetryNumerics
import Simulation
import VirtualTime

/// A type of the language and its Swift type.
struct SwiftType<Wanted: Sendable>: Sendable {
  let type: Type
  let read: @Sendable (RuntimeValue) -> Wanted?
  let item: @Sendable (Wanted) -> RuntimeValue
  let work: @Sendable (CompiledExpression) -> Thunk<Wanted>
  /// As `work` for an argument that may be left out.
  let optionalWork: @Sendable ([CompiledExpression]) -> Thunk<Wanted?>
  /// As `work` for an argument with a default.
  let defaultedWork: @Sendable (Wanted) -> @Sendable ([CompiledExpression]) -> Thunk<Wanted>
  let code: @Sendable (Thunk<Wanted>) -> CompiledExpression

  /// Creates a kind stored in items, unless it has its own code.
  init(
    _ type: Type, _ read: @escaping @Sendable (RuntimeValue) -> Wanted?,
    _ item: @escaping @Sendable (Wanted) -> RuntimeValue,
    work: (@Sendable (CompiledExpression) -> Thunk<Wanted>)? = nil,
    code: (@Sendable (Thunk<Wanted>) -> CompiledExpression)? = nil
  ) {
    self.type = type
    self.read = read
    self.item = item
    let work = work ?? { $0.wanted(type, read) }
    self.work = work
    // Made here, where the type is known: in the generic code of bindings each call would look its layout up.
    optionalWork = { codes in
      guard let code = codes.first else { return .constant(nil) }
      let work = work(code)
      return Thunk { frame throws(EvaluationError) in try work(&frame) }
    }
    defaultedWork = { other in { codes in codes.first.map(work) ?? .constant(other) } }
    self.code =
      code ?? { work in .item(Thunk { frame throws(EvaluationError) in item(try work(&frame)) }) }
  }

  /// A value in words, as a default; `nil` where they would say nothing, as of an empty list.
  func phrase(of value: Wanted) -> String? {
    switch item(value) {
    case .value(.list): nil
    case .value(.text(let text)): text
    case .value(.double(let number)): phrase(of: number)
    case .value(let value): value.description
    case .attemptLimit(.unlimited): "no limit"
    case .attemptLimit(.attempts(let count)): "\(count)"
    case .backoff(let backoff): "\(backoff)"
    case .setting(let setting): setting.word
    default: nil
    }
  }

  private func phrase(of number: Double) -> String {
    let shown = type == .share ? number * 100 : number
    let unit = type == .share ? "%" : type == .rate ? "/s" : ""
    return (Int64(exactly: shown).map { "\($0)" } ?? "\(shown)") + unit
  }
}

// MARK: - Values

extension SwiftType where Wanted == Int {
  static let int = SwiftType(
    .int, \.plain?.integer, { .value(.int($0)) }, work: whole,
    code: { work in
      .number(Thunk { frame throws(EvaluationError) in .int(Int64(try work(&frame))) })
    })

  private static let whole: @Sendable (CompiledExpression) -> Thunk<Int> = { code in
    let work = code.number
    return Thunk { frame throws(EvaluationError) in
      let number = try work(&frame)
      guard let int = number.int.flatMap({ Int(exactly: $0) }) else {
        throw .misfit(.int, .value(number.value))
      }
      return int
    }
  }
}

extension SwiftType where Wanted == Int64 {
  /// An integer of the language, which may be greater than the places of a memory.
  static let integer = SwiftType(
    .int, { if case .int(let number)? = $0.plain { number } else { nil } }, { .value(.int($0)) },
    code: { work in .number(Thunk { frame throws(EvaluationError) in .int(try work(&frame)) }) })
}

extension SwiftType where Wanted == Double {
  static let double = number(.double)
  static let share = number(.share)
  static let rate = number(.rate)

  private static func number(_ type: Type) -> SwiftType {
    SwiftType(
      type, \.number, { .value(.double($0)) },
      work: { code in
        let work = code.number
        return Thunk { frame throws(EvaluationError) in try work(&frame).double }
      },
      code: { work in .number(Thunk { frame throws(EvaluationError) in .double(try work(&frame)) })
      }
    )
  }
}

extension SwiftType where Wanted == Bool {
  static let bool = SwiftType(
    .bool, { $0.plain == .bool(true) }, { .value(.bool($0)) }, work: \.flag,
    code: CompiledExpression.flag)
}

extension SwiftType where Wanted == Nanoseconds {
  static let duration = SwiftType(
    .duration, \.span, { .value(.duration($0)) }, work: \.span, code: CompiledExpression.span)
}

extension SwiftType where Wanted == String {
  static let text = SwiftType(
    .text, { if case .text(let text)? = $0.plain { text } else { nil } }, { .value(.text($0)) })
}

extension SwiftType where Wanted == Fault {
  static let fault = SwiftType(.fault, \.plain?.fault, { .value(.fault($0)) })
}

extension SwiftType where Wanted == Value {
  static let any = value(.any)
  static let element = value(.variable(.element))
  static let result = value(.variable(.result))

  static func value(_ type: Type) -> SwiftType {
    SwiftType(type, \.plain, RuntimeValue.value, work: \.value, code: CompiledExpression.value)
  }
}

// MARK: - Sources, collections and closures

extension SwiftType where Wanted == Source {
  static let stream = source(.variable(.element))

  static func source(_ sent: Type) -> SwiftType {
    SwiftType(
      .source(sent), \.source, RuntimeValue.source, work: \.source, code: CompiledExpression.source)
  }
}

extension SwiftType where Wanted == Function {
  static func function(_ parameters: [Type], _ result: Type) -> SwiftType {
    SwiftType(
      .function(parameters, result),
      { if case .function(let function) = $0 { function } else { nil } }, RuntimeValue.function)
  }
}

extension SwiftType {
  static func list<Element>(of element: SwiftType<Element>) -> SwiftType where Wanted == [Element] {
    SwiftType(
      .list(element.type),
      { item in
        let items: [RuntimeValue]
        switch item {
        case .list(let given): items = given
        case .value(.list(let values)): items = values.map(RuntimeValue.value)
        default: return nil
        }
        let elements = items.compactMap(element.read)
        return elements.count == items.count ? elements : nil
      }, { .list($0.map(element.item)) })
  }
}

extension SwiftType where Wanted == Ends {
  static func range(of type: Type) -> SwiftType {
    SwiftType(
      .range(type), { if case .range(let ends) = $0 { ends } else { nil } }, RuntimeValue.range,
      work: { code in
        if case .ends(let work) = code { return work }
        return code.wanted(.range(type)) { if case .range(let ends) = $0 { ends } else { nil } }
      }, code: CompiledExpression.ends)
  }
}
