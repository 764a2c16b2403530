import RetryNumerics
import Simulation
import Testing
import VirtualTime

@testable import Measurement

@Suite("Calls that go one way")
struct ChainTests {
  /// What calls come to, one by one.
  private static func results(_ source: Source, _ trials: Trials) -> [CallResult] {
    var results: [CallResult] = []
    _ = trials.caller(of: source).forEach(trials.calls) { results.append($0) }
    return results
  }

  @Test("they come to what the engine comes to, call by call", arguments: 0..<12 as Range<UInt64>)
  func sameAsEngine(part: UInt64) throws {
    var followed = 0
    for seed in part * 150..<(part + 1) * 150 {
      var random = RandomChain(seed: seed)
      let source = try random.source()
      var limits = Limits()
      // Some retry for ever, and what is stopped must be stopped alike.
      limits.events = 400
      var trials = Trials(calls: 0..<40, seed: seed)
      trials.limits = limits
      let way = trials.way(of: source)
      #expect(
        way.path == .chain || way.path == .vector || way.reason?.hasPrefix("two draw") == true)
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
}
