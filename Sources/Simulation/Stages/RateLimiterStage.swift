import Retry
import RetryNumerics
import VirtualTime

/// The stage of a rate limiter of a client.
final class RateLimiterStage: UnaryStage {
  private let limiter: Shared<RateLimiter>
  private let memory: Remembered<RateLimiter.State>
  private var began: Instant?

  /// Creates a stage with the memory of its limiter.
  init(_ upstream: Stage, _ limiter: Shared<RateLimiter>, _ memory: Remembered<RateLimiter.State>) {
    (self.limiter, self.memory) = (limiter, memory)
    super.init(upstream)
  }

  override func start(_ run: inout Run) {
    let answer = memory[run.owner].admit(at: run.now.sinceStart)
    _ = memory.counted(answer)
    switch answer {
    case .success(.zero): upstream.subscribe(&run)
    case .success(let wait):
      if run.isTraced { run.record(.note("\(limiter.name) makes it wait \(wait)")) }
      began = run.now
      startTimer(after: wait, &run)
    case .failure(let refusal):
      if run.isTraced { run.record(.note("\(limiter.name): \(refusal)")) }
      finish(.failed(.refusal(by: .rateLimiter, for: refusal.retryAfter)), &run)
    }
  }

  override func fire(_ run: inout Run) {
    endWait(&run)
    upstream.subscribe(&run)
  }

  private func endWait(_ run: inout Run) {
    if let began = began.take() { run.countWait(since: began) }
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    forward(signal, &run)
  }

  override func release(_ run: inout Run) {
    endWait(&run)
    upstream.cancel(&run)
  }
}
