import Retry
import RetryNumerics
import Synchronization
import Testing
import VirtualTime

@testable import Simulation

/// Strategies that act together, under the simulator and as a pipeline of the library.
@Suite("A pipeline that you prototype is the one that you ship")
struct PipelineAgreementTests {
  /// What happened: when attempts began and ended, and when each call ended and how.
  struct Course: Equatable, Sendable {
    var attempts: [ClosedRange<Int64>] = []
    var calls: [String] = []
  }

  /// Strategies, the answers they meet, and the pauses between calls.
  struct Setting: Sendable {
    let policy: RetryRules
    let budget: RetryBudget
    let limiter: RateLimiter
    let breaker: CircuitBreaker
    let pacer: CubicRate
    let timeout: Nanoseconds
    /// The time of a whole call.
    let limit: Nanoseconds
    private(set) var answers: [(fault: Fault?, after: Nanoseconds)]
    let pauses: [Nanoseconds]

    /// Which errors are retried.
    let filter: FaultFilter

    static let busy = Fault("busy")
    /// An error that forbids a retry, if the rule for hints says so.
    static let spent = Fault("spent", retryAfter: Nanoseconds(-1))

    init(seed: UInt64) {
      var draws = Draws(
        DrawKey(seed: seed, name: "setting"), call: 0, attempt: 0, purpose: .closure)
      func pick<Element>(_ elements: Element...) -> Element {
        elements[Int(draws.next() % UInt64(elements.count))]
      }
      policy = RetryRules(
        attempts: pick(1, 2, 3, 5),
        backoff: pick(
          .none, .constant(.milliseconds(70)), .exponential(initial: .milliseconds(30))),
        hintRule: pick(nil, HintRule(), HintRule(negative: .fail)))
      filter = FaultFilter(on: pick(nil, [FaultPattern("broken"), FaultPattern("timeout")]))
      budget = pick(
        .tokens(capacity: 1_000_000), .tokens(capacity: 20, cost: 7), .bucket(2, perCall: 0.4),
        .ratio(0.3, minimumPerSecond: 0.5, window: .seconds(1)),
        .throttle(maximumTokens: 6, tokenRatio: 0.5), .share(0.5, minimum: 1),
        .failures(atMost: 0.6, window: .seconds(2)))
      limiter = pick(
        .tokenBucket(1_000_000, per: .seconds(1), burst: 1_000_000),
        .tokenBucket(20, per: .seconds(1), burst: 2, maximumWait: .milliseconds(90)),
        .slidingWindow(3, per: .milliseconds(500), maximumWait: .milliseconds(300)))
      let opening = CircuitBreaker.Opening(.milliseconds(400))
      breaker = pick(
        CircuitBreaker(consecutiveFailures: 1_000_000, opening: opening),
        CircuitBreaker(consecutiveFailures: 3, opening: opening),
        CircuitBreaker(failureRate: 0.5, over: .calls(6), minimumCalls: 4, opening: opening),
        CircuitBreaker(
          failureRate: 0.6, over: .time(.seconds(1)), minimumCalls: 3,
          opening: CircuitBreaker.Opening(.milliseconds(150), factor: 2), probes: 2))
      timeout = pick(ms(60), ms(35), ms(100_000))
      let good = pick(30, 60, 85) as UInt64
      answers = (0..<80).map { _ in
        let isGood = draws.next() % 100 < good
        return (isGood ? nil : Fault("broken"), Nanoseconds(Int64(draws.next() % 50_000_000)))
      }
      pauses = (0..<12).map { _ in Nanoseconds(Int64(draws.next() % 300_000_000)) }
      limit = pick(ms(100_000), ms(230), ms(90))
      pacer = CubicRate(scale: pick(0.4, 40))
      for index in answers.indices where answers[index].fault != nil && draws.next() % 4 == 0 {
        answers[index].fault = Self.spent
      }
      // A service that throttles makes the pacer wait.
      guard draws.next() % 2 == 0 else { return }
      for index in answers.indices where answers[index].fault != nil && draws.next() % 3 == 0 {
        answers[index].fault = Self.busy
      }
    }
  }

  @Test("The simulator and the library decide the same at the same times", arguments: 0..<300)
  func agree(seed: UInt64) throws {
    let setting = Setting(seed: seed)
    #expect(try simulated(setting) == shipped(setting))
  }

  private func simulated(_ setting: Setting) throws -> Course {
    let script = setting.answers.map {
      ScriptedAnswer($0.fault.map { .fault($0) } ?? .ok, after: $0.after)
    }
    func mark(_ name: String) throws -> Source {
      .operation(try Operation(name, latency: .constant(.zero)))
    }
    let call = Source.operation(try Operation("fetch", script: script))
      .timeout(setting.timeout)
      .guarded(by: .breaker(Shared("breaker", BreakerRules(setting.breaker))))
      .guarded(
        by: .pacer(
          Shared(
            "pacer", PacerRules(setting.pacer, on: FaultFilter(on: [FaultPattern("busy")]))))
      )
      .guarded(by: .rateLimiter(Shared("limiter", setting.limiter)))
      .retry(
        RetryStrategy(
          rules: setting.policy, on: setting.filter, budget: Shared("budget", setting.budget))
      )
      .timeout(setting.limit)
    let told = try call.concat(mark("fine")).fallback(to: mark("failed"))
    let calls = setting.pauses.map { told.concat(Source(.timer($0))) }
    let trace = Machine(.concat(calls), seed: 1).trace()
    var course = Course()
    for event in trace.events {
      switch event.kind {
      case .attempt(let attempt) where attempt.operation != "fetch":
        course.calls.append("\(attempt.operation) at \(event.at.sinceStart)")
      case .success(let attempt), .failure(let attempt, _), .cancelled(let attempt):
        guard attempt.operation == "fetch" else { continue }
        course.attempts.append(attempt.began.sinceStart.count...event.at.sinceStart.count)
      default: break
      }
    }
    return course
  }

  private func shipped(_ setting: Setting) throws -> Course {
    let clock = VirtualClock()
    let course = Mutex((Course(), begun: 0))
    let client = Pipeline(
      Timeout(setting.limit.duration, clock: clock),
      Retrying(
        RetryPolicy<any Error>(
          rules: setting.policy,
          on: {
            setting.filter.admits(($0 as? Fault) ?? ($0 is TimeoutError ? .timeout : Setting.busy))
          },
          hint: { ($0 as? Fault)?.retryAfter?.duration }),
        budget: SharedBudget(setting.budget, clock: clock)),
      Limiter(setting.limiter, clock: clock),
      Pacer(setting.pacer, clock: clock) { ($0 as? Fault) == Setting.busy },
      Breaker(setting.breaker, clock: clock),
      Timeout(setting.timeout.duration, clock: clock))
    try clock.run { [setting] in
      for pause in setting.pauses {
        var end = "fine"
        do {
          try await client.call { _ in
            let answer = course.withLock { state in
              state.begun += 1
              return setting.answers[min(state.begun, setting.answers.count) - 1]
            }
            let began = clock.now.sinceStart.count
            defer {
              let ended = clock.now.sinceStart.count
              course.withLock { $0.0.attempts.append(began...ended) }
            }
            try await clock.sleep(for: answer.after.duration)
            if let fault = answer.fault { throw fault }
          }
        } catch { end = "failed" }
        course.withLock { $0.0.calls.append("\(end) at \(clock.now.sinceStart)") }
        try await clock.sleep(for: pause.duration)
      }
    }
    return course.withLock { $0.0 }
  }
}
