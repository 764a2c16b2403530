extension Source {
  /// Returns tuples of the first values of all sources, then of the second ones, and so on.
  ///
  /// It completes when every source has completed, or when a value comes that can find no partner any more
  /// because the others have completed. That is how RxSwift zips a collection; its zip of two sources waits
  /// for both to complete, and with it `zip(errors, 1...3)` would never end. A source that fails while the
  /// others are still being subscribed keeps these from being subscribed at all.
  package static func zip(_ sources: [Source]) -> Source {
    Source(.zip, on: sources)
  }

  /// Returns tuples of the values of this source and of others.
  package func zip(_ others: Source...) -> Source { .zip([self] + others) }
}

final class ZipStage: Stage {
  /// A source, the values of it that wait for partners, and whether it has completed.
  private struct Lane {
    let stage: Stage
    var waiting = Fifo<Value>()
    var isDone = false
  }

  private var lanes: [Lane]

  init(_ stages: [Stage]) {
    lanes = stages.map { Lane(stage: $0) }
    super.init()
    for (port, stage) in stages.enumerated() { stage.attach(to: self, port: port) }
  }

  override func start(_ run: inout Run) {
    for index in lanes.indices {
      lanes[index].waiting.removeAll()
      lanes[index].isDone = false
    }
    let epoch = epoch
    guard !lanes.isEmpty else { return finish(.completed, &run) }
    // By index, because to walk over a copy would make the first value copy all lanes.
    for index in lanes.indices where isLive(since: epoch) { lanes[index].stage.subscribe(&run) }
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    switch signal {
    case .value(let value):
      lanes[port].waiting.append(value)
      takeRow(port, &run)
    case .completed:
      lanes[port].isDone = true
      if lanes.allSatisfy(\.isDone) { finish(.completed, &run) }
    case .failed:
      finish(signal, &run)
    }
  }

  private func takeRow(_ port: Int, _ run: inout Run) {
    if lanes.allSatisfy({ !$0.waiting.isEmpty }) {
      emit(.tuple(lanes.indices.compactMap { lanes[$0].waiting.popFirst() }), &run)
    } else if lanes.indices.allSatisfy({ $0 == port || lanes[$0].isDone }) {
      finish(.completed, &run)
    }
  }

  override func release(_ run: inout Run) {
    for lane in lanes { lane.stage.cancel(&run) }
  }

  override var inputs: [Stage] { lanes.map(\.stage) }
}
