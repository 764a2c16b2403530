import RetryNumerics
import Simulation
import VirtualTime

/// A name of the language that can be called: a function, an operator, a strategy.
///
/// The checker, help, completion and the reference all read this one description.
package struct Callable: Sendable {
  /// What a call hands over.
  package struct Parameter: Sendable {
    /// The label; none where the value stands alone.
    package let label: String?
    package let type: Type
    package let isOptional: Bool
    /// Whether any number of values may stand here.
    package let isRepeated: Bool

    /// Creates a parameter.
    init(_ label: String?, _ type: Type, isOptional: Bool = false, isRepeated: Bool = false) {
      self.label = label
      self.type = type
      self.isOptional = isOptional
      self.isRepeated = isRepeated
    }
  }

  /// Where the name is found in the help.
  package enum Topic: String, CaseIterable, Sendable {
    case source, operation, latency, operators, strategy, backoff, load, function, result
  }

  package let name: String
  /// What it is a method of; none for a free function.
  package let receiver: Type?
  package let parameters: [Parameter]
  package let result: Type
  package let topic: Topic
  package let summary: String
  /// A line that shows it at work; the tests run it.
  package let example: String
  /// Whether it may stand without parentheses.
  package let isBare: Bool
  /// Whether it draws at random, and so is allowed only in closures.
  let draws: Bool
  let apply: @Sendable (Arguments) throws(InvalidArgument) -> Item

  /// Creates the description of a name.
  init(
    _ name: String, on receiver: Type? = nil, _ parameters: [Parameter] = [], gives result: Type,
    _ topic: Topic, _ summary: String, example: String, isBare: Bool = false,
    draws: Bool = false, apply: @escaping @Sendable (Arguments) throws(InvalidArgument) -> Item
  ) {
    self.name = name
    self.receiver = receiver
    self.parameters = parameters
    self.result = result
    self.topic = topic
    self.summary = summary
    self.example = example
    self.isBare = isBare
    self.draws = draws
    self.apply = apply
  }

  /// The line of the example in which it stands.
  var line: String {
    let lines = example.split(separator: "\n")
    return (lines.first { $0.contains(name) } ?? lines.first).map { String($0) } ?? example
  }

  /// The name with its labels, as it is looked up in the help.
  package var signature: String {
    let labels = parameters.map { ($0.label ?? "_") + ":" }.joined()
    let call = isBare && parameters.isEmpty ? name : "\(name)(\(labels))"
    return receiver == nil ? call : ".\(call)"
  }
}

/// The values of a call, in the order of the parameters.
package struct Arguments: Sendable {
  let receiver: Item?
  let values: [Item?]
  /// What follows from the number of arguments of repeated parameters, or from the name a value is bound to.
  let bindingName: String?
  let dialect: Dialect
  /// A draw between 0 and 1, for functions that draw.
  let luck: Double
  let outside: Outside
}

/// Which library's count a bare number means.
package enum Dialect: String, CaseIterable, Sendable {
  /// `retry(3)` makes three attempts in all.
  case rxswift
  /// `retry(3)` makes three retries, so four attempts.
  case combine
}

extension Arguments {
  /// The source that the method belongs to.
  var source: Source {
    receiver?.source ?? .empty
  }

  func has(_ index: Int) -> Bool { values[index] != nil }

  func int(_ index: Int) -> Int? { values[index]?.plain?.integer }

  func number(_ index: Int) -> Double? { values[index]?.number }

  func span(_ index: Int) -> Nanoseconds? { values[index]?.span }

  func text(_ index: Int) -> String? {
    if case .text(let text)? = values[index]?.plain { text } else { nil }
  }

  func value(_ index: Int) -> Value { values[index]?.plain ?? .unit }

  func source(_ index: Int) -> Source {
    values[index]?.source ?? .empty
  }

  func sources(_ index: Int) -> [Source] {
    guard case .list(let items)? = values[index] else { return [] }
    return items.compactMap(\.source)
  }

  /// The values of a list, or of a parameter that may be repeated.
  func list(_ index: Int) -> [Value] {
    guard case .list(let items)? = values[index] else { return [] }
    return items.compactMap(\.plain)
  }

  func fault(_ index: Int) -> Fault { values[index]?.plain?.fault ?? .unspecified }

  func function(_ index: Int) -> Function? {
    if case .function(let function)? = values[index] { function } else { nil }
  }

  func patterns(_ index: Int) -> [FaultPattern]? {
    switch values[index] {
    case .list(let items)?:
      items.compactMap { if case .pattern(let pattern) = $0 { pattern } else { nil } }
    case .pattern(let pattern)?: [pattern]
    default: nil
    }
  }
}

extension Arguments {
  /// The closure as an operator takes it: from a value to a value.
  func transform(_ index: Int) -> Transform {
    let function = function(index)
    return { (value, draws) throws(Fault) in
      try function?.call([value], &draws).plain ?? .unit
    }
  }

  /// The closure as an operator takes it: from a value to a flag.
  func predicate(_ index: Int) -> Predicate {
    let function = function(index)
    return { (value, draws) throws(Fault) in
      try function?.call([value], &draws).plain == .bool(true)
    }
  }

  /// The closure as an operator takes it: from a value to a source.
  func expand(_ index: Int) -> Expand {
    let function = function(index)
    return { (value, draws) throws(Fault) in
      try function?.call([value], &draws).source ?? .empty
    }
  }
}
