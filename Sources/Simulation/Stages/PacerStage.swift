import Retry
import RetryNumerics
import VirtualTime

/// The stage of a send rate that a client adapts to what the service throttles.
final class PacerStage: UnaryStage {
  private let pacer: Shared<PacerRules>
  private let memory: Remembered<CubicRate.State>
  private var began: Instant?
  private var owner = 0

  /// Creates a stage with the memory of its pacer.
  init(_ upstream: Stage, _ pacer: Shared<PacerRules>, _ memory: Remembered<CubicRate.State>) {
    (self.pacer, self.memory) = (pacer, memory)
    super.init(upstream)
  }

  override func start(_ run: inout Run) {
    owner = run.owner
    let wait = memory[owner].wait(at: run.now.sinceStart)
    memory.count(allowed: true)
    guard wait > .zero else { return upstream.subscribe(&run) }
    if run.isTraced { run.record(.note("\(pacer.name) makes it wait \(wait.brief)")) }
    began = run.now
    startTimer(after: wait, &run)
  }

  override func fire(_ run: inout Run) {
    endWait(&run)
    upstream.subscribe(&run)
  }

  private func endWait(_ run: inout Run) {
    if let began = began.take() { run.countWait(since: began) }
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
    if began != nil { memory[owner].giveUp() }
    endWait(&run)
    upstream.cancel(&run)
  }
}
