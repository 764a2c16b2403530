import VirtualTime

extension Source {
  /// Returns the source with values transformed by a closure.
  package func map(_ transform: @escaping Transform) -> Source {
    Source(.map(transform), on: [self])
  }

  /// Returns the source with values transformed by a closure.
  package func map(_ transform: @escaping @Sendable (Value) throws(Fault) -> Value) -> Source {
    map { (value, _) throws(Fault) in try transform(value) }
  }
}

final class MapStage: ClosureStage {
  private let transform: Transform

  init(_ upstream: Stage, actor: Int, _ transform: @escaping Transform) {
    self.transform = transform
    super.init(upstream, actor: actor)
  }

  override func receive(value: Value, _ draws: inout Draws, _ run: inout Run) throws(Fault) {
    emit(try transform(value, &draws), &run)
  }
}
