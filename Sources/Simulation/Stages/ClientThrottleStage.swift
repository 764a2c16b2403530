import Retry
import RetryNumerics
import VirtualTime

final class ClientThrottleStage: UnaryStage {
  private let actor: Int
  private let memory: Remembered<ClientThrottle.State>
  private var owner = 0

  init(_ upstream: Stage, actor: Int, _ memory: Remembered<ClientThrottle.State>) {
    (self.actor, self.memory) = (actor, memory)
    super.init(upstream)
  }

  override func start(_ run: inout Run) {
    owner = run.owner
    run.actors.count(actor)
    var draws = run.actors.draws(of: actor, in: run.number, for: .attempt)
    let answer = memory[owner].request(at: run.now.sinceStart, using: &draws)
    if memory.counted(answer) {
      upstream.subscribe(&run)
    } else {
      finish(.failed(Source.throttled), &run)
    }
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    if case .completed = signal { memory[owner].accept(at: run.now.sinceStart) }
    forward(signal, &run)
  }
}

extension ClientThrottle: RememberedSettings {
  var fresh: State { State(self) }
}

extension ClientThrottle.State: StrategyMemory {
  var measure: StrategyMeasure? { .drops }

  func level(at now: Nanoseconds) -> Double? { refusalRate(at: now) }

  func summary(at now: Nanoseconds, from zero: Nanoseconds) -> String? {
    "drops \(Int((refusalRate(at: now) * 100).rounded()))% of the calls"
  }
}
