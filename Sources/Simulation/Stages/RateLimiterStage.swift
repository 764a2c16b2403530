import Retry
import RetryNumerics
import VirtualTime

final class RateLimiterStage: TurnStage {
  private let limiter: Shared<RateLimiter>
  private let memory: Remembered<RateLimiter.State>

  init(_ upstream: Stage, _ limiter: Shared<RateLimiter>, _ memory: Remembered<RateLimiter.State>) {
    (self.limiter, self.memory) = (limiter, memory)
    super.init(upstream)
  }

  override func start(_ run: inout Run) {
    let answer = memory[run.owner].admit(at: run.now.sinceStart)
    _ = memory.counted(answer)
    switch answer {
    case .success(let wait): hold(for: wait, by: limiter.name, &run)
    case .failure(let refusal):
      if run.isTraced { run.record(.note("\(limiter.name): \(refusal)")) }
      finish(.failed(.refusal(by: .rateLimiter, for: refusal.retryAfter)), &run)
    }
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    forward(signal, &run)
  }
}

extension RateLimiter: RememberedSettings {
  var fresh: State { State(self) }
}

extension RateLimiter.State: StrategyMemory {
  var measure: StrategyMeasure? { .wait }

  func level(at now: Nanoseconds) -> Double? { Double(wait(at: now).count) }

  func summary(at now: Nanoseconds, from zero: Nanoseconds) -> String? {
    let wait = wait(at: now)
    return wait == .zero ? "the next call passes" : "the next call would wait \(wait.brief)"
  }
}
