import RetryNumerics
import Simulation

// Code of parts and of choices.

extension Code {
  /// Code that takes a part of a group of values.
  static func part(_ index: Int, of group: Code, _ type: Type) -> Code {
    let group = group.value
    let part: Work<Value> = Work { frame throws(Trouble) in
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
  static func chosen(_ condition: Work<Bool>, _ yes: Code, _ no: Code) -> Code {
    switch (yes, no) {
    case (.number(let yes), .number(let no)): .number(chosen(condition, yes, no))
    case (.flag(let yes), .flag(let no)): .flag(chosen(condition, yes, no))
    case (.span(let yes), .span(let no)): .span(chosen(condition, yes, no))
    case (.source(let yes), .source(let no)): .source(chosen(condition, yes, no))
    case (.item, _), (_, .item), (.source, _), (_, .source), (.ends, _), (_, .ends):
      .item(chosen(condition, yes.item, no.item))
    default: .value(chosen(condition, yes.value, no.value))
    }
  }

  private static func chosen<Wanted>(
    _ condition: Work<Bool>, _ yes: Work<Wanted>, _ no: Work<Wanted>
  ) -> Work<Wanted> {
    Work { frame throws(Trouble) in
      try condition(&frame) ? try yes(&frame) : try no(&frame)
    }
  }
}
