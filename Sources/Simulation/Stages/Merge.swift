extension Source {
  /// Returns the interleaved values of all sources; completes with the last of them.
  ///
  /// If it ends while sources are being subscribed, the remaining sources are not subscribed; RxSwift subscribes
  /// them and immediately cancels them.
  package static func merge(_ sources: [Source]) -> Source {
    Source(.merge, on: sources)
  }

  package func merge(_ others: Source...) -> Source { .merge([self] + others) }
}

final class MergeStage: Stage {
  private let stages: [Stage]
  private var open = 0

  init(_ stages: [Stage]) {
    self.stages = stages
    super.init()
    for stage in stages { stage.attach(to: self) }
  }

  override func start(_ run: inout Run) {
    open = stages.count
    let epoch = epoch
    guard open > 0 else { return finish(.completed, &run) }
    for stage in stages where isLive(since: epoch) { stage.subscribe(&run) }
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    guard signal == .completed else { return forward(signal, &run) }
    open -= 1
    if open == 0 { finish(.completed, &run) }
  }

  override func release(_ run: inout Run) {
    for stage in stages { stage.cancel(&run) }
  }

  override var inputs: [Stage] { stages }
}
