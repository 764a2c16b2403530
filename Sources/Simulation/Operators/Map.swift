import VirtualTime

extension Source {
  /// Returns the source with each value replaced by what the closure makes of it.
  package func map(_ transform: @escaping Transform) -> Source {
    calling("map") { upstream, actor, _ in MapStage(upstream, actor: actor, transform) }
  }

  /// Returns the source with each value replaced by what the closure makes of it.
  package func map(_ transform: @escaping @Sendable (Value) throws(Fault) -> Value) -> Source {
    map { (value, _) throws(Fault) in try transform(value) }
  }
}

private final class MapStage: ClosureStage {
  private let transform: Transform

  init(_ upstream: Stage, actor: Int, _ transform: @escaping Transform) {
    self.transform = transform
    super.init(upstream, actor: actor)
  }

  override func receive(value: Value, _ draws: inout Draws, _ run: inout Run) throws(Fault) {
    emit(try transform(value, &draws), &run)
  }
}
