import Retry
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@Suite("Machine")
struct MachineTests {
  private func operation(_ script: [ScriptedAnswer]) throws -> Source {
    .operation(try Operation("fetch", script: script))
  }

  // MARK: Calls that do not end

  @Test("a filter that swallows the errors leaves the call hanging, and the trace shows the reason")
  func hangsOnNotifier() throws {
    let source = try operation([ScriptedAnswer(.fault(.timeout))]).retryWhen { errors in
      errors.filter { $0.fault != .timeout }
    }
    let trace = Machine(source, seed: 1).trace()
    let expected = Outcome.hung(on: [.notifier(after: .timeout, at: Instant(ms(100)))])
    #expect(trace.result.outcome == expected)
    #expect(trace.events.last?.kind == .end(expected))
  }

  @Test("an attempt that never responds is named")
  func hangsOnAnswer() throws {
    let source = try operation([ScriptedAnswer(.fault(.timeout)), ScriptedAnswer(.never)]).retry()
    #expect(
      Machine(source, seed: 1).run().outcome == .hung(on: [.answer(operation: "fetch", attempt: 2)])
    )
  }

  @Test("each silent source is named")
  func hangsOnSilence() throws {
    let source = Source.merge([.never, .just(1), .never])
    #expect(Machine(source, seed: 1).run().outcome == .hung(on: [.silence, .silence]))
  }

  @Test("an endless call is stopped, and is neither a success nor a failure")
  func stopsEndless() throws {
    let source = try operation([ScriptedAnswer(.fault(.timeout))]).retry()
    let machine = Machine(source, seed: 1)
    #expect(machine.run().outcome == .stopped(.events(100_000)))
    #expect(machine.pendingCount == 0)
  }

  @Test(
    "endless work at one instant is also stopped",
    arguments: [
      Source.fail(.timeout).retry(),
      Source.fail(.timeout).retryWhen { $0 },
      Source.range(0...Int64.max),
      Source.range(0...Int64.max).flatMap { .just($0) },
      Source.range(0...Int64.max).concatMap { _ in .empty },
      Source.interval(Nanoseconds(0)),
    ])
  func stopsAtOneInstant(source: Source) {
    #expect(Machine(source, seed: 1).run().outcome == .stopped(.events(100_000)))
  }

  @Test("endlessly nesting closures are stopped before the stack overflows")
  func stopsDepth() {
    #expect(Machine(Self.nested(0), seed: 1).run().outcome == .stopped(.depth(500)))
  }

  private static func nested(_ level: Int) -> Source {
    Source.just(.int(level)).flatMap { value in nested((value.integer ?? 0) + 1) }
  }

  @Test("a trace keeps its first events and the end, and shows that it was cut")
  func cutsTrace() throws {
    var limits = Limits()
    limits.traceLength = 3
    let trace = Machine(.range(1...10), seed: 1, limits: limits).trace()
    #expect(trace.isCut)
    #expect(trace.events.count == 4)
    #expect(trace.events.last?.kind == .end(.success(10)))
  }

  @Test("a shortened trace shows that it was cut, and a short one stays unchanged")
  func shortensTrace() {
    let trace = Machine(.range(1...10), seed: 1).trace()
    let count = trace.events.count
    #expect(!trace.isCut && trace.shortened(to: count - 1) == trace)
    let short = trace.shortened(to: count - 2)
    #expect(short.isCut && short.events.count == count - 1)
    #expect(short.events.last == trace.events.last && short.result == trace.result)
  }

  // MARK: One machine, many calls

  @Test("a call is the same alone and among others, with and without a trace")
  func callsAreIndependent() throws {
    let source = try Source.operation(
      Operation("fetch", latency: .exponential(mean: ms(100)), faults: .rates(FaultRates(0.5)))
    ).retry(
      RetryStrategy(
        rules: RetryRules(
          attempts: 5, backoff: .exponential(factor: 2, initial: .milliseconds(50)).fullJitter())))
    let busy = Machine(source, seed: 9)
    let results = (0..<200).map { busy.run(call: $0) }
    for call in [UInt64(0), 7, 150, 199] {
      #expect(Machine(source, seed: 9).run(call: call) == results[Int(call)])
      #expect(Machine(source, seed: 9).trace(call: call).result == results[Int(call)])
    }
    #expect(Machine(source, seed: 10).run(call: 7) != results[7])
  }

  @Test("compared strategies meet the same faults")
  func commonRandomNumbers() throws {
    let fetch = try Source.operation(
      Operation("fetch", latency: .exponential(mean: ms(100)), faults: .rates(FaultRates(0.5))))
    let plain = Machine(try fetch.retry(attempts: 2), seed: 3)
    let patient = Machine(try fetch.map { $0 }.retry(attempts: 6).timeout(ms(1_000_000)), seed: 3)
    for call in UInt64(0)..<100 {
      let first = plain.trace(call: call).events.filter { $0.isAttempt }.prefix(2)
      let second = patient.trace(call: call).events.filter { $0.isAttempt }.prefix(2)
      #expect(Array(first) == Array(second.prefix(first.count)))
    }
  }

  @Test("nested retries have their own draws")
  func nestedJitter() throws {
    let strategy = RetryStrategy(
      rules: RetryRules(attempts: 2, backoff: .constant(.seconds(1)).fullJitter()))
    let source = Source.fail(.timeout).retry(strategy).retry(strategy)
    let delays = Machine(source, seed: 1).trace().events.compactMap { event -> Duration? in
      guard case .decision(let made) = event.kind, case .retry(let delay, _) = made.decision
      else { return nil }
      return delay.duration
    }
    #expect(delays.count == 3)
    #expect(Set(delays).count == 3)
  }

  @Test("an operation used in two places has one numbering")
  func sharedName() throws {
    let fetch = try operation([
      ScriptedAnswer(.fault(.timeout)), ScriptedAnswer(.fault(.timeout)), ScriptedAnswer(.value(7)),
    ])
    let played = play(try fetch.retry(attempts: 2).fallback(to: fetch))
    #expect(played.outcome == .success(7))
    #expect(played.subscriptions == ["0-100", "100-200", "200-300"])
  }

  @Test("filters compose associatively, the first as the outermost")
  func filters() throws {
    let outer = SourceFilter("outer") { $0.map { .int(number($0) * 2) } }
    let middle = SourceFilter("middle") { $0.map { .int(number($0) + 1) } }
    let inner = SourceFilter("inner") { $0.map { .int(number($0) * 10) } }
    let left = outer.andThen(middle).andThen(inner).andThen(.just(1))
    let right = outer.andThen(middle.andThen(inner.andThen(.just(1))))
    #expect(play(left).outcome == .success(22))
    #expect(play(right).outcome == .success(22))
    #expect(outer.andThen(middle).name == "outer → middle")
  }

  @Test("errors used outside their retryWhen are silent")
  func escapedErrors() {
    var escaped = Source.never
    _ = Source.empty.retryWhen { errors in
      escaped = errors
      return errors
    }
    #expect(Machine(escaped, seed: 1).run().outcome == .hung(on: [.silence]))
  }

  @Test("errors can be used inside the closures of their pipeline")
  func innerErrors() throws {
    let source = try Source.marbles("-#", unit: unit, named: "source").retryWhen { errors in
      errors.take(1).flatMap { _ in errors.map { _ in 5 }.startWith(4).take(2) }
    }
    #expect(play(source).subscriptions == ["0-10", "10-20", "20-30"])
  }
}

extension TraceEvent {
  /// Whether an attempt started or ended.
  var isAttempt: Bool {
    switch kind {
    case .success, .failure: true
    default: false
    }
  }
}
