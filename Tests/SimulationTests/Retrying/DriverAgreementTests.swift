import Retry
import RetryNumerics
import Simulation
import Synchronization
import Testing
import VirtualTime

/// One policy under the simulator and under every driver of the library, on one virtual clock.
@Suite("What you prototype is what you ship")
struct DriverAgreementTests {
  struct Named: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let strategy: RetryStrategy

    init(_ name: String, _ strategy: RetryStrategy) {
      testDescription = name
      self.strategy = strategy
    }
  }

  static let jittered = Backoff.exponential(initial: .milliseconds(100)).maximum(.seconds(2))
    .fullJitter()

  static func bound(_ rule: DeadlineRule) -> RetryStrategy {
    RetryStrategy(
      rules: RetryRules(
        attempts: 20, backoff: jittered, deadline: .seconds(3), deadlineRule: rule))
  }

  static let policies = [
    Named("one attempt", RetryStrategy(rules: RetryRules(attempts: 1))),
    Named("no delay", RetryStrategy(rules: RetryRules(attempts: 5))),
    Named(
      "constant",
      RetryStrategy(rules: RetryRules(attempts: 4, backoff: .constant(.milliseconds(200))))),
    Named(
      "linear",
      RetryStrategy(
        rules: RetryRules(
          attempts: 5, backoff: .linear(increment: .milliseconds(30), initial: .zero)))),
    Named(
      "fibonacci",
      RetryStrategy(
        rules: RetryRules(attempts: 9, backoff: .fibonacci(initial: .milliseconds(10))))),
    Named("full jitter", RetryStrategy(rules: RetryRules(attempts: 8, backoff: jittered))),
    Named(
      "equal jitter, capped after",
      RetryStrategy(
        rules: RetryRules(
          attempts: 8,
          backoff: .exponential(initial: .milliseconds(100)).equalJitter().maximum(.seconds(1))))),
    Named(
      "decorrelated",
      RetryStrategy(
        rules: RetryRules(
          attempts: 8, backoff: .decorrelated(base: .milliseconds(50)).maximum(.seconds(2))))),
    Named(
      "two jitters",
      RetryStrategy(
        rules: RetryRules(
          attempts: 8,
          backoff: .constant(.milliseconds(100)).proportionalJitter(0.2)
            .additiveJitter(.milliseconds(50))))),
    Named(
      "filter",
      RetryStrategy(
        rules: RetryRules(attempts: 8, backoff: jittered),
        on: FaultFilter(unless: [FaultPattern("auth")]))),
    Named(
      "hint ignored",
      RetryStrategy(rules: RetryRules(attempts: 8, backoff: jittered, hintRule: nil))),
    Named("refuse", bound(.refuse)), Named("refuse beyond", bound(.refuseBeyond)),
    Named("clamp", bound(.clamp)), Named("after", bound(.after)),
    Named("elapsed", bound(.elapsed)),
    Named(
      "bounded hints",
      RetryStrategy(
        rules: RetryRules(
          attempts: 8, backoff: jittered,
          hintRule: HintRule(
            maximum: .milliseconds(500), jitter: .milliseconds(90), isAtLeastBackoff: true,
            resetsBackoff: true)))),
    Named(
      "a deadline from the start of attempts, both limits, and a limit for an error",
      RetryStrategy(
        rules: RetryRules(
          attempts: 3, backoff: jittered, deadline: .seconds(2), deadlineRule: .elapsed,
          deadlineMoment: .start, limitRule: .both),
        limits: [RetryStrategy.Limit(FaultPattern("throttled"), retries: 1)])),
    Named(
      "joined delays",
      RetryStrategy(
        rules: RetryRules(
          attempts: nil,
          backoff: Backoff.constant(.milliseconds(100)).fullJitter().take(2)
            .then(.decorrelated(base: .milliseconds(50)).take(3)).firstAtOnce()))),
    Named(
      "delays that depend on the error",
      RetryStrategy(
        rules: RetryRules(
          attempts: 5,
          backoff: Backoff.custom(for: Fault.self) { retry, fault in
            .milliseconds(fault.kind.utf8.count * (retry + 1))
          }.equalJitter()))),
    Named(
      "question",
      RetryStrategy(
        rules: RetryRules(attempts: 6, backoff: jittered, question: RetryQuestion(after: 2)))),
    Named(
      "completes",
      RetryStrategy(rules: RetryRules(attempts: 2, backoff: jittered, exhausted: .complete))),
  ]

  static let throttled = Fault("throttled", retryAfter: ms(900))

  static func fails(_ fault: Fault = .timeout, after delay: Int64) -> ScriptedAnswer {
    ScriptedAnswer(.fault(fault), after: ms(delay))
  }

  static let scripts: [[ScriptedAnswer]] = [
    [ScriptedAnswer(.ok, after: ms(70))],
    [fails(after: 0)],
    [fails(after: 450)],
    [fails(after: 100), fails(after: 0), fails(after: 300), ScriptedAnswer(.ok, after: ms(70))],
    [fails(after: 100), fails(Fault("auth"), after: 0)],
    [fails(throttled, after: 10), fails(after: 20), fails(throttled, after: 10)],
    [fails(after: 3000), ScriptedAnswer(.ok, after: ms(70))],
  ]

  @Test("the simulator and the drivers agree on every timeline", arguments: policies)
  func agree(named: Named) async throws {
    for script in Self.scripts {
      for call in UInt64(0)..<5 {
        let stage = Stagecraft(script: script, policy: named.strategy.policy, call: call)
        let simulated = try stage.simulated(named.strategy)
        #expect(try stage.asynchronous() == simulated)
        #expect(stage.blocking() == simulated)
        #expect(stage.callbacks() == simulated)
      }
    }
  }
}

