import Retry
import RetryNumerics
import VirtualTime

final class BreakerStage: UnaryStage {
  private let actor: Int
  private let breaker: Shared<BreakerRules>
  private let memory: Remembered<CircuitBreaker.State>
  private var permit: CircuitBreaker.Permit?
  private var owner = 0

  init(
    _ upstream: Stage, actor: Int, _ breaker: Shared<BreakerRules>,
    _ memory: Remembered<CircuitBreaker.State>
  ) {
    (self.actor, self.breaker, self.memory) = (actor, breaker, memory)
    super.init(upstream)
  }

  override func start(_ run: inout Run) {
    owner = run.owner
    run.actors.count(actor)
    let answer = memory[owner].admit(at: run.now.sinceStart)
    _ = memory.counted(answer)
    switch answer {
    case .success(let permit):
      self.permit = permit
      if permit.isProbe, run.isTraced { run.record(.note("\(breaker.name) lets a probe pass")) }
      upstream.subscribe(&run)
    case .failure(let refusal):
      permit = nil
      if run.isTraced { run.record(.note("\(breaker.name): \(refusal)")) }
      finish(.failed(.refusal(by: .breaker, for: refusal.retryAfter)), &run)
    }
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    switch signal {
    case .value: break
    case .completed: record(.success, &run)
    // A refusal by a strategy within says nothing about the service.
    case .failed(let fault) where fault.isRefusal: record(.ignored, &run)
    case .failed(let fault):
      record(breaker.settings.filter.admits(fault) ? .failure : .success, &run)
    }
    forward(signal, &run)
  }

  private func record(_ outcome: CallOutcome, _ run: inout Run) {
    guard let permit = permit.take() else { return }
    let now = run.now.sinceStart
    let before = memory[owner].status(at: now.duration)
    var draws = run.actors.draws(of: actor, in: run.number, for: .jitter)
    memory[owner].record(outcome, of: permit, at: now, using: &draws)
    let after = memory[owner].status(at: now.duration)
    guard after != before else { return }
    if case .open(let end) = after {
      memory.decisions.opened += 1
      let end = Instant(Nanoseconds(end)).counted(from: run.callBegan).sinceStart
      if run.isTraced { run.record(.note("\(breaker.name) opens until \(end.brief)")) }
    } else if after == .closed, run.isTraced {
      run.record(.note("\(breaker.name) closes"))
    }
  }

  override func release(_ run: inout Run) {
    record(.ignored, &run)
    upstream.cancel(&run)
  }

  override func activity(from zero: Instant) -> String {
    permit == nil ? "refusing" : "letting pass"
  }
}

extension BreakerRules: RememberedSettings {
  var fresh: CircuitBreaker.State { CircuitBreaker.State(breaker) }
}

extension CircuitBreaker.State: StrategyMemory {
  var measure: StrategyMeasure? { .open }

  func level(at now: Nanoseconds) -> Double? {
    switch status(at: now) {
    case .closed: 0
    case .halfOpen: 0.5
    case .open, .isolated: 1
    }
  }

  func summary(at now: Nanoseconds, from zero: Nanoseconds) -> String? {
    switch status(at: now) {
    case .closed: "closed"
    case .halfOpen: "half-open"
    case .open(let end): "open until \((Nanoseconds(end) - zero).brief)"
    case .isolated: "isolated"
    }
  }
}
