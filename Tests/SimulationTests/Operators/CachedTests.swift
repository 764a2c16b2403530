import Simulation
import Testing
import VirtualTime

@Suite("Cache")
struct CachedTests {
  static let failing = Source.timer(ms(20)).flatMap { _ in .fail(Fault("down")) }

  @Test("a fresh entry is served without an attempt")
  func fresh() throws {
    let source = try Self.failing.cached(CacheContents(fresh: 1, stale: 0, value: 7))
    #expect(play(source).marbles == "(7|)")
  }

  @Test("a stale entry is served if the source fails")
  func stale() throws {
    let source = try Self.failing.cached(CacheContents(value: 7))
    #expect(play(source).marbles == "--(7|)")
  }

  @Test("without an entry the error remains")
  func absent() throws {
    let source = try Self.failing.cached(CacheContents(fresh: 0, stale: 0, value: 7))
    #expect(play(source).marbles == "--#")
  }

  @Test("an answer of the source is preferred to a stale entry")
  func success() throws {
    #expect(play(try marbles("--1|").cached(CacheContents(value: 7))).marbles == "--1|")
  }

  @Test("stale entries are counted, and nothing else")
  func counts() throws {
    let stale = try Self.failing.cached(CacheContents(value: 7))
    let fresh = try Self.failing.cached(CacheContents(fresh: 1, stale: 0, value: 7))
    let answered = try marbles("--1|").cached(CacheContents(value: 7))
    let sources: [Source] = [stale, fresh, answered, stale.merge(stale)]
    let counts = sources.map { Machine($0, seed: 1).run().tally.stale }
    #expect(counts == [1, 0, 0, 2])
  }

  @Test("the shares are those of many calls")
  func shares() throws {
    let source = try Self.failing.cached(CacheContents(fresh: 0.2, stale: 0.5, value: 7))
    let machine = Machine(source, seed: 5)
    var counts: [String: Int] = [:]
    for call in 0..<10_000 {
      let result = machine.run(call: UInt64(call))
      let kind =
        result.outcome == .success(7) ? (result.duration == ms(0) ? "fresh" : "stale") : "none"
      counts[kind, default: 0] += 1
    }
    #expect(abs((counts["fresh"] ?? 0) - 2000) < 160)
    #expect(abs((counts["stale"] ?? 0) - 5000) < 200)
  }

  @Test(
    "invalid shares are rejected",
    arguments: [(-0.1, 0.5), (.nan, 0.0), (0.6, 0.6), (0.0, 1.5), (0.0, -.infinity)]
      as [(Double, Double)])
  func refusals(fresh: Double, stale: Double) {
    #expect(throws: InvalidArgument.self) {
      try CacheContents(fresh: fresh, stale: stale, value: 1)
    }
  }
}
