import Retry
import RetryNumerics
import VirtualTime

/// The stage of a send rate that a client adapts to what the service throttles.
final class PacerStage: TurnStage {
  private let pacer: Shared<PacerRules>
  private let memory: Remembered<CubicRate.State>
  private var owner = 0

  init(_ upstream: Stage, _ pacer: Shared<PacerRules>, _ memory: Remembered<CubicRate.State>) {
    (self.pacer, self.memory) = (pacer, memory)
    super.init(upstream)
  }

  override func start(_ run: inout Run) {
    owner = run.owner
    let wait = memory[owner].wait(at: run.now.sinceStart)
    memory.count(allowed: true)
    hold(for: wait, by: pacer.name, &run)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    switch signal {
    case .value: break
    case .completed: answered(isThrottled: false, &run)
    case .failed(let fault) where fault.isRefusal: break
    case .failed(let fault): answered(isThrottled: pacer.settings.isThrottling(fault), &run)
    }
    forward(signal, &run)
  }

  private func answered(isThrottled: Bool, _ run: inout Run) {
    memory[owner].answered(isThrottled: isThrottled, at: run.now.sinceStart)
    guard run.isTraced, isThrottled else { return }
    let rate = RetryBudget.State.text(memory[owner].fillRate)
    run.record(.note("\(pacer.name) slows down to \(rate)/s"))
  }

  override func release(_ run: inout Run) {
    if isHeld { memory[owner].giveUp() }
    super.release(&run)
  }
}

extension PacerRules: RememberedSettings {
  var fresh: CubicRate.State { CubicRate.State(rate, at: Nanoseconds.zero) }
}

extension CubicRate.State: StrategyMemory {
  var measure: StrategyMeasure? { .rate }

  func level(at now: Nanoseconds) -> Double? { isEnabled ? fillRate : nil }

  func summary(at now: Nanoseconds, from zero: Nanoseconds) -> String? {
    isEnabled ? "\(RetryBudget.State.text(fillRate))/s" : "no limit yet"
  }
}
