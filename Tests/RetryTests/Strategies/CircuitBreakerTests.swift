import Retry
import RetryNumerics
import Testing

@Suite("Circuit breakers")
struct CircuitBreakerTests {
  /// An event at a time in seconds, and what the breaker does with it.
  enum Event: Sendable {
    /// A call that is let through and ends at once.
    case call(Double, CallOutcome)
    /// A call that is let through and takes a time.
    case slow(Double, CallOutcome, took: Double)
    /// A call that is refused, and for how long.
    case refused(Double, StrategyRefusal.Reason, Double?)
    case isolate
    case close
    /// What the breaker says that it does.
    case status(Double, CircuitBreaker.Status)
  }

  /// A breaker and what happens to it.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let breaker: CircuitBreaker
    let events: [Event]
    var testDescription: String { name }
  }

  private static let ten = CircuitBreaker.Opening(.seconds(10))

  static let rows: [Row] = [
    Row(
      name: "opens after failures in a row, and closes after a good probe",
      breaker: CircuitBreaker(consecutiveFailures: 3, opening: ten),
      events: [
        .call(0, .failure), .call(0, .failure), .call(0, .success), .call(0, .failure),
        .call(0, .failure), .status(1, .closed), .call(1, .failure),
        .status(1, .open(until: .seconds(11))), .refused(1, .open, 10),
        .refused(10.5, .open, 0.5), .status(11, .halfOpen), .call(11, .success),
        .status(11, .closed), .call(12, .failure), .call(12, .failure), .status(12, .closed),
      ]),
    Row(
      name: "Failsafe: one failure of one, for a minute",
      breaker: CircuitBreaker(consecutiveFailures: 1, opening: .init(.seconds(60))),
      events: [
        .call(0, .failure), .refused(59, .open, 1), .call(60, .failure), .refused(119, .open, 1),
      ]),
    Row(
      name: "Polly: a tenth of at least ten calls within 30 s, for 5 s",
      breaker: CircuitBreaker(
        failureRate: 0.1, over: .time(.seconds(30)), minimumCalls: 10,
        opening: .init(.seconds(5))),
      events: Array(repeating: .call(0, .success), count: 8) + [
        .call(1, .failure), .status(1, .closed), .call(1, .success),
        .status(1, .open(until: .seconds(6))), .refused(2, .open, 4), .call(6, .success),
        .status(6, .closed),
      ]),
    Row(
      name: "opens after failures within a time, whatever succeeds between them",
      breaker: CircuitBreaker(failures: 3, within: .seconds(5), opening: ten, probes: 2),
      events: [
        .call(0, .failure), .call(1, .failure), .call(2, .success), .call(5.5, .failure),
        .status(6, .closed), .call(6, .failure), .status(6, .open(until: .seconds(16))),
        .refused(7, .open, 9), .call(16, .success), .call(16, .failure),
        .status(17, .open(until: .seconds(26))), .call(26, .success), .call(26, .success),
        .call(26, .failure), .call(26, .failure), .status(26, .closed), .call(31, .failure),
        .status(31, .open(until: .seconds(41))),
      ]),
    Row(
      name: "a window of time forgets",
      breaker: CircuitBreaker(
        failureRate: 0.5, over: .time(.seconds(10)), minimumCalls: 4, opening: ten),
      events: [
        .call(0, .failure), .call(0, .failure), .call(0, .failure), .call(10, .failure),
        .status(10, .closed), .call(11, .failure), .call(11, .failure), .status(11, .closed),
        .call(12, .success), .status(12, .open(until: .seconds(22))),
      ]),
    Row(
      name: "resilience4j: half of the last four calls, two probes",
      breaker: CircuitBreaker(
        failureRate: 0.5, over: .calls(4), minimumCalls: 4, opening: ten, probes: 2),
      events: [
        .call(0, .failure), .call(0, .success), .call(0, .success), .status(0, .closed),
        .call(0, .success), .status(0, .closed), .call(0, .failure), .status(0, .closed),
        .call(0, .failure), .status(0, .open(until: .seconds(10))),
        .call(10, .success), .status(10, .halfOpen), .call(10, .failure),
        .status(10, .open(until: .seconds(20))),
        .call(20, .success), .call(20, .success), .status(20, .closed),
      ]),
    Row(
      name: "resilience4j: all of at least two calls are slow",
      breaker: CircuitBreaker(
        failureRate: nil, slowRate: 1, slow: .seconds(2), over: .calls(10), minimumCalls: 2,
        opening: ten),
      events: [
        .slow(0, .success, took: 2), .slow(2, .success, took: 1.9), .status(4, .closed),
        .close, .slow(4, .success, took: 2), .slow(6, .failure, took: 3),
        .status(9, .open(until: .seconds(19))), .slow(19, .success, took: 2),
        .status(21, .open(until: .seconds(31))), .slow(31, .failure, took: 1),
        .status(32, .closed),
      ]),
    Row(
      name: "opens longer each time, up to a maximum, and begins anew once closed",
      breaker: CircuitBreaker(
        consecutiveFailures: 1, opening: .init(.seconds(5), factor: 2, maximum: .seconds(15))),
      events: [
        .call(0, .failure), .refused(0, .open, 5), .call(5, .failure), .refused(5, .open, 10),
        .call(15, .failure), .refused(15, .open, 15), .call(30, .failure),
        .refused(30, .open, 15), .call(45, .success), .call(50, .failure),
        .refused(50, .open, 5),
      ]),
    Row(
      name: "Finagle: half of the time is drawn",
      breaker: CircuitBreaker(
        consecutiveFailures: 1,
        opening: .init(.seconds(5), factor: 2, maximum: .seconds(300), isJittered: true)),
      events: [
        .call(0, .failure), .refused(0, .open, 3.75), .call(4, .failure), .refused(4, .open, 7.5),
      ]),
    Row(
      name: "isolated and closed by hand",
      breaker: CircuitBreaker(consecutiveFailures: 1, opening: ten),
      events: [
        .isolate, .refused(0, .isolated, nil), .refused(1000, .isolated, nil),
        .status(1000, .isolated), .close, .call(1000, .failure), .refused(1000, .open, 10),
        .close, .call(1000, .success),
      ]),
    Row(
      name: "calls that were ignored count for nothing, and leave the place of a probe",
      breaker: CircuitBreaker(consecutiveFailures: 2, opening: ten),
      events: [
        .call(0, .failure), .call(0, .ignored), .status(0, .closed), .call(0, .failure),
        .call(10, .ignored), .status(10, .halfOpen), .call(10, .ignored), .call(10, .success),
        .status(10, .closed),
      ]),
  ]

  @Test("a breaker opens, probes and closes as its settings say", arguments: rows)
  func table(row: Row) throws {
    var state = CircuitBreaker.State(row.breaker)
    var generator = Fixed.middle
    for (index, event) in row.events.enumerated() {
      switch event {
      case .call(let now, let outcome):
        let permit = try #require(try? state.admit(at: .seconds(now)).get(), "event \(index)")
        state.record(outcome, of: permit, at: .seconds(now), using: &generator)
      case .slow(let now, let outcome, let span):
        let permit = try #require(try? state.admit(at: .seconds(now)).get(), "event \(index)")
        state.record(outcome, of: permit, at: .seconds(now + span), using: &generator)
      case .refused(let now, let reason, let left):
        guard case .failure(let refusal) = state.admit(at: .seconds(now)) else {
          Issue.record("event \(index) is let through")
          return
        }
        #expect(refusal.reason == reason, "event \(index)")
        #expect(refusal.retryAfter == left.map { .seconds($0) }, "event \(index)")
      case .isolate: state.isolate()
      case .close: state.close()
      case .status(let now, let status):
        #expect(state.status(at: .seconds(now)) == status, "event \(index)")
      }
    }
  }

  @Test("a call from before the opening says nothing about the recovery")
  func late() throws {
    var state = CircuitBreaker.State(CircuitBreaker(consecutiveFailures: 1, opening: Self.ten))
    var generator = Fixed.middle
    let early = try state.admit(at: Duration.zero).get()
    let other = try state.admit(at: Duration.zero).get()
    state.record(.failure, of: early, at: .seconds(1), using: &generator)
    let probe = try state.admit(at: .seconds(11)).get()
    #expect(probe.isProbe && !early.isProbe)
    state.record(.success, of: other, at: .seconds(12), using: &generator)
    #expect(state.status(at: .seconds(12)) == .halfOpen)
    state.record(.failure, of: early, at: .seconds(12), using: &generator)
    #expect(state.status(at: .seconds(12)) == .halfOpen)
    state.record(.success, of: probe, at: .seconds(13), using: &generator)
    #expect(state.status(at: .seconds(13)) == .closed)
  }

  @Test(
    "never more probes than allowed are under way, and none while it is open, over many seeds",
    arguments: [1, 2, 5])
  func invariant(probes: Int) {
    for seed in 0..<300 {
      var generator = SplitMix64(seed: UInt64(seed))
      let breaker = CircuitBreaker(
        failureRate: 0.5, over: seed.isMultiple(of: 2) ? .calls(5) : .time(.seconds(5)),
        minimumCalls: 3, opening: .init(.seconds(3), factor: 1.5, maximum: .seconds(9)),
        probes: probes)
      var state = CircuitBreaker.State(breaker)
      var (now, phase) = (Duration.zero, 0)
      var running: [(permit: CircuitBreaker.Permit, phase: Int)] = []
      for _ in 0..<300 {
        now += .milliseconds(Int.random(in: 0...500, using: &generator))
        if Bool.random(using: &generator) || running.isEmpty {
          let before = state.status(at: now)
          switch state.admit(at: now) {
          case .success(let permit):
            running.append((permit, phase))
            #expect(before == (permit.isProbe ? .halfOpen : .closed))
          case .failure: #expect(before != .closed)
          }
        } else {
          let place = Int.random(in: running.indices, using: &generator)
          let outcomes: [CallOutcome] = [.success, .failure, .failure, .ignored]
          let outcome = outcomes[Int.random(in: 0..<4, using: &generator)]
          let before = state.status(at: now)
          let permit = running.remove(at: place).permit
          state.record(outcome, of: permit, at: now, using: &generator)
          // The probes of an earlier phase may still run; they count for nothing.
          if state.status(at: now) != before { phase += 1 }
        }
        #expect(running.count { $0.permit.isProbe && $0.phase == phase } <= probes)
      }
    }
  }

  @Test("what needs no time comes to the same without it, over many seeds")
  func untimed() throws {
    let breakers = [
      CircuitBreaker(consecutiveFailures: 2, opening: Self.ten),
      CircuitBreaker(failureRate: 0.4, over: .calls(5), minimumCalls: 3, opening: Self.ten),
    ]
    for seed in 0..<400 {
      var generator = SplitMix64(seed: UInt64(seed))
      let breaker = breakers[seed % 2]
      var (timed, untimed) = (CircuitBreaker.State(breaker), CircuitBreaker.State(breaker))
      var now = Duration.zero
      for _ in 0..<100 {
        now += .seconds(Int.random(in: 0...4, using: &generator))
        guard let permit = try? timed.admit(at: now).get() else { continue }
        let other = try untimed.admitUntimed() ?? untimed.admit(at: now).get()
        #expect(other.isProbe == permit.isProbe)
        let outcome: CallOutcome =
          Int.random(in: 0..<3, using: &generator) == 0 ? .failure : .success
        timed.record(outcome, of: permit, at: now, using: &generator)
        if outcome == .failure || !untimed.recordUntimed(other) {
          untimed.record(outcome, of: other, at: now, using: &generator)
        }
        #expect(untimed.status(at: now) == timed.status(at: now))
      }
    }
  }

  @Test("settings are brought into their ranges")
  func ranges() {
    let breaker = CircuitBreaker(
      failureRate: .nan, slowRate: 7, slow: .seconds(-1), over: .calls(0), minimumCalls: 100,
      opening: .init(.seconds(-1), factor: 0), probes: 0)
    #expect(breaker.failureRate == 1e-9)
    #expect(breaker.slowRate == 1)
    #expect(breaker.window == .calls(1))
    #expect(breaker.minimumCalls == 1)
    #expect(breaker.opening == .init(.zero))
    #expect(breaker.probes == 1)
    let opening = CircuitBreaker.Opening(
      .seconds(5), factor: 2, maximum: .seconds(300), isJittered: true)
    #expect(
      CircuitBreaker(consecutiveFailures: 2, opening: opening).description
        == "opens after 2 failures in a row for 5 s times 2 up to 300 s, half at random; 1 probe")
  }
}
