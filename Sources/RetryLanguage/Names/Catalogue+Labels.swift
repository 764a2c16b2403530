// What labels mean, and where they occur.

extension Catalogue {
  /// All labels, sorted and unique, but for those that libraries have for their presets.
  package static let labels: [String] = Set(
    all.filter { $0.key == nil }.flatMap { $0.parameters.compactMap(\.label) }
  )
  .sorted()

  /// Returns the callables that have a label.
  package static func callables(withLabel label: String) -> [Callable] {
    all.filter { callable in callable.parameters.contains { $0.label == label } }
  }

  /// Returns the distinct names of values of a type, in table order.
  package static func values(of type: Type) -> [String] {
    var seen: Set<String> = []
    return all.filter { $0.receiver == nil && $0.result == type && seen.insert($0.name).inserted }
      .map(\.name)
  }
}

extension Callable {
  /// Returns the meaning of a label in this call.
  package func meaning(of label: String) -> String? {
    parameters.lazy.filter { $0.label == label }.compactMap(\.meaning).first
  }
}
