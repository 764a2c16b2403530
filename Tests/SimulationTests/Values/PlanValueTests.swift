import Retry
import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

@Suite("Values of plans and of their results")
struct PlanValueTests {
  @Test("the patient person is the one who answers every question with retry, at once")
  func patient() throws {
    #expect(Person.patient == (try Person(retries: 1)))
  }

  @Test("a cache holds at most a million entries")
  func entries() throws {
    #expect(try SharedCache("pages", entries: 1_000_000).entries == 1_000_000)
    #expect(throws: InvalidArgument.self) { try SharedCache("pages", entries: 1_000_001) }
  }

  @Test("a limit is doubled, but not beyond its maximum")
  func doubled() {
    var limits = Limits()
    (limits.depth, limits.memory) = (300, 100)
    #expect(limits.moreDepth == 600 && limits.moreMemory == 200)
    (limits.depth, limits.memory) = (600, 10_000)
    #expect(limits.moreDepth == 1000 && limits.moreMemory == 16_384)
  }

  @Test("a tally whose cost is taken away is one that never had a cost")
  func noCost() {
    var tally = Tally()
    tally.cost = 5
    tally.cost = nil
    #expect(tally == Tally())
  }

  @Test(
    "a share that is none is named with two decimals",
    arguments: [(1.5025, "150.25%"), (1.05, "105%"), (-0.0005, "0.05%"), (1.2304, "123.04%")])
  func share(share: Double, text: String) {
    let error = #expect(throws: InvalidArgument.self) { try FaultRates(share) }
    let words = error.map { "\($0)" } ?? ""
    #expect(words.contains(text), "\(words)")
  }

  @Test("outages that begin at a fixed time are the trigger of a load that has only one of them")
  func trigger() throws {
    func trigger(_ period: Int64, _ length: Int64, from: Int64) throws -> Range<Nanoseconds>? {
      let outages = try Outages(.every(ms(period), for: ms(length), from: ms(from)))
      let fetch = Source.operation(
        try Operation("fetch", latency: .constant(ms(10)), outages: outages))
      return try Load(fetch, .open(perSecond: 10), for: ms(10_000)).trigger?.times
    }
    #expect(try trigger(8000, 500, from: 3000) == ms(3000)..<ms(3500))
    #expect(try trigger(7000, 500, from: 3000) == ms(3000)..<ms(3500))
    #expect(try trigger(6000, 500, from: 3000) == nil)
    #expect(try trigger(8000, 0, from: 3000) == nil)
    #expect(try trigger(8000, 500, from: 12_000) == nil)
  }

  @Test("the policy of a chain has the layers of its first source")
  func ownPolicy() throws {
    let fetch = Source.operation(try Operation("fetch", latency: .constant(ms(10))))
    let rules = RetryRules(attempts: 3)
    let chain = fetch.timeout(ms(20)).fallback(to: fetch.timeout(ms(30)))
      .retry(RetryStrategy(rules: rules)).timeout(ms(90))
    let own = try #require(chain.ownPolicy)
    let expected = RetryStrategy(rules: rules, inner: [.timeout(ms(20))], outer: [.timeout(ms(90))])
    #expect(own.strategy.inner.count == 1 && own.strategy.outer.count == 1)
    #expect("\(own.strategy.inner)" == "\(expected.inner)")
    #expect("\(own.strategy.outer)" == "\(expected.outer)")
    #expect(own.others == ["fallback"])
  }

  @Test("a trace counts the keys of its values against its memory")
  func keys() {
    var limits = Limits()
    limits.memory = 1
    func isCut(_ key: Int, _ text: Int) -> Bool {
      let value = Value.object([
        String(repeating: "k", count: key): .text(String(repeating: "t", count: text))
      ])
      return Machine(.just(value), seed: 1, limits: limits).trace().isCut
    }
    let half = limits.traceBytes / 2
    #expect(!isCut(1, half) && !isCut(half, 1))
    #expect(isCut(half, half) && isCut(2 * half, 1) && isCut(1, 2 * half))
  }

  @Test("a call of a load names the outages that it meets, in its own time")
  func disruptions() throws {
    let outages = try Outages(.during([Instant(ms(2000))..<Instant(ms(3000))]))
    let fetch = Source.operation(
      try Operation("fetch", latency: .constant(ms(10)), outages: outages))
    let patient = fetch.retry(
      RetryStrategy(rules: RetryRules(attempts: 2, backoff: .constant(.milliseconds(300)))))
    let load = try Load(patient, .closed(clients: 1, think: .constant(ms(490))), for: ms(5000))
    let trace = try #require(LoadSimulation(load, seed: 1).trace(call: 3))
    #expect(trace.disruptions.map(\.operation) == ["fetch"])
    #expect(trace.disruptions.map(\.times) == [Instant(ms(10))..<Instant(ms(1010))])
  }

  @Test("a slot of a channel is pending under the name of the channel")
  func slot() throws {
    let packet = Source.operation(
      try Operation("packet", on: .channel(Channel("air", slot: ms(10)))))
    let pending = Machine(packet, seed: 1).snapshot(call: 0, after: 1).pending
    #expect(pending.map(\.title) == ["air"] && pending.map(\.activity) == ["transmitting"])
  }

  @Test("a limiter says whether the next call passes, and how long it would wait otherwise")
  func limiter() throws {
    let limiter = Shared(
      "slow", RateLimiter.tokenBucket(1, per: .seconds(1), maximumWait: .seconds(9)))
    let source = Source.operation(try Operation("fetch", latency: .constant(ms(10))))
      .guarded(by: .rateLimiter(limiter))
    let machine = Machine(source.concat(source), seed: 1)
    let states = (1...2).map { machine.snapshot(call: 0, after: $0).memories.map(\.state) }
    #expect(states == [["the next call would wait 1s"], ["the next call would wait 1.99s"]])
    let idle = Machine(Source.timer(ms(1500)).concat(source), seed: 1)
    #expect(idle.snapshot(call: 0, after: 0).memories.map(\.state) == ["the next call passes"])
  }

  @Test("what is left of a budget is told in tenths as far as these are exact")
  func balances() {
    let texts = [0, 2.5, 7, 1e15.nextDown, 1e15].map(RetryBudget.State.text)
    #expect(texts == ["0", "2.5", "7", "999999999999999.8", "1000000000000000.0"])
  }

  @Test("an array without bounds begins with any capacity")
  func capacity() {
    for capacity in 0..<3 {
      var array = UnsafeArray<Int>(capacity: capacity)
      for number in 0..<10 { array.append(number) }
      #expect(array.count == 10)
    }
  }
}
