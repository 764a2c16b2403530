import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

@Suite("Lost answers, effects and costs")
struct SideEffectTests {
  private func results(_ source: Source, calls: UInt64 = 1, seed: UInt64 = 42) -> [CallResult] {
    let machine = Machine(source, seed: seed)
    return (0..<calls).map { machine.run(call: $0) }
  }

  /// Returns the probability of each number of effects, and of an effect without success, of attempts that fail with
  /// `f` and are lost with `p`, until one is heard or `n` have been made.
  private func exact(f: Double, p: Double, n: Int) -> (effects: [Double], unheard: Double) {
    var open = [1.0] + Array(repeating: 0, count: n)
    var heard = Array(repeating: 0.0, count: n + 1)
    for _ in 0..<n {
      var next = Array(repeating: 0.0, count: n + 1)
      for (effects, share) in open.enumerated() where share > 0 {
        next[effects] += share * f
        next[effects + 1] += share * (1 - f) * p
        heard[effects + 1] += share * (1 - f) * (1 - p)
      }
      open = next
    }
    return (zip(heard, open).map { $0 + $1 }, open.dropFirst().reduce(0, +))
  }

  @Test(
    "the number of effects follows from the shares of failures and losses",
    arguments: [(0, 0.1, 2), (0, 0.3, 4), (0.2, 0.1, 3), (0.5, 0.5, 5)] as [(Double, Double, Int)])
  func closedForm(f: Double, p: Double, n: Int) throws {
    let operation = try Operation(
      "pay", latency: .constant(ms(10)), faults: .rates(FaultRates(f)), lost: Losses(p),
      isIdempotent: false)
    let calls = UInt64(40_000)
    let results = results(
      try .operation(operation).timeout(ms(20)).retry(attempts: n), calls: calls)
    let (shares, unheard) = exact(f: f, p: p, n: n)
    // Without failures a call is charged twice if its first answer is lost.
    if f == 0 { #expect((shares.dropFirst(2).reduce(0, +) - p).magnitude < 1e-12) }
    func check(_ share: Double, _ name: String, _ holds: (CallResult) -> Bool) {
      let seen = Double(results.count(where: holds)) / Double(calls)
      let deviation = (share * (1 - share) / Double(calls)).squareRoot()
      #expect((seen - share).magnitude <= 4.5 * deviation + 1e-12, "\(name): \(seen), \(share)")
    }
    for (effects, share) in shares.enumerated() {
      check(share, "\(effects) effects") { $0.tally.effects == effects }
    }
    check(unheard, "unheard") {
      if case .success = $0.outcome { false } else { $0.tally.effects != 0 }
    }
  }

  @Test("an error may arrive in the place of a lost answer, after the effect")
  func errorAfterEffect() throws {
    let reset = Fault("reset")
    let losses = try Losses(FaultRates([(reset, 0.25), (.unspecified, 0.05)]))
    for resource in [nil, Resource.server(try Server("db", slots: 4, service: .constant(ms(5))))] {
      let pay = Source.operation(
        try Operation(
          "pay", latency: .constant(ms(10)), on: resource, lost: losses, isIdempotent: false))
      let results = results(pay.timeout(ms(100)), calls: 20_000)
      let resets = results.filter { $0.outcome == .failure(reset) }
      #expect(resets.allSatisfy { $0.tally.effects == 1 && $0.duration < ms(100) })
      #expect((Double(resets.count) / 20_000 - 0.25).magnitude < 0.015)
      let silent = results.count { $0.outcome == .failure(.timeout) }
      #expect((Double(silent) / 20_000 - 0.05).magnitude < 0.008)
    }
  }

  @Test("a lost answer is heard by nobody, so that only a timeout ends the attempt")
  func silence() throws {
    let pay = Source.operation(
      try Operation("pay", latency: .constant(ms(10)), lost: Losses(1), isIdempotent: false))
    #expect(results(pay)[0].outcome.word == "hung")
    let result = results(try pay.timeout(ms(30)).retry(attempts: 2))[0]
    #expect(result.outcome == .failure(.timeout) && result.duration == ms(60))
    #expect(result.tally.effects == 2 && result.tally.cost == nil)
  }

  @Test("an effect happens even if the timeout is shorter than the latency")
  func late() throws {
    let pay = Source.operation(
      try Operation("pay", latency: .constant(ms(100)), isIdempotent: false))
    let result = results(try pay.timeout(ms(30)).retry(attempts: 3))[0]
    #expect(result.outcome == .failure(.timeout) && result.tally.effects == 3)
  }

  @Test("a failure has no effect, and neither has an attempt in an outage")
  func failures() throws {
    let fails = try Operation("pay", faults: .rates(FaultRates(1)), isIdempotent: false)
    let down = try Operation(
      "pay", outages: Outages(.during([.start..<Instant(ms(1_000_000))])), isIdempotent: false)
    let scripted = try Operation(
      "pay", script: [.init(.fault(.timeout)), .init(.empty), .init(.never)], isIdempotent: false)
    for (operation, effects) in [(fails, 0), (down, 0), (scripted, 1)] {
      #expect(try results(.operation(operation).retry(attempts: 2))[0].tally.effects == effects)
    }
    #expect(results(.just(1))[0].tally.effects == nil)
  }

  @Test("at a server the effect happens unless the attempt is refused, fails or leaves the queue")
  func served() throws {
    func server(
      queue: Int? = nil, _ abandoned: Server.Abandoned = .served, fails: Double = 0
    ) throws -> Server {
      try Server(
        "db", service: .constant(ms(100)), queue: queue, abandoned: abandoned,
        faults: .rates(FaultRates(fails)))
    }
    // One attempt is in service until 100 ms; those that follow wait behind it and are given up every 30 ms.
    let cases: [(Server, Int)] = [
      (try server(), 3), (try server(queue: nil, .dropped), 1), (try server(queue: 0), 1),
      (try server(fails: 1), 0),
    ]
    for (server, effects) in cases {
      let pay = Source.operation(try Operation("pay", on: .server(server), isIdempotent: false))
      let result = results(try pay.timeout(ms(30)).retry(attempts: 3))[0]
      #expect(result.tally.effects == effects, "\(server)")
    }
    let lost = try Operation("pay", on: .server(server()), lost: Losses(1), isIdempotent: false)
    let result = results(try .operation(lost).timeout(ms(300)).retry(attempts: 2))[0]
    #expect(result.outcome == .failure(.timeout) && result.tally.effects == 2)
    let broken = try Operation("pay", on: .server(server(fails: 1)), lost: Losses(1))
    #expect(results(.operation(broken))[0].outcome == .failure(.unspecified))
  }

  @Test("counting changes no call, and a loss changes no other draw")
  func draws() throws {
    func results(_ operation: Operation) throws -> [CallResult] {
      try self.results(.operation(operation).timeout(ms(200)).retry(attempts: 3), calls: 500)
    }
    let faults = Faults.rates(try FaultRates(0.3))
    let latency = try Distribution.exponential(mean: ms(100))
    let plain = try results(Operation("pay", latency: latency, faults: faults))
    let counted = try results(
      Operation("pay", latency: latency, faults: faults, isIdempotent: false, cost: Price(0.5)))
    let lossy = try results(
      Operation("pay", latency: latency, faults: faults, lost: Losses(0.1), cost: Price(0.5)))
    for (plain, counted) in zip(plain, counted) {
      #expect(plain.outcome == counted.outcome && plain.duration == counted.duration)
      #expect(counted.tally.cost == Int64(counted.tally.attempts) * 500_000_000)
    }
    let same = zip(plain, lossy).count { $0.duration == $1.duration }
    #expect(same > 400 && same < 500)
  }

  @Test("faster paths refuse such operations, and impossible ones are refused by all")
  func obstacles() throws {
    let words = "lost answers, effects or costs are counted"
    for operation in try [
      Operation("pay", lost: Losses(0.1)), Operation("pay", isIdempotent: false),
      Operation("pay", cost: Price(0)),
    ] {
      let load = try Load(.operation(operation), .open(perSecond: 10), for: ms(100))
      #expect(LoadPlan(load, limits: Limits()).obstacle?.description == words)
      #expect(UniformChain(.operation(operation)) == nil)
    }
    let channel = Resource.channel(try Channel("air", slot: ms(1)))
    let cases: [(String, () throws -> Operation)] = [
      ("'lost' must be between 0% and 100%, not 120%", { try Operation("pay", lost: Losses(1.2)) }),
      ("a cost must be between 0 and 1000, not -1.0", { try Operation("pay", cost: Price(-1)) }),
      ("a cost must be between 0 and 1000, not nan", { try Operation("pay", cost: Price(.nan)) }),
      (
        "the effects of attempts on a channel are not counted",
        {
          try Operation("pay", on: channel, isIdempotent: false)
        }
      ),
    ]
    for (words, make) in cases {
      let error = #expect(throws: InvalidArgument.self) { try make() }
      #expect(error?.description == words)
    }
  }
}
