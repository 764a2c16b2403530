extension Source {
  /// Returns this source followed by another, which is subscribed when this one completes.
  package func concat(_ next: Source) -> Source { .concat([self, next]) }

  /// Returns the sources one after the other; the first error ends them all.
  package static func concat(_ sources: [Source]) -> Source {
    Source(.concat, on: sources)
  }

  /// Returns the source with values sent before its own.
  ///
  /// If they end the call, as with `take(1)`, the source is not subscribed; RxSwift subscribes it and immediately
  /// cancels it.
  package func startWith(_ values: [Value]) -> Source {
    Source(.startWith(values), on: [self])
  }

  package func startWith(_ values: Value...) -> Source { startWith(values) }
}

final class ConcatStage: Stage {
  private let stages: [Stage]
  private var next = 0
  private var gate = Gate()

  init(_ stages: [Stage]) {
    self.stages = stages
    super.init()
    for stage in stages { stage.attach(to: self) }
  }

  override func start(_ run: inout Run) {
    next = 0
    advance(&run)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    if signal == .completed {
      advance(&run)
    } else {
      forward(signal, &run)
    }
  }

  override func release(_ run: inout Run) {
    for stage in stages { stage.cancel(&run) }
  }

  override var inputs: [Stage] { stages }

  private func advance(_ run: inout Run) {
    guard gate.enter() else { return }
    repeat {
      guard next < stages.count else {
        gate.leave()
        return finish(.completed, &run)
      }
      next += 1
      stages[next - 1].subscribe(&run)
    } while gate.isCalledAgain(if: isLive && !run.isHalted)
  }
}
