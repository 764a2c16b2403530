import Retry
import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

@Suite("Limits of a server")
struct ServerLimitTests {
  private static let laws: [RateLimit.Law] = [
    .tokens(perSecond: 100, burst: 5), .tokens(perSecond: 3, burst: 1),
    .window(4, per: ms(50)), .slidingWindow(4, per: ms(50)), .slidingWindow(1, per: ms(7)),
    .window(4, per: ms(50), from: .firstHit), .estimatedWindow(4, per: ms(50)),
    .estimatedWindow(1, per: ms(7)),
  ]

  private func draws() -> Draws {
    Draws(DrawKey(seed: 2, name: "limit"), call: 0, attempt: 0, purpose: .closure)
  }

  @Test(
    "An attempt that waits exactly as long as told is admitted, and no earlier",
    arguments: 0..<laws.count)
  func exact(law: Int) throws {
    var (limit, draws) = (RunningLimit(try RateLimit(Self.laws[law])), draws())
    let longest = try RateLimit(Self.laws[law]).longestWait
    var (now, refused) = (Instant.start, 0)
    for _ in 0..<3000 {
      now = now.advanced(by: Nanoseconds(Int64(draws.unit() * 2e7)))
      guard let time = limit.wait(at: now) else { continue }
      refused += 1
      #expect(time > .zero && time <= longest)
      var copy = limit
      let isEarly = copy.wait(at: now.advanced(by: time - Nanoseconds(1))) != nil
      let isAdmitted = copy.wait(at: now.advanced(by: time)) == nil
      #expect(isEarly && isAdmitted)
    }
    #expect(refused > 100)
  }

  @Test("As many attempts are admitted as the law allows, and no more", arguments: 0..<laws.count)
  func counts(law: Int) throws {
    var (limit, admitted) = (RunningLimit(try RateLimit(Self.laws[law])), [Int64]())
    for step in 0..<20_000 as Range<Int64> {
      let now = step * 250_000
      if limit.wait(at: Instant(Nanoseconds(now))) == nil { admitted.append(now) }
    }
    // In 5 s with an attempt every 250 µs.
    switch Self.laws[law] {
    case .tokens(let rate, let burst):
      #expect(abs(admitted.count - (Int(rate * 5) + burst)) <= 1)
    case .window(let count, let period, .clock):
      let windows = Dictionary(grouping: admitted) { $0 / period.count }
      #expect(windows.count == 100 && windows.values.allSatisfy { $0.count == count })
    case .window(let count, let period, .firstHit):
      for start in stride(from: 0, to: admitted.count, by: count) {
        let window = admitted[start..<min(start + count, admitted.count)]
        #expect(window.last.map { $0 - admitted[start] < period.count } == true)
        #expect(start == 0 || admitted[start] - admitted[start - count] >= period.count)
      }
    case .estimatedWindow(let count, let period):
      let windows = Dictionary(grouping: admitted) { $0 / period.count }
      for (window, here) in windows {
        let before = windows[window - 1, default: []].count
        for (index, time) in here.enumerated() {
          let left = 1 - Double(time % period.count) / Double(period.count)
          #expect(Double(before) * left + Double(index) < Double(count) + 1e-9)
        }
      }
      #expect(admitted.count > 5_000_000_000 / Int(period.count) * count * 2 / 3)
    case .slidingWindow(let count, let period):
      for (first, last) in zip(admitted, admitted.dropFirst(count)) {
        #expect(last - first >= period.count)
      }
      #expect(admitted.count >= Int(5_000_000_000 / period.count) * count)
    }
  }

  @Test("A window of centuries tells a time that is none too long", arguments: 0..<2)
  func centuries(law: Int) throws {
    let long = Nanoseconds(.max - 1)
    let laws: [RateLimit.Law] = [
      .window(1, per: long, from: .firstHit), .estimatedWindow(1, per: long),
    ]
    var limit = RunningLimit(try RateLimit(laws[law]))
    #expect(limit.wait(at: Instant(ms(10))) == nil)
    let wait = limit.wait(at: Instant(ms(20)))
    #expect(wait.map { $0 > ms(1_000_000) } == true)
  }

