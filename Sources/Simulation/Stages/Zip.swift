extension Source {
  /// Returns tuples of the first values of all sources, then of the second ones, and so on.
  ///
  /// It completes when all sources have completed. `unpaired` decides on a value that can no longer find a partner;
  /// the zips of RxSwift differ in this point only. If a source fails during subscription, the remaining sources
  /// are not subscribed.
  package static func zip(_ sources: [Source], unpaired: Unpaired = .waits) -> Source {
    Source(.zip(unpaired), on: sources)
  }

  package func zip(_ others: Source...) -> Source { .zip([self] + others) }
}

final class ZipStage: Stage {
  private struct Lane {
    let stage: Stage
    var waiting = RingBuffer<Value>()
    var isDone = false
  }

  private var lanes: [Lane]
  /// The tuple to send; its storage is reused unless the previous one has been kept.
  private var row: [Value]
  private let unpaired: Unpaired

  init(_ stages: [Stage], unpaired: Unpaired) {
    self.unpaired = unpaired
    lanes = stages.map { Lane(stage: $0) }
    row = stages.map { _ in .unit }
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
    // Indexed, because iterating over a copy would make the first value duplicate all lanes.
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
      for index in lanes.indices {
        if let value = lanes[index].waiting.popFirst() { row[index] = value }
      }
      emit(.tuple(row), &run)
    } else if unpaired == .completes,
      lanes.indices.allSatisfy({ $0 == port || lanes[$0].isDone })
    {
      finish(.completed, &run)
    }
  }

  override func release(_ run: inout Run) {
    for lane in lanes { lane.stage.cancel(&run) }
  }

  override var inputs: [Stage] { lanes.map(\.stage) }

  override var deadlock: Wait? {
    guard let gone = lanes.firstIndex(where: { $0.isDone && $0.waiting.isEmpty }),
      let held = lanes.firstIndex(where: { !$0.waiting.isEmpty })
    else { return nil }
    return .partner(source: held + 1, gone: gone + 1)
  }
}
