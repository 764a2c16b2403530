import VirtualTime

extension Source {
  /// Returns intermediate results: each value is combined with the previous result, starting from a seed.
  package func scan(_ seed: Value, _ combine: @escaping Combine) -> Source {
    Source(.scan(seed, combine), on: [self])
  }

  /// Returns intermediate results: each value is combined with the previous result, starting from a seed.
  package func scan(
    _ seed: Value, _ combine: @escaping @Sendable (Value, Value) throws(Fault) -> Value
  ) -> Source {
    scan(seed) { (sum, value, _) throws(Fault) in try combine(sum, value) }
  }
}

final class ScanStage: ClosureStage {
  private let seed: Value
  private let combine: Combine
  private var sum: Value

  init(_ upstream: Stage, actor: Int, _ seed: Value, _ combine: @escaping Combine) {
    self.seed = seed
    self.combine = combine
    sum = seed
    super.init(upstream, actor: actor)
  }

  override func start(_ run: inout Run) {
    sum = seed
    upstream.subscribe(&run)
  }

  override func receive(value: Value, _ draws: inout Draws, _ run: inout Run) throws(Fault) {
    sum = try combine(sum, value, &draws)
    emit(sum, &run)
  }

  override var activity: String { "current result: \(sum)" }
}
