import Retry
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@testable import Measurement

@Suite("Searching in loads")
struct LoadSearchTests {
  private static let trials = Trials(calls: 0..<1, seed: 7)

  private static func load() throws -> Load {
    let call = try LoadFigureTests.call(LoadFigureTests.server(queue: 5)).timeout(ms(60))
    return try Load(
      call.retry(attempts: 3), .open(perSecond: 110), for: ms(10_000), drain: ms(10_000))
  }

  private static func calls(_ load: Load) -> [CallResult] {
    var calls: [CallResult] = []
    var unended: [CallResult] = []
    _ = LoadSimulation(load, seed: 7).run({ calls.append($0) }, unended: { unended.append($0) })
    calls += unended
    return calls
  }

  @Test(
    "finds the calls of the run, on chains and on stages",
    arguments: [nil, .engine] as [MeasurementPath?])
  func found(path: MeasurementPath?) throws {
    var trials = Self.trials
    trials.path = path
    let load = try Self.load()
    let wanted = Self.calls(load).filter { $0.tally.attempts > 1 }
    let found = trials.find(.load(load), first: 5) { $0.tally.attempts > 1 }
    #expect(found.calls == Array(wanted.map(\.call).sorted().prefix(5)))
    #expect(found.count == UInt64(wanted.count) && wanted.count > 50)
    #expect(found.searched == UInt64(Self.calls(load).count) && !found.isPartial)
  }

  @Test("finds the slowest calls, and those at a percentile")
  func slow() throws {
    let load = try Self.load()
    let calls = Self.calls(load)
    let longest = Self.trials.longestCalls(of: .load(load), count: 3)
    let durations = calls.map(\.duration).sorted(by: >)
    #expect(longest.map(\.duration) == Array(durations.prefix(3)))
    for share in [0.1, 0.5, 0.99] {
      let found = try #require(Self.trials.call(of: .load(load), at: share))
      let rank = Int(Histogram.rank(share, of: UInt64(calls.count)))
      #expect(found.duration == durations.reversed()[rank - 1])
      #expect(calls.first { $0.call == found.call }?.duration == found.duration)
    }
  }
}
