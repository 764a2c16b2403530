extension Source {
  /// Returns the source without its first values; a count below 1 skips none.
  package func skip(_ count: Int) -> Source {
    Source(.skip(count), on: [self])
  }
}

final class SkipStage: UnaryStage {
  private let count: Int
  private var left = 0

  init(_ upstream: Stage, _ count: Int) {
    self.count = count
    super.init(upstream)
  }

  override func start(_ run: inout Run) {
    left = count
    upstream.subscribe(&run)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    if left > 0, !signal.isEnd {
      left -= 1
    } else {
      forward(signal, &run)
    }
  }
}
