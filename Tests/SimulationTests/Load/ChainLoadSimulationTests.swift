import Retry
import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

/// What runs without stages gives what the stages give: every call, every span, every figure of the server.
@Suite("Loads without stages")
struct ChainCrowdTests {
  /// Composes loads of the usual shape at random, the same ones for the same seed.
  ///
  /// Many of their times are equal, so that events come together.
  private struct RandomLoad {
    private var draws: Draws

    init(seed: UInt64) {
      draws = Draws(DrawKey(seed: seed, name: "load"), call: 0, attempt: 0, purpose: .closure)
    }

    private mutating func below(_ bound: Int) -> Int { Int(draws.unit() * Double(bound)) }

    private mutating func time() -> Nanoseconds { ms(Int64(below(6) * 10)) }

    private mutating func law() throws -> Distribution {
      let time = time()
      return switch below(4) {
      case 0: try .exponential(mean: time)
      case 1: try .uniform(time, time + ms(20))
      default: try .constant(time)
      }
    }

    private mutating func server() throws -> Server {
      try Server(
        "server", slots: 1 + below(4), service: law(), queue: below(3) == 0 ? nil : below(4),
        abandoned: below(2) == 0 ? .served : .dropped, order: below(2) == 0 ? .fifo : .lifo,
        expires: below(3) == 0 ? time() : nil)
    }

    private mutating func faults() throws -> Faults {
      switch below(4) {
      case 0: .none
      case 1: .rates(try FaultRates(0.5))
      default:
        .rates(
          try FaultRates([
            (.timeout, 0.2), (Fault("auth"), 0.1), (Fault("busy", retryAfter: ms(30)), 0.2),
          ]))
      }
    }

    private mutating func backoff() -> Backoff {
      let time = time().duration
      return switch below(6) {
      case 0: .none
      case 1: .constant(time)
      case 2: .exponential(factor: 2, initial: time).fullJitter()
      case 3: .exponential(factor: 2, initial: time).maximum(.milliseconds(50)).equalJitter()
      case 4: .decorrelated(base: .milliseconds(10), factor: 3)
      default: .linear(increment: time, initial: time)
      }
    }

    private mutating func strategy() -> RetryStrategy {
      let filter =
        below(3) == 0 ? FaultFilter(unless: [FaultPattern("auth")]) : FaultFilter()
      return RetryStrategy(
        rules: RetryRules(
          attempts: 1 + below(5), backoff: backoff(), hintRule: below(2) == 0 ? HintRule() : nil,
          exhausted: below(4) == 0 ? .complete : .fail), on: filter,
        limits: below(4) == 0 ? [RetryStrategy.Limit(FaultPattern("busy"), retries: 1)] : [])
    }

    private mutating func arrivals() throws -> Load.Arrivals {
      switch below(4) {
      case 0: .open(perSecond: Double(20 + below(200)))
      case 1:
        .closed(clients: 1 + below(12), think: .some(try .constant(ms(Int64(1 + below(5)) * 10))))
      default: .closed(clients: 1 + below(12), think: try .exponential(mean: ms(30)))
      }
    }

    mutating func load() throws -> Load {
      var source = Source.operation(
        try Operation("fetch", faults: faults(), on: .server(server()), returns: 7))
      if below(3) > 0 {
        source = source.timeout(time(), error: below(2) == 0 ? .timeout : Fault("late"))
      }
      if below(4) > 0 { source = source.retry(strategy()) }
      return try Load(
        source, arrivals(), for: ms(Int64(300 + below(900))),
        warmup: below(2) == 0 ? .zero : ms(100))
    }
  }

  private final class List {
    var results: [CallResult] = []
  }

  private func results(
    _ load: Load, seed: UInt64, onStages: Bool, _ limits: Limits = Limits()
  ) -> ([CallResult], LoadRecord) {
    let list = List()
    let record = LoadSimulation(load, seed: seed, limits: limits).run(onStages: onStages) {
      list.results.append($0)
    }
    return (list.results, record)
  }

  @Test("give the same results as stages, over hundreds of random loads")
  func same() throws {
    var (calls, retries, refused, abandoned) = (0, 0, UInt64(0), UInt64(0))
    for seed in UInt64(0)..<500 {
      var random = RandomLoad(seed: seed)
      let load = try random.load()
      #expect(LoadPlan(load, limits: Limits()).obstacle == nil)
      let (plain, record) = results(load, seed: seed, onStages: false)
      let (staged, expected) = results(load, seed: seed, onStages: true)
      #expect(plain == staged && record == expected, "seed \(seed)")
      calls += plain.count
      retries += plain.reduce(0) { $0 + $1.tally.attempts - 1 }
      let figures = record.total(since: .zero)?.resources.first
      refused += figures?.refused ?? 0
      abandoned += figures?.abandoned ?? 0
    }
    // Nothing of this may be missing, or little was shown.
    #expect(calls > 10_000 && retries > 3000 && refused > 1000 && abandoned > 500)
  }

