import Foundation
import PolicyFiles
import Retry
import RetryCoding
import RetryNumerics
import Simulation
import Synchronization
import Testing
import VirtualTime

/// Calls one after another: in the laboratory, and in a service that read the file which the laboratory wrote.
@Suite("A service that reads a policy makes the attempts of the laboratory")
struct DocumentPipelineTests {
  /// When attempts began and ended, and when calls ended and how.
  struct Course: Equatable, Sendable {
    var attempts: [ClosedRange<Int64>] = []
    var calls: [String] = []
  }

  /// A policy, and what its calls meet.
  struct Setting: Sendable {
    let strategy: RetryStrategy
    private(set) var answers: [(fault: Fault?, after: Nanoseconds)] = []
    private(set) var pauses: [Nanoseconds] = []

    init(seed: UInt64) {
      var draws = Draws(DrawKey(seed: seed, name: "served"), call: 0, attempt: 0, purpose: .closure)
      func below(_ bound: Int64) -> Int64 { Int64(draws.next() % UInt64(bound)) }
      func time(_ most: Int64) -> Nanoseconds { Nanoseconds(1 + below(most * 1_000_000)) }
      func layer() -> RetryStrategy.Layer {
        switch below(6) {
        case 0, 1: .timeout(time(400))
        case 2:
          .guarded(
            .breaker(
              Shared(
                "b",
                BreakerRules(
                  CircuitBreaker(
                    consecutiveFailures: Int(1 + below(4)),
                    opening: .init(time(900).duration, factor: 2))))))
        case 3:
          .guarded(
            .rateLimiter(
              Shared(
                "l",
                .slidingWindow(
                  Int(1 + below(4)), per: time(500).duration, maximumWait: time(300).duration))))
        case 4:
          .guarded(
            .pacer(Shared("p", PacerRules(CubicRate(scale: below(2) == 0 ? 0.4 : 40)))))
        default: .guarded(.bulkhead(Shared("c", ConcurrencyLimit(Int(1 + below(2)), queue: 1))))
        }
      }
      let budgets: [RetryBudget?] = [
        nil, .tokens(capacity: 20, cost: 7, throttlingCost: 3, timeoutCost: 9),
        .throttle(maximumTokens: 6, tokenRatio: 0.5), .bucket(2, perCall: 0.4),
        .ratio(0.3, minimumPerSecond: 0.5, window: .seconds(1)),
      ]
      strategy = RetryStrategy(
        rules: RetryRules(
          attempts: Int(1 + below(5)),
          backoff: .exponential(initial: time(60).duration).maximum(.milliseconds(200)),
          deadline: below(2) == 0 ? nil : time(900).duration),
        budget: budgets[Int(below(5))].map { Shared("budget", $0) },
        inner: (0..<below(3)).map { _ in layer() }, outer: (0..<below(3)).map { _ in layer() })
      let faults = [nil, nil, Fault("broken"), Fault("throttled")]
      answers = (0..<90).map { _ in (faults[Int(below(4))], time(90)) }
      pauses = (0..<12).map { _ in time(300) }
    }
  }

  @Test("at the same times, and its calls end alike", arguments: 0..<300)
  func agree(seed: UInt64) throws {
    let setting = Setting(seed: seed)
    #expect(try simulated(setting) == served(setting))
  }

  private func simulated(_ setting: Setting) throws -> Course {
    let script = setting.answers.map {
      ScriptedAnswer($0.fault.map { .fault($0) } ?? .ok, after: $0.after)
    }
    func mark(_ name: String) throws -> Source {
      .operation(try Operation(name, latency: .constant(.zero)))
    }
    let call = Source.operation(try Operation("fetch", script: script)).retry(setting.strategy)
    let told = try call.concat(mark("fine")).fallback(to: mark("failed"))
    let calls = setting.pauses.map { told.concat(.timer($0)) }
    var course = Course()
    for event in Machine(.concat(calls), seed: 1).trace().events {
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

  private func served(_ setting: Setting) throws -> Course {
    let clock = VirtualClock()
    let course = Mutex((Course(), begun: 0))
    let file = PolicyTarget.rules.file(of: setting.strategy, written: "a test")
    let document = try JSONDecoder().decode(PolicyDocument.self, from: Data(file.text.utf8))
    let client = document.pipeline(
      clock: clock,
      cause: {
        $0 is TimeoutError
          ? .timeout : ($0 as? Fault)?.kind == "throttled" ? .throttling : .transient
      })
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
