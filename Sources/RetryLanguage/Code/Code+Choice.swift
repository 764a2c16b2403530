import RetryNumerics
import Simulation

// Code of parts, of choices, and of what comes before.

extension Code {
  /// Code that takes a part of a group of values.
  static func part(_ index: Int, of group: Code, _ type: Type) -> Code {
    let group = group.value
    let part: Work<Value> = { frame throws(Trouble) in
      let value = try group(&frame)
      guard let part = value.part(index) else {
        throw .misfit(.tuple(Array(repeating: .any, count: index + 1)), .value(value))
      }
      return part
    }
    return Code.value(part).narrowed(to: type)
  }

  /// The code as that of a number or a duration, where its type says that it gives one.
  func narrowed(to type: Type) -> Code {
    guard case .value = self else { return self }
    switch type {
    case .int, .double, .share: return .number(number)
    case .duration: return .span(span)
    default: return self
    }
  }

  /// Code that is one of two, as a condition says.
  static func chosen(_ condition: @escaping Work<Bool>, _ yes: Code, _ no: Code) -> Code {
    switch (yes, no) {
    case (.number(let yes), .number(let no)): .number(chosen(condition, yes, no))
    case (.flag(let yes), .flag(let no)): .flag(chosen(condition, yes, no))
    case (.span(let yes), .span(let no)): .span(chosen(condition, yes, no))
    case (.source(let yes), .source(let no)): .source(chosen(condition, yes, no))
    case (.item, _), (_, .item), (.source, _), (_, .source):
      .item(chosen(condition, yes.item, no.item))
    default: .value(chosen(condition, yes.value, no.value))
    }
  }

  private static func chosen<Wanted>(
    _ condition: @escaping Work<Bool>, _ yes: @escaping Work<Wanted>, _ no: @escaping Work<Wanted>
  ) -> Work<Wanted> {
    { frame throws(Trouble) in
      try condition(&frame) ? try yes(&frame) : try no(&frame)
    }
  }

  /// The code with something done before it.
  func preceded(by step: @escaping Work<Void>) -> Code {
    switch self {
    case .number(let work): .number(Self.preceded(step, work))
    case .flag(let work): .flag(Self.preceded(step, work))
    case .span(let work): .span(Self.preceded(step, work))
    case .value(let work): .value(Self.preceded(step, work))
    case .source(let work): .source(Self.preceded(step, work))
    case .item(let work): .item(Self.preceded(step, work))
    }
  }

  private static func preceded<Wanted>(
    _ step: @escaping Work<Void>, _ work: @escaping Work<Wanted>
  ) -> Work<Wanted> {
    { frame throws(Trouble) in
      try step(&frame)
      return try work(&frame)
    }
  }
}
