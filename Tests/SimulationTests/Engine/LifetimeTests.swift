import Retry
import RetryNumerics
import Simulation
import Testing
import VirtualTime

/// Sources that are resubscribed while they are running, and sources that are stopped in the middle.
@Suite("Lifetimes")
struct LifetimeTests {
  static let strategy = RetryStrategy(
    rules: RetryRules(attempts: nil, backoff: .constant(.milliseconds(10))))

  static func failing() throws -> Source {
    try .marbles("-1#", unit: unit, named: "source")
  }

  @Test("wherever a call is stopped, attempts are closed and waits are counted once")
  func stopsAnywhere() throws {
    let sources: [Source] = [
      Source.fail(.timeout).retryWhen { errors in
        errors.delay(ms(10)).flatMap { .fail($0.fault ?? .unspecified) }
      }.retry(),
      try Self.failing().retry(Self.strategy).retry(),
      try Self.failing().retryWhen { $0.delay(ms(10)).take(2) }.concat(.fail(.timeout)).retry(),
      try Self.failing().retryWhen { errors in
        errors.delay(ms(10)).flatMap { .fail($0.fault ?? .unspecified) }
      }.retry(),
      try Self.failing().fallback(to: try Self.failing()).retry(),
      .operation(try Operation("fetch", faults: .rates(FaultRates(1)))).timeout(ms(50)).retry(),
    ]
    for source in sources {
      for events in 0..<120 {
        var limits = Limits()
        limits.events = events
        let machine = Machine(source, seed: 1, limits: limits)
        let trace = machine.trace()
        #expect(trace.result.outcome == .stopped(.events(events)))
        #expect(trace.closesAttempts)
        #expect(trace.result.tally.waited <= trace.result.duration)
        #expect(machine.pendingCount == 0)
        #expect(machine.trace() == trace)
      }
    }
  }

  @Test(
    "a listener added or removed while an error is sent does not receive it",
    arguments: [
      { errors in
        let inner = errors.do { "heard \($0)" }.filter { _ in false }
        return .merge([errors.take(3), errors.flatMapLatest { _ in inner }])
      },
      { errors in errors.do { $0.isEnd ? nil : "heard \($0)" }.takeUntil(errors) },
    ] as [@Sendable (Source) -> Source])
  func otherListeners(notifier: @Sendable (Source) -> Source) throws {
    let source = try Source.marbles("-#", unit: unit).retryWhen(notifier)
    let trace = Machine(source.takeUntil(.timer(ms(100))), seed: 1).trace()
    #expect(!trace.events.contains { if case .note = $0.kind { true } else { false } })
  }

  @Test(
    "a source that its own value cancels and resubscribes continues as the new subscription",
    arguments: [
      Source.values([1, 2]), .range(1...2), Source.just(1).concat(.just(2)),
      Source.range(1...2).concatMap { .just($0) }, Source.range(1...2).flatMap { .just($0) },
      Source.values([1, 2]).materialize().dematerialize(), Source.just(2).startWith(1),
      Source.values([1, 2]).retry(), Source.values([1, 2]).retryWhen { $0 },
      .merge([.just(1), .just(2)]), Source.values([1, 2]).timeout(ms(10)),
      Source.values([1, 2]).takeLast(2),
    ])
  func restarts(source: Source) {
    let once = source.flatMapLatest { value in
      value == 1 ? .fail(Fault("again")) : .just(value)
    }
    let played = play(once.retryWhen { $0.take(3) }.concat(.just(9)))
    #expect(played.outcome == .success(9))
    #expect(play(source.take(1).concat(source).concat(source.take(1))).marbles == "(1121|)")
  }

  @Test("a person's answer depends on the asking strategy, not on earlier calls")
  func persons() throws {
    let source = Source.timer(ms(1)).flatMap { _, draws throws(Fault) in
      Self.asking(thinks: Int64(draws.unit() * 100))
    }
    let machine = Machine(source, seed: 6)
    var answers: Set<Outcome> = []
    for call in UInt64(0)..<100 {
      let result = machine.run(call: call)
      #expect(result == Machine(source, seed: 6).run(call: call))
      answers.insert(result.outcome)
    }
    #expect(answers == [.failure(.timeout), .success(1)])
  }

  /// Returns a source that asks a person once and then succeeds, if told so.
  private static func asking(thinks: Int64) -> Source {
    guard
      let latency = try? Distribution.constant(ms(thinks)),
      let person = try? Person(retries: 0.5, thinks: latency),
      let operation = try? Operation(
        "asked", script: [ScriptedAnswer(.fault(.timeout)), ScriptedAnswer(.value(1))])
    else { return .never }
    return Source.operation(operation).retry(
      RetryStrategy(
        rules: RetryRules(attempts: nil, question: RetryQuestion(after: 0)), person: person))
  }
}
