// The expected type of an argument in the error about an undefined name.

extension Diagnostic {
  /// Returns the diagnostic.
  ///
  /// If it reports an undefined name passed as an argument, the message adds the expected type.
  func naming(_ candidates: [(callable: Callable, values: [[Expression.Argument]])]) -> Diagnostic {
    guard code == .unknownName else { return self }
    var wanted: [Callable.Parameter] = []
    for (callable, values) in candidates {
      for (parameter, arguments) in zip(callable.parameters, values)
      where arguments.contains(where: { $0.value.isName(at: range) }) && parameter.type.isFixed {
        if !wanted.contains(where: { $0.type.description == parameter.type.description }) {
          wanted.append(parameter)
        }
      }
    }
    guard let first = wanted.first, let name = candidates.first?.callable.name else { return self }
    let place = first.label.map { "'\($0):' takes" } ?? "'\(name)' takes"
    let types = wanted.map(\.type.description).joined(separator: " or ")
    let example = wanted.count == 1 ? first.type.example.map { ", such as \($0)" } ?? "" : ""
    return Diagnostic(code, "\(message); \(place) \(types)\(example)", at: range, mend: mend)
  }
}

extension Expression {
  /// Whether this is only a name, at this range.
  fileprivate func isName(at place: Range<Int>) -> Bool {
    if case .name(_, place) = self { true } else { false }
  }
}

extension Type {
  /// Whether it is a specific type.
  fileprivate var isFixed: Bool {
    switch self {
    case .any, .nothing, .variable: false
    default: true
    }
  }

  /// A literal of this type.
  fileprivate var example: String? {
    switch self {
    case .bool: "true"
    case .int, .attemptLimit: "3"
    case .double: "1.5"
    case .share, .faults: "30%"
    case .duration, .latency, .service: "100ms"
    case .rate, .rateProfile: "10/s"
    case .text: "\"text\""
    case .fault, .pattern, .list(.pattern): ".timeout"
    default: nil
    }
  }
}