  @Test("are stopped like stages if nothing else would stop them")
  func stopped() throws {
    let server = try Server("server", service: .constant(.zero))
    let idle = try Load(
      .operation(Operation("fetch", on: .server(server))), .closed(clients: 2, think: nil),
      for: ms(10))
    var limits = Limits()
    limits.events = 300
    let plain = results(idle, seed: 1, onStages: false, limits)
    #expect(plain.1.stop == .events(300))
    #expect(plain == results(idle, seed: 1, onStages: true, limits))
    // Retries at once in a full line take no time either.
    let full = try Load(
      Source.operation(
        Operation("fetch", on: .server(Server("server", service: .constant(ms(10)), queue: 2)))
      ).retry(attempts: 3), .closed(clients: 8, think: nil), for: ms(100))
    let refused = results(full, seed: 1, onStages: false, limits)
    #expect(refused.1.stop == .events(300))
    #expect(refused == results(full, seed: 1, onStages: true, limits))
  }

  @Test("are stopped like stages at the limit of attempts of all calls")
  func storm() throws {
    let server = try Server("server", slots: 1, service: .constant(ms(10)), queue: 0)
    let storm = try Load(
      Source.operation(Operation("fetch", on: .server(server))).retry(attempts: 20),
      .open(perSecond: 20_000), for: ms(10_000))
    var limits = Limits()
    limits.events = 200
    let plain = results(storm, seed: 1, onStages: false, limits)
    #expect(LoadPlan(storm, limits: limits).obstacle == nil)
    #expect(plain.1.stop == .attempts(200_000))
    #expect(plain == results(storm, seed: 1, onStages: true, limits))
  }

  @Test("keep no memory of answered attempts")
  func timers() throws {
    var events = ChainLoadEvents(
      until: Instant(ms(1_000_000)), horizon: Instant(ms(1_000_000)), timeouts: 1)
    events.addClient()
    for number in 1...100_000 as ClosedRange<Int64> {
      events.stop(0, of: 0)
      events.start(0, of: 0, until: ms(500_000 + number).count)
      if number % 1024 == 0 { events.sweep(clients: 1) { _ in 0 } }
    }
    #expect(events.pendingCount < 4000)
  }

  @Test("keep no memory of cancelled waits")
  func waits() throws {
    var events = ChainLoadEvents(
      until: Instant(ms(1_000_000)), horizon: Instant(ms(1_000_000)), timeouts: 0)
    var (awaited, most) = (UInt64(0), 0)
    for number in 1...100_000 as ClosedRange<Int64> {
      awaited = events.wake(0, at: Instant(ms(900_000 - number)))
      if number % 1024 == 0 { events.sweep(clients: 1) { _ in awaited } }
      most = max(most, events.pendingCount)
    }
    #expect(most < 4000)
    events.sweep(clients: 1) { _ in awaited }
    while let (at, event) = events.next(expecting: { _ in }, { _ in }) {
      guard case .client(0, awaited) = event else { continue }
      #expect(at == Instant(ms(800_000)))
      awaited = 0
    }
    #expect(awaited == 0)
  }

  @Test("state which features of a load require stages")
  func obstacles() throws {
    let server = try Server("server", service: .constant(ms(1)))
    let served = Source.operation(try Operation("fetch", on: .server(server)))
    let computed = Faults.computed(.timeout) { (_, _) throws(Fault) in 0.5 }
    let cases: [(source: Source, words: String?)] = [
      (served, nil), (.operation(try Operation("alone")), nil),
      (try served.retry(attempts: 3).timeout(ms(5)).map { value, _ in value }, nil),
      (.just(1), "'just' requires it"), (served.merge(served), "'merge' requires it"),
      (served.retry(), "a call may make more than 12498 attempts"),
      (
        try served.retry(attempts: 200).retry(attempts: 200),
        "a call may make more than 9998 attempts"
      ),
      (served.retryWhen { $0.delay(ms(10)) }, "closures run during the call"),
      (
        .operation(try Operation("fails", faults: computed, on: .server(server))),
        "closures run during the call"
      ),
      (
        .operation(try Operation("air", on: .channel(Channel("air", slot: ms(1))))),
        "calls share a server or channel"
      ),
    ]
    for row in cases {
      let load = try Load(row.source, .open(perSecond: 1), for: ms(10))
      let obstacle = LoadPlan(load, limits: Limits()).obstacle
      #expect(obstacle?.description == row.words, "\(row.source.name)")
    }
  }
}
