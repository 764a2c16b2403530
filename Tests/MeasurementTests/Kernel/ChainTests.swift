import PlainLanes
import Retry
import RetryNumerics
import Simulation
import Synchronization
import Testing
import VirtualTime

@testable import Measurement

@Suite("Chains")
struct ChainTests {
  /// The results of calls, one by one.
  private static func results(_ source: Source, _ trials: Trials) -> [CallResult] {
    var results: [CallResult] = []
    _ = trials.caller(of: trials.inspectingPlan(source)).forEach(trials.calls) {
      results.append($0)
    }
    return results
  }

  @Test(
    "they give the same results as the engine, call by call", arguments: 0..<12 as Range<UInt64>)
  func sameAsEngine(part: UInt64) throws {
    var followed = 0
    for seed in part * 150..<(part + 1) * 150 {
      var random = RandomChain(seed: seed)
      let source = try random.source()
      var limits = Limits()
      // Some retry forever, and stopped calls must be stopped alike.
      limits.events = 400
      var trials = Trials(calls: 0..<40, seed: seed)
      trials.limits = limits
      // Half of the plans meet their fixed times at moments of their own.
      trials.spread = seed % 2 == 0 ? nil : ms(150)
      let way = trials.way(of: source)
      #expect(
        way.path == .chain || way.path == .vector || way.reason?.hasPrefix("two operations") == true
      )
      followed += way.reason == nil ? 1 : 0
      let fast = Self.results(source, trials)
      trials.path = .engine
      let slow = Self.results(source, trials)
      let difference = zip(fast, slow).first { $0 != $1 }
      #expect(difference == nil, "seed \(seed): \(random.words)")
      #expect(fast.count == slow.count)
    }
    #expect(followed > 130)
  }

  @Test("most calls are completed, and few are passed to the engine")
  func followed() throws {
    var (known, all) = (0, 0)
    for seed in 0..<300 as Range<UInt64> {
      var random = RandomChain(seed: seed)
      let source = try random.source()
      guard let chain = try? Chain(source, limits: Limits()) else { continue }
      let block = ChainBlock(
        chain, seed: seed, counting: FunctionCalls(limits: Limits(), nil), Loops.self)
      #expect(block.run(0..<40, nil))
      known += (0..<40).count { block.result(of: $0) != nil }
      all += 40
    }
    #expect(Double(known) > 0.8 * Double(all), "\(known) of \(all)")
  }

  @Test(
    "statistics and comparisons equal those of the engine, on any number of threads",
    arguments: 0..<40 as Range<UInt64>)
  func statistics(seed: UInt64) throws {
    var (random, other) = (RandomChain(seed: seed), RandomChain(seed: seed + 1000))
    let sources = [try random.source(), try other.source()]
    // The numbers of these calls do not have the same upper half.
    let first = seed % 2 == 0 ? UInt64(1) << 32 - 900 : 0
    var trials = Trials(calls: first..<first + 2500, seed: seed)
    trials.limits.events = 300
    trials.spread = seed % 4 < 2 ? nil : ms(150)
    let measured = trials.on(threads: 1).measure(sources[0])
    let compared = trials.on(threads: 1).compare(sources)
    #expect(trials.on(threads: 2).measure(sources[0]) == measured)
    #expect(trials.on(threads: 2).compare(sources) == compared)
    #expect(trials.over(first..<first + 1).measure(sources[0]).calls == 1)
    trials.path = .engine
    #expect(trials.measure(sources[0]) == measured, "\(random.words)")
    #expect(trials.compare(sources) == compared, "\(random.words); \(other.words)")
  }

  @Test("they stop when cancellation is requested")
  func interrupted() throws {
    let source = try fetch(fails: 1, latency: .constant(ms(1))).timeout(ms(6)).timeout(ms(5))
      .retry()
    let asked = Mutex(0)
    var trials = Trials(calls: 0..<1_000_000, seed: 1)
    trials.threads = 1
    trials.watch.isInterrupted = {
      asked.withLock { count in
        count += 1
        return count > 50
      }
    }
    #expect(trials.way(of: source).path == .chain)
    #expect(trials.measure(source).calls == 0)
    #expect(asked.withLock(\.self) < 60)
  }

  @Test("calls with concurrent or shared parts are passed to the engine")
  func obstacles() throws {
    let fetch = try fetch(fails: 0.5)
    let server = Resource.server(try Server("db", slots: 1, service: .constant(ms(1))))
    let rows: [(Source, String)] = [
      (fetch.retryWhen { $0.merge(.never) }, "'merge' requires it"),
      (fetch.retryWhen { .zip([$0, $0]) }, "'zip' requires it"),
      (fetch.retryWhen { .zip([$0, .range(1...2000)]) }, "'zip' requires it"),
      (fetch.retryWhen { _ in .timer(ms(1)) }, "'timer' requires it"),
      (fetch.retryWhen { $0.debounce(ms(1)) }, "'debounce' requires it"),
      (fetch.delay(ms(1)), "'delay' requires it"),
      (
        .operation(
          try Operation("fetch", script: (0..<501).map { ScriptedAnswer(.value(.int($0))) })),
        "attempts have too many possible outcomes"
      ),
      (.operation(try Operation("fetch", on: server)), "calls share a server or channel"),
      (
        .operation(try Operation("fetch", script: [ScriptedAnswer(synchronous: .ok)])),
        "an answer is synchronous"
      ),
      (
        .operation(try Operation("fetch", script: [ScriptedAnswer(.source(.never))])),
        "'never' requires it"
      ),
      (
        fetch.retry(
          RetryStrategy(rules: RetryRules(attempts: 3, question: RetryQuestion(after: 1)))),
        "a person is asked"
      ),
    ]
    for (source, reason) in rows {
      #expect(Trials(calls: 0..<1, seed: 1).singleWay(of: source).reason == reason)
    }
    var limits = Limits()
    limits.depth = 2
    let deep = fetch.timeout(ms(1)).retry()
    #expect((try? Chain(deep, limits: limits)) == nil)
    limits = Limits()
    limits.events = 20
    #expect((try? Chain(deep, limits: limits)) == nil)
  }
}
