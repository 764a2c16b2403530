// The expected type of an argument in the error about an undefined name.

extension Diagnostic {
  /// Returns the diagnostic.
  ///
  /// If it reports an undefined name passed as an argument, the message adds the expected type.
  func naming(_ candidates: [(callable: Callable, values: [[Expression.Argument]])]) -> Diagnostic {
    guard code == .unknownName else { return self }
    var wanted: [Callable.Parameter] = []
    var name: String?
    for (callable, values) in candidates {
      for (parameter, arguments) in zip(callable.parameters, values)
      where parameter.type.isFixed {
        guard let found = arguments.lazy.compactMap({ $0.value.name(at: range) }).first else {
          continue
        }
        name = found
        if !wanted.contains(where: { $0.type.description == parameter.type.description }) {
          wanted.append(parameter)
        }
      }
    }
    guard let first = wanted.first, let called = candidates.first?.callable.name else {
      return self
    }
    let place = first.label.map { "'\($0):' takes" } ?? "'\(called)' takes"
    let types = wanted.map(\.type.description).joined(separator: " or ")
    let example = wanted.count == 1 ? first.type.example.map { ", such as \($0)" } ?? "" : ""
    let meant = wanted.count == 1 ? name.flatMap(first.type.meaning) : nil
    return Diagnostic(
      code, "\(message); \(place) \(types)\(example)", at: range,
      fixIt: fixIt.flatMap { $0.isType ? nil : $0 } ?? meant ?? fixIt)
  }
}

extension Diagnostic.FixIt {
  /// Whether it proposes a type, such as `AuthFilter`, which is near to many names.
  fileprivate var isType: Bool {
    if case .replacement(let text) = self { text.first?.isUppercase == true } else { false }
  }
}

extension Expression {
  fileprivate func name(at place: Range<Int>) -> String? {
    if case .name(let name, place) = self { name } else { nil }
  }
}

extension Type {
  fileprivate var isFixed: Bool {
    switch self {
    case .any, .nothing, .variable: false
    default: true
    }
  }

  /// What an undefined name probably means as a value of this type: nothing, or an error without its dot.
  fileprivate func meaning(of name: String) -> Diagnostic.FixIt? {
    switch self {
    case _ where name == "nil": .advice("leave it out")
    case .faults: .replacement("[.\(name): 30%]")
    case .fault, .pattern, .list(.pattern): .replacement(".\(name)")
    default: nil
    }
  }

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
