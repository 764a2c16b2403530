import VirtualTime

extension Source {
  /// Returns the last values of the source, which are sent when it completes; a count below 1 sends none.
  package func takeLast(_ count: Int) -> Source {
    Source(.signals(.takeLast(max(count, 0))), on: [self])
  }
}

final class TakeLastStage: UnaryStage {
  private let count: Int
  /// The last values, of which the oldest is at `oldest` once there are enough.
  private var values: [Value] = []
  private var oldest = 0

  init(_ upstream: Stage, _ count: Int) {
    self.count = count
    super.init(upstream)
  }

  override func start(_ run: inout Run) {
    (values, oldest) = ([], 0)
    super.start(&run)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    switch signal {
    case .value(let value): keep(value)
    case .completed:
      let (epoch, last) = (epoch, values[oldest...] + values[..<oldest])
      values = []
      for value in last where isLive(since: epoch) { emit(value, &run) }
      if isLive(since: epoch) { finish(.completed, &run) }
    case .failed: finish(signal, &run)
    }
  }

  private func keep(_ value: Value) {
    guard values.count == count else { return values.append(value) }
    guard count > 0 else { return }
    values[oldest] = value
    oldest = (oldest + 1) % count
  }

  override func activity(from zero: Instant) -> String { "\(values.count) of \(count) kept" }
}
