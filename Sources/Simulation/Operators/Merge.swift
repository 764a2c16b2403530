extension Source {
  /// Returns the values of all sources as they come; completes with the last of them.
  package static func merge(_ sources: [Source]) -> Source {
    Source("merge", on: sources) { builder in MergeStage(sources.map(builder.stage(for:))) }
  }

  /// Returns the values of this source and of others as they come.
  package func merge(_ others: Source...) -> Source { .merge([self] + others) }
}

private final class MergeStage: Stage {
  private let stages: [Stage]
  private var open = 0

  init(_ stages: [Stage]) {
    self.stages = stages
    super.init()
    for stage in stages { stage.attach(to: self) }
  }

  override func start(_ machine: Machine) {
    open = stages.count
    let epoch = epoch
    guard open > 0 else { return finish(.completed, machine) }
    for stage in stages where isLive(since: epoch) { stage.subscribe(machine) }
  }

  override func receive(_ signal: Signal, from port: Int, _ machine: Machine) {
    guard signal == .completed else { return forward(signal, machine) }
    open -= 1
    if open == 0 { finish(.completed, machine) }
  }

  override func release(_ machine: Machine) {
    for stage in stages { stage.cancel(machine) }
  }

  override var inputs: [Stage] { stages }
}
