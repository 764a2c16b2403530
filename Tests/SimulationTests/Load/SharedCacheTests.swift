import Retry
import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

@Suite("A cache that calls share")
struct SharedCacheTests {
  private func draws(_ seed: UInt64) -> Draws {
    Draws(DrawKey(seed: seed, name: "cache"), call: 0, attempt: 0, purpose: .closure)
  }

  /// The obvious cache: a list in the order of use.
  private struct Model {
    let cache: SharedCache
    var entries: [(key: UInt64, value: Value, stored: Instant)] = []
    var isCleared = false

    mutating func look(_ key: UInt64, at now: Instant) -> CacheAnswer? {
      if let time = cache.cleared, !isCleared, now.sinceStart >= time {
        (isCleared, entries) = (true, [])
      }
      guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
      let age = now.nanoseconds(since: entries[index].stored)
      if age >= cache.lifetime { return age < cache.lifetime + cache.stale ? .stale : nil }
      entries.append(entries.remove(at: index))
      return .fresh
    }

    mutating func store(_ value: Value, for key: UInt64, at now: Instant) {
      entries.removeAll { $0.key == key }
      if entries.count == cache.entries { entries.removeFirst() }
      entries.append((key, value, now))
    }
  }

  @Test("answers as a list in the order of use would", arguments: 0..<30 as Range<UInt64>)
  func model(seed: UInt64) throws {
    var draws = draws(seed)
    func pick(_ count: Int) -> Int { Int(draws.next() % UInt64(count)) }
    let cache = try SharedCache(
      "pages", entries: 1 + pick(8), lifetime: pick(2) == 0 ? .never : ms(Int64(1 + pick(60))),
      stale: pick(2) == 0 ? .zero : ms(40), cleared: pick(3) == 0 ? ms(Int64(pick(900))) : nil)
    let running = RunningCache(cache)
    var (model, now, hits) = (Model(cache: cache), Instant.start, UInt64(0))
    for step in 0..<1000 {
      now = now.advanced(by: ms(Int64(pick(3))))
      let key = UInt64(pick(12))
      let found = running.look(key, at: now)
      let known = model.look(key, at: now)
      #expect(found?.answer == known, "step \(step)")
      if known == .fresh { hits += 1 }
      guard known != .fresh, pick(4) > 0 else { continue }
      running.store(.int(step), for: key, at: now)
      model.store(.int(step), for: key, at: now)
    }
    let figures = running.takeFigures(now)
    #expect(figures.hits == hits && figures.arrived == 1000)
    #expect(figures.present == model.entries.count)
  }

  private func fetch(_ script: [ScriptedAnswer] = []) throws -> Source {
    .operation(
      try Operation("fetch", latency: .constant(ms(100)), script: script, returns: .int(7)))
  }

  private func record(
    _ source: Source, keys: Keys? = nil, rate: Double = 20, for span: Nanoseconds = ms(20_000)
  ) throws -> (LoadRecord, [CallResult]) {
    let load = try Load(source, .rated(RateProfile(constant: rate), .steady), keys: keys, for: span)
    var results: [CallResult] = []
    let record = LoadSimulation(load, seed: 4).run { results.append($0) }
    return (record, results)
  }

  @Test("A hit is answered at once with the value that was kept, without an attempt")
  func hits() throws {
    let cache = try SharedCache("pages", entries: 9)
    let (record, results) = try record(fetch().cached(in: cache))
    // Calls come every 50 ms: the first two wait for the answer, which takes 100 ms.
    #expect(results.filter { $0.tally.attempts > 0 }.count == 2)
    #expect(results.allSatisfy { $0.outcome == .success(.int(7)) })
    #expect(results.filter { $0.duration == .zero }.count == results.count - 2)
    let figures = try #require(record.total(since: .zero)?.resources.first)
    #expect(figures.hits == figures.arrived - 2)
    // A single call finds the cache empty, each time.
    let machine = Machine(try fetch().cached(in: cache), seed: 1)
    #expect(machine.run(call: 0).duration == ms(100) && machine.run(call: 1).duration == ms(100))
  }

