import Retry
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@testable import Measurement

/// The 95 % intervals over a thousand experiments each; about 950 of them must cover the truth.
///
/// With a true coverage of 95 %, fewer than 925 or more than 972 would be seen once in a thousand times.
@Suite("Coverage of intervals")
struct CoverageTests {
  static let experiments: UInt64 = 1000
  static let near = 925...972

  /// Returns the number of experiments in which a condition holds; each has its own calls.
  static func count(calls: UInt64, where holds: (Trials) throws -> Bool) rethrows -> Int {
    try (0..<experiments).count { number in
      let trials = Trials(calls: number * calls..<(number + 1) * calls, seed: 2024)
      return try holds(trials.on(threads: 1))
    }
  }

  /// Returns an operation that takes little time, whose histograms are small.
  private func fast(fails share: Double) throws -> Source {
    try fetch(fails: share, latency: .exponential(mean: Nanoseconds(500)))
  }

  @Test("the intervals of all figures with a theory have about the promised coverage")
  func figures() throws {
    let backoff = Backoff.exponential(initial: .nanoseconds(500)).fullJitter()
    let source = try fast(fails: 0.5).retry(
      RetryStrategy(rules: RetryRules(attempts: 4, backoff: backoff)))
    let exact = try #require(ClosedForm(source))
    var covered: [Verdict.Figure: Int] = [:]
    let together = Self.count(calls: 200) { trials in
      let measured = trials.measure(source)
      for verdict in exact.verdicts(on: measured, together: 1) where verdict.isInside {
        covered[verdict.figure, default: 0] += 1
      }
      return exact.verdicts(on: measured).allSatisfy(\.isInside)
    }
    #expect(covered.count == 4)
    for (figure, count) in covered { #expect(Self.near.contains(count), "\(figure): \(count)") }
    // Figures that go up and down with each other hold together more often than promised.
    #expect(together >= Self.near.lowerBound, "\(together)")
  }

  @Test("the intervals of paired differences have about the promised coverage")
  func differences() throws {
    let sources = [try fast(fails: 0.3), try fast(fails: 0.3).retry(attempts: 2)]
    let exact = try sources.map { try #require(ClosedForm($0)) }
    var covered = [0, 0, 0]
    _ = Self.count(calls: 200) { trials in
      let row = trials.compare(sources).rows[1]
      let truths: [(Difference?, Double?, Double?)] = [
        (row.successRate, exact[0].successRate, exact[1].successRate),
        (row.meanLatency, exact[0].meanLatency, exact[1].meanLatency),
        (row.meanAttempts, exact[0].meanAttempts, exact[1].meanAttempts),
      ]
      for (index, (difference, first, second)) in truths.enumerated() {
        guard let difference, let first, let second else { continue }
        if difference.estimate.covers(second - first) { covered[index] += 1 }
      }
      return true
    }
    for count in covered { #expect(Self.near.contains(count), "\(count)") }
  }

  @Test("the interval of a quantile's difference has about the promised coverage")
  func quantiles() throws {
    let sample = try [Int64(1000), 1200].map { try Distribution.exponential(mean: Nanoseconds($0)) }
    let key = DrawKey(seed: 9, name: "quantiles")
    // The median of an exponential time is ln 2 times its mean.
    let exact = 200 * Elementary.logarithm(2)
    let count = try Self.count(calls: 640) { trials in
      var batches = [BatchedHistogram(), BatchedHistogram()]
      var all = [Histogram(), Histogram()]
      for call in trials.calls {
        var draws = Draws(key, call: call, attempt: 0, purpose: .attempt)
        for index in 0...1 {
          let time = sample[index].sample(using: &draws).count
          batches[index].add(time, call: call)
          all[index].add(time)
        }
      }
      let quantiles = try zip(batches, all).map { try #require($0.quantiles(0.5, of: $1)) }
      return try #require(quantiles[1].difference(to: quantiles[0])).estimate.covers(exact)
    }
    #expect(Self.near.contains(count), "\(count)")
  }
}