  @Test("Policies that honour the hint succeed with one retry, and others do not")
  func hints() throws {
    let server = try Server(
      "api", slots: 10, service: .constant(ms(1)),
      limit: RateLimit(.window(1, per: ms(1000)), hint: .exact))
    let call = Source.operation(try Operation("call", on: .server(server)))
    for (honours, outcome, duration) in [
      (true, .success(.unit), ms(101)),
      (false, .failure(Fault("throttled", retryAfter: ms(100))), .zero),
    ] as [(Bool, Outcome, Nanoseconds)] {
      let strategy = RetryStrategy(
        rules: RetryRules(attempts: 2, hintRule: honours ? HintRule() : nil))
      let load = try Load(
        call.retry(strategy), .closed(clients: 2, think: .constant(ms(900))), for: ms(1500))
      #expect(
        LoadPlan(load, limits: Limits()).obstacle?.description == "the server has a limit"
      )
      var results: [CallResult] = []
      _ = LoadSimulation(load, seed: 1).run { results.append($0) }
      // Both come at 900 ms: the second may be admitted in the window that begins at 1 s.
      #expect(results.map(\.duration).sorted() == [ms(1), duration].sorted())
      #expect(results.contains { $0.outcome == outcome && $0.duration == duration })
    }
  }

  @Test(
    "A refused attempt is told whole seconds as in HTTP, or what the server was given to say",
    arguments: [
      (.wholeSeconds, 1, 1_000_000_000), (.wholeSeconds, 1_000_000_000, 1_000_000_000),
      (.wholeSeconds, 1_000_000_001, 2_000_000_000), (.exact, 123, 123),
      (.rounded(up: ms(10)), 10_000_001, 20_000_000), (.fixed(ms(300)), 5, 300_000_000),
      (.fixed(.zero), 5, 0), (.none, 5, nil),
    ] as [(RateLimit.Hint, Int64, Int64?)])
  func told(hint: RateLimit.Hint, wait: Int64, told: Int64?) throws {
    let law = RateLimit.Law.window(1, per: ms(1000))
    let fault = try RateLimit(law, hint: hint, error: Fault("http", .int(429)))
      .refusal(for: Nanoseconds(wait), at: .start)
    #expect(fault == Fault("http", .int(429), retryAfter: told.map { Nanoseconds($0) }))
    #expect(
      try RateLimit(law).refusal(for: ms(1), at: .start) == Fault("throttled", retryAfter: ms(1000))
    )
    #expect(throws: InvalidArgument.self) { _ = try RateLimit(law, hint: .fixed(ms(-1))) }
  }

  @Test("A date is a whole second, so that a client may come early, but never before the answer")
  func dates() throws {
    let limit = try RateLimit(.window(1, per: ms(1000)), hint: .date)
    for (now, wait, told) in [(400, 700, 600), (400, 1600, 1600), (500, 300, 0), (0, 999, 0)] {
      let fault = limit.refusal(for: ms(Int64(wait)), at: Instant(ms(Int64(now))))
      #expect(fault.retryAfter == ms(Int64(told)))
    }
  }

  @Test("Wrong limits name their argument")
  func refusals() {
    let cases: [(RateLimit.Law, String)] = [
      (.tokens(perSecond: 0, burst: 1), "rate"), (.tokens(perSecond: 1, burst: 0), "burst"),
      (.window(0, per: ms(1)), "count"), (.window(1, per: .zero), "per"),
      (.slidingWindow(1, per: .never), "per"),
    ]
    for (law, label) in cases {
      #expect {
        _ = try RateLimit(law)
      } throws: {
        ($0 as? InvalidArgument)?.label == label
      }
    }
  }
}

