extension Preset {
  /// Whether it has a number of attempts or retries.
  package var hasCount: Bool { callable.parameters.contains(where: \.isCount) }

  /// Returns a call of it, optionally with the number that it counts with.
  package func call(count: Int? = nil) -> String {
    "preset(\"\(name)\"\(count.map { ", \($0)" } ?? ""))"
  }
}
