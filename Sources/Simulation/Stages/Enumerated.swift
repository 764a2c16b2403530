extension Source {
  /// Returns each value together with its number, counted from 0.
  package func enumerated() -> Source {
    Source(.enumerated, on: [self])
  }
}

final class EnumeratedStage: UnaryStage {
  /// The pair to send; its storage is reused unless the previous pair has been kept.
  // Unchecked, see `Stage`: each access ends before a listener is called.
  @exclusivity(unchecked) private var pair: [Value] = [.int(0), .unit]
  private var next = 0

  override func start(_ run: inout Run) {
    next = 0
    upstream.subscribe(&run)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    guard case .value(let value) = signal else { return finish(signal, &run) }
    pair[0] = .int(next)
    pair[1] = value
    next += 1
    emit(.tuple(pair), &run)
  }
}
