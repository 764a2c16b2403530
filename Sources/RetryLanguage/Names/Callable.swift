import RetryNumerics
import Simulation
import VirtualTime

/// A function, method, operator or strategy of the language.
///
/// The checker, the help, completion and the reference all use this description. It never changes, so that all share one.
package final class Callable: Sendable {
  /// A parameter.
  package struct Parameter: Sendable {
    /// The label, if any.
    package let label: String?
    package let type: Type
    package let isOptional: Bool
    /// Whether it accepts any number of values.
    package let isRepeated: Bool
    /// Whether it is the path of a file to read.
    package let isPath: Bool
    /// The only text that it takes, by which a call chooses among functions of a name.
    package let key: String?
    /// Whether the label may be left out.
    package let isCount: Bool
    /// What it means, unless its label always means the same.
    let meaning: String?

    init(
      _ label: String?, _ type: Type, isOptional: Bool = false, isRepeated: Bool = false,
      isPath: Bool = false, key: String? = nil, isCount: Bool = false, meaning: String? = nil
    ) {
      self.label = label
      self.type = type
      self.isOptional = isOptional
      self.isRepeated = isRepeated
      self.isPath = isPath
      (self.key, self.isCount, self.meaning) = (key, isCount, meaning)
    }
  }

  /// The help topic.
  package enum Topic: String, CaseIterable, Sendable {
    case source, operation, latency, operators, strategy, backoff, load, function, result
  }

  package let name: String
  /// The receiver type; `nil` for a free function.
  package let receiver: Type?
  package let parameters: [Parameter]
  package let result: Type
  package let topic: Topic
  package let summary: String
  /// An example, which the tests run.
  package let example: String
  /// Whether it can be used without parentheses.
  package let isBare: Bool
  /// Whether it draws random numbers, and so can only be used in closures.
  let draws: Bool
  /// The numbers of the parameters, closures last, since the other arguments may determine their types.
  let checkingOrder: [Int]
  let emit: @Sendable (PlacedCall) -> CompiledExpression

  // Not specialized for each entry of the tables, as `ParameterBinding.one`.
  @_semantics("optimize.sil.specialize.generic.never")
  private init<Result>(
    _ name: String, _ binding: ParameterBinding<Result>, _ result: SwiftType<Result>,
    _ topic: Topic,
    _ summary: String, _ example: String, _ isBare: Bool
  ) {
    self.name = name
    receiver =
      binding.roles.lazy.compactMap { if case .receiver(let type) = $0 { type } else { nil } }.first
    let parameters = binding.roles.compactMap { role -> Parameter? in
      if case .argument(let parameter) = role { parameter } else { nil }
    }
    self.parameters = parameters
    let closures = parameters.indices.filter {
      if case .function = parameters[$0].type { true } else { false }
    }
    checkingOrder = parameters.indices.filter { !closures.contains($0) } + closures
    draws = binding.roles.contains { if case .draw = $0 { true } else { false } }
    self.result = result.type
    self.topic = topic
    self.summary = summary
    self.example = example
    self.isBare = isBare
    emit = { [take = binding.take, code = result.code] call in
      var call = call
      return code(take(&call))
    }
  }

  /// The text as its first argument that chooses it among functions of its name, if one does.
  package var key: String? { parameters.first?.key }

  /// The line of the example that uses it.
  package var line: String {
    let lines = example.split(separator: "\n")
    return (lines.first { $0.contains(name) } ?? lines.first).map { String($0) } ?? example
  }

  /// The name with its labels, as shown in the help.
  package var signature: String {
    let labels = parameters.map { ($0.label ?? "_") + ":" }.joined()
    let call = isBare && parameters.isEmpty ? name : "\(name)(\(labels))"
    return receiver == nil ? call : ".\(call)"
  }
}

// MARK: - From Swift functions

extension Callable {
  convenience init<each Argument: Sendable, Result>(
    _ name: String, _ bindings: repeat ParameterBinding<each Argument>,
    gives result: SwiftType<Result>,
    _ topic: Topic, _ summary: String, example: String, isBare: Bool = false,
    _ apply: @escaping @Sendable (repeat each Argument) throws(InvalidArgument) -> Result
  ) {
    self.init(
      name, .group(repeat each bindings, make: apply), result, topic, summary, example, isBare)
  }

  convenience init<Base, each Argument: Sendable, Result>(
    _ name: String, on base: SwiftType<Base>, _ bindings: repeat ParameterBinding<each Argument>,
    gives result: SwiftType<Result>, _ topic: Topic, _ summary: String, example: String,
    isBare: Bool = false,
    _ apply: @escaping @Sendable (Base, repeat each Argument) throws(InvalidArgument) -> Result
  ) {
    let all = ParameterBinding<Result>.group(.receiver(base), repeat each bindings, make: apply)
    self.init(name, all, result, topic, summary, example, isBare)
  }
}

// MARK: - With one or two arguments

extension Callable {
  convenience init<First, Result>(
    _ name: String, _ first: ParameterBinding<First>, gives result: SwiftType<Result>,
    _ topic: Topic,
    _ summary: String, example: String, isBare: Bool = false,
    _ apply: @escaping @Sendable (First) throws(InvalidArgument) -> Result
  ) {
    self.init(name, .single(first, make: apply), result, topic, summary, example, isBare)
  }

  convenience init<First, Second, Result>(
    _ name: String, _ first: ParameterBinding<First>, _ second: ParameterBinding<Second>,
    gives result: SwiftType<Result>,
    _ topic: Topic, _ summary: String, example: String, isBare: Bool = false,
    _ apply: @escaping @Sendable (First, Second) throws(InvalidArgument) -> Result
  ) {
    self.init(name, .pair(first, second, make: apply), result, topic, summary, example, isBare)
  }

  convenience init<Base, Result>(
    _ name: String, on base: SwiftType<Base>, gives result: SwiftType<Result>, _ topic: Topic,
    _ summary: String, example: String, isBare: Bool = false,
    _ apply: @escaping @Sendable (Base) throws(InvalidArgument) -> Result
  ) {
    self.init(
      name, .receiver(base), gives: result, topic, summary, example: example, isBare: isBare, apply)
  }

  convenience init<Base, First, Result>(
    _ name: String, on base: SwiftType<Base>, _ first: ParameterBinding<First>,
    gives result: SwiftType<Result>,
    _ topic: Topic, _ summary: String, example: String, isBare: Bool = false,
    _ apply: @escaping @Sendable (Base, First) throws(InvalidArgument) -> Result
  ) {
    self.init(
      name, .receiver(base), first, gives: result, topic, summary, example: example,
      isBare: isBare, apply)
  }
}
