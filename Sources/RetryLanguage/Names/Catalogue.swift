import Measurement

/// The table of all callables of the language.
///
/// The checker, the help, completion and the reference all use this table.
package enum Catalogue {
  /// Every function, method, operator and strategy.
  package static let all: [Callable] =
    sources + joins + operations + answers + latencies + valueOperators + timeOperators
    + errorOperators + strategies + policies + policyLayers + budgets + guards + guarded
    + systems + backoffs + rules
    + loads + limits + clients + functions + payloads + results + percentiles + presets

  /// The names of the free functions, sorted and unique.
  package static let functionNames: [String] = Set(
    all.filter { $0.receiver == nil }.map(\.name)
  ).sorted()

  private static let functionsByName = Dictionary(
    grouping: all.filter { $0.receiver == nil }, by: \.name)

  private static let methodsByName = Dictionary(
    grouping: all.filter { $0.receiver != nil }, by: \.name)

  /// Returns the free functions of a name.
  package static func functions(named name: String) -> [Callable] {
    functionsByName[name] ?? []
  }

  /// Returns the only type that has methods of a name, if there is exactly one.
  static func onlyReceiver(ofMethodsNamed name: String) -> Type? {
    (methodsByName[name] ?? []).compactMap(\.receiver).only
  }

  /// Returns the only result of the functions of a name that has methods of another name, if there is exactly one.
  static func onlyResult(ofFunctionsNamed name: String, withMethodsNamed method: String) -> Type? {
    functions(named: name).map(\.result).filter { !methods(named: method, of: $0).isEmpty }.only
  }

  /// Returns the methods of a name that a type has.
  package static func methods(named name: String, of type: Type) -> [Callable] {
    let name = [.run, .stats, .table].contains(type) ? Figure.formerNames[name] ?? name : name
    return (methodsByName[name] ?? []).filter { $0.receiver?.admits(receiver: type) ?? false }
  }

  static func word<Wanted>(
    _ name: String, _ kind: SwiftType<Wanted>, _ value: Wanted, _ topic: Callable.Topic,
    _ summary: String, example: String
  ) -> Callable {
    Callable(name, gives: kind, topic, summary, example: example, isBare: true) { value }
  }

  /// Builds a part of the table; each statement is type-checked on its own.
  @resultBuilder enum Table {
    static func buildBlock<Entry>(_ entries: Entry...) -> [Entry] { entries }
  }
}

extension [Type] {
  /// The type that all elements are.
  fileprivate var only: Type? { first.flatMap { type in allSatisfy { $0 == type } ? type : nil } }
}