  @Test("A stale entry helps only where the source fails")
  func stale() throws {
    let failing = try fetch([
      ScriptedAnswer(.ok), ScriptedAnswer(.fault(.timeout), after: ms(100)),
    ])
    // The script belongs to a call, so that each call's first attempt succeeds and its second fails.
    let cache = try SharedCache("pages", entries: 9, lifetime: ms(150), stale: ms(60_000))
    let twice = Source.concat([
      failing.cached(in: cache), Source(.timer(ms(200))), failing.cached(in: cache),
    ])
    let trace = Machine(twice, seed: 1).trace()
    #expect(trace.result.outcome == .success(.int(7)))
    #expect(trace.events.contains { $0.kind == .served(.stale) })
    #expect(trace.result.tally.stale == 1)
  }

  @Test("Who gives up keeps nothing; a service goes on and keeps its answer")
  func leaving() throws {
    let db = try Server("db", service: .constant(ms(100)))
    let query = Source.operation(try Operation("query", on: .server(db)))
    let cache = try SharedCache("pages", entries: 9)
    let (alone, _) = try record(query.cached(in: cache).timeout(ms(50)), rate: 1)
    #expect(alone.total(since: .zero)?.succeeded == 0)
    let api = try Server("api", slots: 99, service: .constant(.zero))
    let page = Source.operation(
      try Operation("page", on: .server(api), calls: Backend(query.cached(in: cache))))
    let (kept, _) = try record(page.timeout(ms(50)), rate: 1)
    let total = try #require(kept.total(since: .zero))
    #expect(total.failed == 1 && total.succeeded == total.begun - 1)
  }

  @Test("Keys come as often as their law says", arguments: [0, 0.7, 1, 2.5])
  func laws(exponent: Double) throws {
    let keys = try Keys(20, exponent: exponent)
    var (draws, counts) = (draws(3), Array(repeating: 0.0, count: 20))
    let number = 100_000
    for _ in 0..<number { counts[Int(keys.key(uniform: draws.unit())) - 1] += 1 }
    let weights = (1...20).map {
      Elementary.exponential(-exponent * Elementary.logarithm(Double($0)))
    }
    let sum = weights.reduce(0, +)
    let chi = zip(counts, weights).reduce(0.0) { total, pair in
      let expected = pair.1 / sum * Double(number)
      return total + (pair.0 - expected) * (pair.0 - expected) / expected
    }
    // The 99.99th percentile for 19 degrees of freedom.
    #expect(chi < 51)
    #expect(keys.key(uniform: 0) == 1 && keys.key(uniform: 1 - 1e-16) <= 20)
  }

  @Test("All attempts of a call ask for the same key, and so do the services that it reaches")
  func attempts() throws {
    let cache = try SharedCache("pages", entries: 1000)
    let api = try Server("api", slots: 99, service: .constant(.zero))
    let page = Source.operation(
      try Operation(
        "page", faults: .rates(FaultRates(0.5)), on: .server(api),
        calls: Backend(fetch().cached(in: cache))))
    let retried = page.retry(RetryStrategy(rules: RetryRules(attempts: 20)))
    let (record, results) = try record(retried, keys: Keys(1_000_000), rate: 5)
    let figures = try #require(record.total(since: .zero))
    let asked = try #require(figures.resources.last)
    // Nearly a million keys: only retries of a call find what it has asked for before.
    let retries = results.reduce(0) { $0 + $1.tally.attempts - 1 }
    #expect(retries > 50 && asked.hits == UInt64(retries))
  }

  @Test("A table of rows conflicts where calls write to the same row")
  func rows() throws {
    let row = try Resource.row(VersionedRow("stock", hop: .constant(ms(10))))
    let source = Source.operation(try Operation("write", on: row))
    func refused(_ keys: Keys?) throws -> UInt64 {
      let load = try Load(
        source, .open(perSecond: 50), keys: keys, for: ms(60_000))
      return try #require(LoadSimulation(load, seed: 1).run().total(since: .zero)?.resources.first)
        .refused
    }
    let (one, hot, even) = try (
      refused(nil), refused(Keys(1000, exponent: 1)), refused(Keys(1000))
    )
    #expect(one > 5 * hot && hot > 5 * even)
    // One key is one row.
    #expect(try refused(Keys(1)) == one)
  }
}