/// The course of a call.
struct CallTimeline: Equatable, Sendable {
  struct Attempt: Equatable, Sendable {
    let began: Instant
    let ended: Instant
    let fault: Fault?
  }

  enum Ending: Equatable, Sendable {
    case success, completed
    case failure(Fault)
  }

  var attempts: [Attempt] = []
  var ended = Instant.start
  var ending = Ending.success
}

/// A script, the policy that meets it, and the ways to play them.
private struct Stagecraft: Sendable {
  let script: [ScriptedAnswer]
  let policy: RetryPolicy<Fault>
  let call: UInt64

  private static let seed: UInt64 = 42

  func simulated(_ strategy: RetryStrategy) throws -> CallTimeline {
    let fetch = Source.operation(try Operation("fetch", script: script))
    let trace = Machine(fetch.retry(strategy), seed: Self.seed).trace(call: call)
    var timeline = CallTimeline()
    for event in trace.events {
      switch event.kind {
      case .success(let attempt):
        timeline.attempts.append(.init(began: attempt.began, ended: event.at, fault: nil))
      case .failure(let attempt, let fault):
        timeline.attempts.append(.init(began: attempt.began, ended: event.at, fault: fault))
      case .end(.success): timeline.ending = .success
      case .end(.completed): timeline.ending = .completed
      case .end(.failure(let fault)): timeline.ending = .failure(fault)
      default: break
      }
    }
    timeline.ended = Instant(trace.result.duration)
    return timeline
  }

  func asynchronous() throws -> CallTimeline {
    let clock = VirtualClock()
    let log = Log(call: call, seed: Self.seed)
    try clock.run { [self] in
      do throws(RetryFailure<Fault>) {
        try await policy.run(clock: clock, using: log.generator, ask: { _ in .retry }) {
          () async throws(Fault) in
          let answer = begin(log)
          let began = clock.now
          try? await clock.sleep(for: latency(of: answer).duration)
          try log.end(began, clock.now, answer).get()
        }
        log.finish(nil, clock.now)
      } catch {
        log.finish(error, clock.now)
      }
    }
    return log.timeline
  }

