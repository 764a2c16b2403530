import VirtualTime

extension Source {
  /// Returns the values for which the closure returns true.
  package func filter(_ isIncluded: @escaping Predicate) -> Source {
    Source(.filter(isIncluded), on: [self])
  }

  /// Returns the values for which the closure returns true.
  package func filter(_ isIncluded: @escaping @Sendable (Value) throws(Fault) -> Bool) -> Source {
    filter { (value, _) throws(Fault) in try isIncluded(value) }
  }
}

final class FilterStage: ClosureStage {
  private let isIncluded: Predicate

  init(_ upstream: Stage, actor: Int, _ isIncluded: @escaping Predicate) {
    self.isIncluded = isIncluded
    super.init(upstream, actor: actor)
  }

  override func receive(value: Value, _ draws: inout Draws, _ run: inout Run) throws(Fault) {
    if try isIncluded(value, &draws) { emit(value, &run) }
  }
}
