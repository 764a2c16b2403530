extension Source {
  /// Returns this source followed by another, which is subscribed when this one completes.
  package func concat(_ next: Source) -> Source { .concat([self, next]) }

  /// Returns the sources one after the other; the first error ends them all.
  package static func concat(_ sources: [Source]) -> Source {
    Source("concat", on: sources) { builder in ConcatStage(sources.map(builder.stage(for:))) }
  }

  /// Returns the source with values that are sent before its own.
  package func startWith(_ values: Value...) -> Source {
    Source("startWith", on: [self]) { [first = Source.values(values)] builder in
      ConcatStage([builder.stage(for: first), builder.stage(for: self)])
    }
  }
}

private final class ConcatStage: Stage {
  private let stages: [Stage]
  private var next = 0
  private var gate = Gate()

  init(_ stages: [Stage]) {
    self.stages = stages
    super.init()
    for stage in stages { stage.attach(to: self) }
  }

  override func start(_ machine: Machine) {
    next = 0
    advance(machine)
  }

  override func receive(_ signal: Signal, from port: Int, _ machine: Machine) {
    if signal == .completed {
      advance(machine)
    } else {
      forward(signal, machine)
    }
  }

  override func release(_ machine: Machine) {
    for stage in stages { stage.cancel(machine) }
  }

  override var inputs: [Stage] { stages }

  private func advance(_ machine: Machine) {
    guard gate.enter() else { return }
    repeat {
      guard next < stages.count else {
        gate.leave()
        return finish(.completed, machine)
      }
      next += 1
      stages[next - 1].subscribe(machine)
    } while gate.isCalledAgain(if: isLive && !machine.isHalted)
  }
}