  func blocking() -> CallTimeline {
    let clock = VirtualClock()
    let log = Log(call: call, seed: Self.seed)
    do throws(RetryFailure<Fault>) {
      try policy.runBlocking(
        timer: BlockingTimer(clock: clock), using: log.generator, ask: { _ in .retry }
      ) { () throws(Fault) in
        let answer = begin(log)
        let began = clock.now
        clock.advance(by: latency(of: answer))
        try log.end(began, clock.now, answer).get()
      }
      log.finish(nil, clock.now)
    } catch {
      log.finish(error, clock.now)
    }
    return log.timeline
  }

  func callbacks() -> CallTimeline {
    let clock = VirtualClock()
    let log = Log(call: call, seed: Self.seed)
    _ = policy.start(
      on: CallbackScheduler(clock: clock), using: log.generator, ask: { _, reply in reply(.retry) }
    ) { [self] report in
      let answer = begin(log)
      let began = clock.now
      clock.schedule(after: latency(of: answer)) { report(log.end(began, clock.now, answer)) }
    } completion: { (result: Result<Void, RetryFailure<Fault>>) in
      if case .failure(let failure) = result {
        log.finish(failure, clock.now)
      } else {
        log.finish(nil, clock.now)
      }
    }
    clock.advanceUntilIdle()
    return log.timeline
  }

  private func begin(_ log: Log) -> ScriptedAnswer {
    let attempt = log.beginAttempt()
    // Time is virtual here: nothing else would end a call that does not give up.
    guard attempt <= 1000 else {
      Issue.record("a call goes on for ever")
      return ScriptedAnswer(.ok)
    }
    return script[min(attempt, script.count) - 1]
  }

  private func latency(of answer: ScriptedAnswer) -> Nanoseconds {
    answer.after ?? .zero
  }
}

/// What a driver did, and the chance that the simulator would use at the same attempt.
private final class Log: Sendable {
  private struct State {
    var timeline = CallTimeline()
    var begun = 0
    var draws: Draws
  }

  private let state: Mutex<State>
  private let call: UInt64
  private let key: DrawKey

  init(call: UInt64, seed: UInt64) {
    self.call = call
    key = DrawKey(seed: seed, name: "fetch.retry 1")
    state = Mutex(State(draws: Draws(key, call: call, attempt: 0, purpose: .jitter)))
  }

  var timeline: CallTimeline { state.withLock { $0.timeline } }

  /// A generator that draws for the attempt that began last.
  var generator: AttemptGenerator { AttemptGenerator(log: self) }

  func draw() -> UInt64 { state.withLock { $0.draws.next() } }

  func beginAttempt() -> Int {
    state.withLock { state in
      state.begun += 1
      state.draws = Draws(key, call: call, attempt: UInt32(state.begun), purpose: .jitter)
      return state.begun
    }
  }

  func end(_ began: Instant, _ ended: Instant, _ answer: ScriptedAnswer) -> Result<Void, Fault> {
    let fault: Fault? = if case .fault(let fault) = answer.answer { fault } else { nil }
    state.withLock {
      $0.timeline.attempts.append(.init(began: began, ended: ended, fault: fault))
    }
    return fault.map { .failure($0) } ?? .success(())
  }

  func finish(_ failure: RetryFailure<Fault>?, _ now: Instant) {
    state.withLock { state in
      state.timeline.ended = now
      switch failure {
      case nil: state.timeline.ending = .success
      case .failed(let fault, _, _)?: state.timeline.ending = .failure(fault)
      case .completedWithoutValue?: state.timeline.ending = .completed
      case .cancelled?: break
      }
    }
  }
}

private struct AttemptGenerator: RandomNumberGenerator, Sendable {
  let log: Log
  func next() -> UInt64 { log.draw() }
}

private struct BlockingTimer: RetryTimer {
  let clock: VirtualClock
  var uptime: Duration { clock.now.sinceStart.duration }
  func wait(for delay: Duration, unless handle: RetryHandle) {
    clock.advance(by: Nanoseconds(delay))
  }
}

private struct CallbackScheduler: RetryScheduler {
  let clock: VirtualClock
  var uptime: Duration { clock.now.sinceStart.duration }
  func schedule(
    after delay: Duration, work: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    clock.schedule(after: Nanoseconds(delay), work)
  }
}
