extension Source {
  /// Returns the signals of the source as values; an end is sent as a value too, before the completion.
  package func materialize() -> Source {
    Source(.signals(.materialize), on: [self])
  }

  /// Returns the signals represented by the values of the source; other values are passed on.
  package func dematerialize() -> Source {
    Source(.signals(.dematerialize), on: [self])
  }
}

final class MaterializeStage: UnaryStage {
  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    let epoch = epoch
    emit(.signal(signal), &run)
    if signal.isEnd, isLive(since: epoch) { finish(.completed, &run) }
  }
}

final class DematerializeStage: UnaryStage {
  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    if case .value(.signal(let inner)) = signal {
      forward(inner, &run)
    } else {
      forward(signal, &run)
    }
  }
}
