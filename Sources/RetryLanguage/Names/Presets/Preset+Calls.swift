extension Preset {
  /// The names of its settings; every preset takes 'on' besides.
  package var labels: [String] { callable.parameters.compactMap(\.label).filter { $0 != "on" } }

  /// Returns the type of a setting; `nil` if there is none of that name.
  package func type(of label: String) -> Type? {
    callable.parameters.first { $0.label == label }?.type
  }

  /// Whether it has a number of attempts or retries.
  package var hasCount: Bool { callable.parameters.contains(where: \.isCount) }

  /// Returns a call of it, optionally with the number that it counts with.
  package func call(count: Int? = nil) -> String {
    "preset(\"\(name)\"\(count.map { ", \($0)" } ?? ""))"
  }
}
