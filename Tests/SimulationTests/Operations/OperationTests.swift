import RetryNumerics
import Simulation
import Testing
import VirtualTime

@Suite("Operation")
struct OperationTests {
  private func source(_ operation: Operation) -> Source { .operation(operation) }

  @Test("takes 100 ms and succeeds by default")
  func defaults() throws {
    let result = Machine(source(try Operation("fetch")), seed: 1).run()
    #expect(result.outcome == .success(.unit))
    #expect(result.duration == ms(100))
    #expect(result.tally.attempts == 1)
  }

  @Test("the shares of all errors and hangs add up to at most 1")
  func shares() throws {
    let rates = try FaultRates([(.timeout, 0.25), (Fault("auth"), 0.5)])
    #expect(rates.total == 0.75)
    _ = try Operation("fetch", faults: .rates(rates), hangs: 0.25)
    #expect(throws: InvalidArgument.self) {
      try Operation("fetch", faults: .rates(rates), hangs: 0.26)
    }
  }

  @Test("a script is followed in order, and its last answer repeats")
  func script() throws {
    let fetch = source(
      try Operation(
        "fetch", latency: .constant(ms(30)),
        script: [
          ScriptedAnswer(.fault(.timeout)), ScriptedAnswer(.fault(.timeout), after: ms(50)),
          ScriptedAnswer(.empty, after: ms(-1)), ScriptedAnswer(.value(7), after: ms(10)),
        ]))
    let played = play(.concat([try fetch.retry(attempts: 3), fetch, fetch]))
    #expect(played.subscriptions == ["0-30", "30-80", "80-80", "80-90", "90-100"])
    #expect(played.marbles == "---------7(7|)")
  }

  @Test(
    "a synchronous answer precedes the end of subscribe, and one with zero latency follows it")
  func synchronous() throws {
    let order = { (answer: ScriptedAnswer) in
      play(.merge([source(try Operation("fetch", script: [answer])), .just(2)])).marbles
    }
    #expect(try order(ScriptedAnswer(synchronous: .value(1))) == "(12|)")
    #expect(try order(ScriptedAnswer(.value(1), after: ms(0))) == "(21|)")
  }

  @Test("the end of a notifier takes effect during subscribe, otherwise at the next error")
  func synchronousErrors() throws {
    let attempts = { (answer: ScriptedAnswer) in
      let fetch = source(try Operation("fetch", script: [answer]))
      return Machine(fetch.retryWhen { $0.take(2) }, seed: 1).run().tally.attempts
    }
    #expect(try attempts(ScriptedAnswer(synchronous: .fault(.timeout))) == 2)
    #expect(try attempts(ScriptedAnswer(.fault(.timeout), after: ms(0))) == 3)
  }

  @Test("an answer after the end of time differs from one that never comes")
  func endOfTime() throws {
    let slow = source(try Operation("slow", latency: .constant(.never)))
    #expect(Machine(slow, seed: 1).run().outcome == .hung(on: [.endOfTime]))
    let mute = source(try Operation("mute", hangs: 1))
    #expect(
      Machine(mute, seed: 1).run().outcome == .hung(on: [.answer(operation: "mute", attempt: 1)]))
  }

  @Test("a script may name a source, which continues after the latency")
  func scriptedSource() throws {
    let fetch = source(
      try Operation(
        "fetch", latency: .constant(ms(20)),
        script: [
          ScriptedAnswer(.source(try marbles("-1-#"))),
          ScriptedAnswer(.source(try marbles("-2|")), after: ms(0)),
        ]))
    let played = play(fetch.retry())
    #expect(played.marbles == "---1--2|")
    #expect(played.subscriptions == ["0-50", "50-70"])
  }

  @Test("cancelling an attempt cancels the source from its script")
  func cancelledSource() throws {
    let fetch = source(
      try Operation(
        "fetch", latency: .constant(ms(0)), script: [ScriptedAnswer(.source(.interval(ms(10))))]))
    let machine = Machine(fetch.take(2), seed: 1)
    #expect(machine.run().duration == ms(20))
    #expect(machine.pendingCount == 0)
  }

  @Test("errors occur with their shares, and all other attempts succeed")
  func rates() throws {
    let rates = try FaultRates([(.timeout, 0.2), (Fault("offline"), 0.05)])
    let outcomes = count(source(try Operation("fetch", faults: .rates(rates))), calls: 20_000)
    #expect(abs((outcomes[.failure(.timeout)] ?? 0) - 4000) < 230)
    #expect(abs((outcomes[.failure(Fault("offline"))] ?? 0) - 1000) < 125)
    #expect(outcomes.count == 3)
  }

  @Test("hangs occur with their share in addition to the errors")
  func hangs() throws {
    let operation = try Operation("fetch", faults: .rates(FaultRates(0.3)), hangs: 0.1)
    let outcomes = count(source(operation), calls: 20_000)
    #expect(abs((outcomes[.failure(.unspecified)] ?? 0) - 6000) < 260)
    #expect(abs((outcomes[.hung(on: [.answer(operation: "fetch", attempt: 1)])] ?? 0) - 2000) < 170)
  }

  @Test("a burst occurs with its stationary share and lasts over the attempts of a call")
  func burst() throws {
    let burst = try Burst(enter: 0.01, leave: 0.19)
    let fetch = source(try Operation("fetch", latency: .constant(ms(1)), faults: .burst(burst)))
    let calls = 100_000.0
    let first = count(fetch, calls: Int(calls))[.failure(.unspecified)] ?? 0
    let third = count(try fetch.retry(attempts: 3), calls: Int(calls))[.failure(.unspecified)] ?? 0
    // P(bad) = 5 %, and three in a row stay bad with .05 (1 - .19)² = .0328; four standard errors.
    #expect(abs(Double(first) / calls - 0.05) < 0.0028)
    #expect(abs(Double(third) / calls - 0.0328) < 0.0023)
  }

  @Test("a closure receives the attempt, and its result is clamped to a share")
  func computed() throws {
    let byNumber = try Operation(
      "fetch", faults: .computed(.timeout) { attempt, _ in attempt.number < 4 ? 7 : -7 })
    let byTime = try Operation(
      "fetch",
      faults: .computed(.timeout) { attempt, _ in attempt.began < Instant(ms(250)) ? 1 : 0 })
    let broken = try Operation("fetch", faults: .computed(.timeout) { _, _ in .nan })
    #expect(Machine(source(byNumber).retry(), seed: 1).run().tally.attempts == 4)
    #expect(Machine(source(byTime).retry(), seed: 1).run().tally.attempts == 4)
    #expect(Machine(source(broken), seed: 1).run().outcome == .success(.unit))
  }

  @Test(
    "shares without an error have a default error",
    arguments: [(.unspecified, .outage), (.timeout, .timeout)] as [(Fault, Fault)])
  func naming(given: Fault, expected: Fault) throws {
    let faults: [Faults] = [
      .rates(try FaultRates(1, of: given)), .computed(given) { _, _ in 1 },
      .burst(try Burst(enter: 1, leave: 0, fault: given)),
      .timedBurst(try TimedBurst(.during([.start ..< .never]), fault: given)),
    ]
    for faults in faults {
      let fetch = source(try Operation("fetch", faults: faults.failing(with: .outage)))
      #expect(Machine(fetch, seed: 1).run().outcome == .failure(expected))
    }
  }

  @Test("an attempt that starts in an outage fails with the latency of the outage")
  func outage() throws {
    let outages = try Outages(
      .during([Instant(ms(0))..<Instant(ms(100))]), fault: .outage, latency: ms(20))
    let fetch = source(try Operation("fetch", latency: .constant(ms(50)), outages: outages))
    #expect(
      play(fetch.retry()).subscriptions == ["0-20", "20-40", "40-60", "60-80", "80-100", "100-150"])
  }

  @Test("impossible arguments are refused")
  func refusals() {
    #expect(throws: InvalidArgument.self) { try FaultRates(-0.1) }
    #expect(throws: InvalidArgument.self) { try FaultRates(.nan) }
    #expect(throws: InvalidArgument.self) { try FaultRates([(.timeout, 0.6), (.outage, 0.6)]) }
    #expect(throws: InvalidArgument.self) { try Burst(enter: 1.5, leave: 0.1) }
    #expect(throws: InvalidArgument.self) { try Burst(enter: 0.5, leave: .nan) }
    #expect(throws: InvalidArgument.self) { try Operation("fetch", hangs: -1) }
    #expect(throws: InvalidArgument.self) { try Outages(.every(ms(0), for: ms(0))) }
    #expect {
      try Outages(.every(ms(10), for: ms(20)))
    } throws: {
      ($0 as? InvalidArgument)?.label == "for"
    }
    #expect(throws: InvalidArgument.self) { try Outages(.during([]), latency: ms(-1)) }
    #expect(throws: InvalidArgument.self) { try Person(retries: .nan) }
    #expect(throws: InvalidArgument.self) {
      try Operation("fetch", faults: .rates(FaultRates(0.6)), hangs: 0.5)
    }
  }

  @Test("a burst that never changes its state is good")
  func stillBurst() throws {
    #expect(try Burst(enter: 0, leave: 0).badShare == 0)
  }

  /// Returns how often each outcome was met.
  private func count(_ source: Source, calls: Int) -> [Outcome: Int] {
    let machine = Machine(source, seed: 11)
    var counts: [Outcome: Int] = [:]
    for call in 0..<calls { counts[machine.run(call: UInt64(call)).outcome, default: 0] += 1 }
    return counts
  }
}