@Suite("Crashes and computed services of a server")
struct ServerCrashTests {
  private func run(
    _ source: Source, _ arrivals: Load.Arrivals, for time: Nanoseconds, seed: UInt64 = 1
  ) throws -> (results: [CallResult], record: LoadRecord, figures: ResourceFigures) {
    let load = try Load(source, arrivals, for: time)
    var results: [CallResult] = []
    let record = LoadSimulation(load, seed: seed).run { results.append($0) }
    return (results, record, try #require(record.total(since: .zero)?.resources.first))
  }

  @Test("Above the limit all attempts fail at once, and others until the recovery is over")
  func crash() throws {
    let server = try Server(
      "db", slots: 2, service: .constant(ms(100)),
      crash: Server.Crash(above: 3, recovery: ms(1000)))
    let call = Source.operation(try Operation("call", on: .server(server)))
    // Four clients at 50 ms: the fourth brings it down. They are back every 50 ms, and at 1050 ms it is up again.
    let (results, _, figures) = try run(
      call, .closed(clients: 4, think: .constant(ms(50))), for: ms(1049))
    #expect(results.allSatisfy { $0.outcome == .failure(Server.crashed) && $0.duration == .zero })
    #expect(figures.crashed == 4 && figures.served == 0)
    #expect(figures.refused == 4 * 19 && figures.arrived == 4 * 20)
    let (_, _, later) = try run(
      call, .closed(clients: 4, think: .constant(ms(50))), for: ms(1051))
    #expect(later.crashed == 8)
    let (calm, _, none) = try run(
      call, .closed(clients: 3, think: .constant(ms(50))), for: ms(5000))
    #expect(none.crashed == 0 && calm.allSatisfy { $0.outcome == .success(.unit) })
  }

  @Test("A crash survives callers that leave, come back and cancel each other")
  func storm() throws {
    let server = try Server(
      "db", slots: 3, service: .exponential(mean: ms(20)), queue: 50,
      crash: Server.Crash(above: 20, recovery: ms(100)))
    let call = Source.operation(try Operation("call", on: .server(server)))
    let source = try call.merge(call).timeout(ms(70)).retry(attempts: 4)
    let (results, record, figures) = try run(source, .open(perSecond: 300), for: ms(20_000))
    #expect(figures.crashed > 100 && results.count > 1000 && record.stop == nil)
  }

  @Test("A service that slows down with what is in flight settles where Little's law says")
  func slowing() throws {
    // N attempts in flight take 1 s + 10 ms · N: at 20/s they are N = 20 · (1 + N / 100), which is 25.
    let server = try Server(
      "db", slots: 1000, service: .constant(.zero),
      computed: ServiceTime { (inFlight, _, _) throws(Fault) in ms(1000 + 10 * Int64(inFlight)) })
    let call = Source.operation(try Operation("call", on: .server(server)))
    let (_, record, _) = try run(call, .open(perSecond: 20), for: ms(600_000))
    let late = try #require(record.total(since: ms(60_000)))
    let busy = Double(late.resources[0].busy) / Double(late.length.count)
    #expect(abs(busy - 25) < 1)
    let load = try Load(call, .open(perSecond: 20), for: ms(100))
    #expect(
      LoadPlan(load, limits: Limits()).obstacle?.description
        == "a closure computes the service")
  }

  @Test(
    "A congestive collapse: with retries at 40/s it collapses above the threshold, or not at all")
  func collapse() throws {
    let server = try Server(
      "db", slots: 1_000_000, service: .constant(.zero),
      computed: ServiceTime { (inFlight, now, _) throws(Fault) in
        // A disturbance of five seconds instead of a spike.
        let slow = now >= Instant(ms(20_000)) && now < Instant(ms(25_000))
        return ms((slow ? 3000 : 1000) + 10 * Int64(inFlight))
      })
    let call = Source.operation(try Operation("call", on: .server(server))).timeout(ms(3000))
    for (attempts, collapses) in [(1, false), (3, true)] {
      let (_, record, _) = try run(
        call.retry(RetryStrategy(rules: RetryRules(attempts: attempts))), .open(perSecond: 40),
        for: ms(120_000))
      let late = try #require(record.total(since: ms(90_000)))
      let goodput = Double(late.succeeded) / 30
      #expect(collapses ? goodput < 4 : goodput > 36)
    }
  }

  @Test("A closure that fails, fails the attempt; a negative time is none")
  func failing() throws {
    let mistaken = ServiceTime { (_, _, _) throws(Fault) in throw Fault("mistaken") }
    let negative = ServiceTime { (_, _, _) throws(Fault) in ms(-5) }
    for (time, outcome) in [
      (mistaken, .failure(Fault("mistaken"))), (negative, .success(.unit)),
    ] as [(ServiceTime, Outcome)] {
      let server = try Server("db", service: .constant(.zero), computed: time)
      let call = Source.operation(try Operation("call", on: .server(server)))
      let (results, _, figures) = try run(
        call, .closed(clients: 2, think: .constant(ms(10))), for: ms(95))
      #expect(results.count == 18)
      #expect(results.allSatisfy { $0.outcome == outcome && $0.duration == .zero })
      #expect(figures.arrived == figures.served + figures.refused)
    }
  }
}
