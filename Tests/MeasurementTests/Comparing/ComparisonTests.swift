import Simulation
import Testing

@testable import Measurement

@Suite("Comparison")
struct ComparisonTests {
  static let trials = Trials(calls: 0..<2000, seed: 3)

  @Test("each row equals the strategy's own measurement, and the differences are between rows")
  func rows() throws {
    let sources = [try fetch(fails: 0.3), try fetch(fails: 0.3).retry(jittered(3))]
    let rows = Self.trials.compare(sources).rows
    for (row, source) in zip(rows, sources) {
      #expect(row.measured == Self.trials.measure(source))
    }
    let (plain, patient) = (rows[0], rows[1])
    let gain = try #require(patient.successRate)
    let (before, after) = (plain.measured.outcomes.success, patient.measured.outcomes.success)
    #expect(patient.gained - patient.lost == after - before)
    #expect(gain.isSignificant && gain.countNeeded == nil && gain.estimate.low > 0.2)
    let slower = try #require(patient.meanLatency?.estimate)
    let means = [plain, patient].compactMap(\.measured.latency.mean)
    #expect(abs(slower.value - (means[1] - means[0])) < 1e-3)
    #expect(try #require(patient.meanAttempts).isSignificant)
    #expect(try #require(patient.meanWait).estimate.value > 0)
  }

  @Test(
    "all strategies meet the same faults, so a retry never loses a call that succeeds without it")
  func commonChance() throws {
    let sources = [try fetch(fails: 0.3), try fetch(fails: 0.3).retry(jittered(3))]
    #expect(Self.trials.compare(sources).rows[1].lost == 0)
  }

  @Test("gained and lost calls are counted over all calls, on any number of threads")
  func both() throws {
    let half = Source.operation(
      try Operation("other", faults: .rates(FaultRates(0.5, of: .timeout))))
    for threads in [1, 3] {
      let row = Self.trials.on(threads: threads).compare([try fetch(fails: 0.5), half]).rows[1]
      // Two operations draw each for themselves: a quarter of the calls comes out either way.
      #expect((400...600).contains(row.gained) && (400...600).contains(row.lost))
    }
  }

  @Test("a strategy does not differ from itself, whatever the number of calls")
  func same() throws {
    let source = try fetch(fails: 0.3).retry(jittered(3))
    let comparison = Self.trials.compare([source, source])
    let row = comparison.rows[1]
    let differences = [
      row.successRate, row.meanLatency, row.meanAttempts, row.meanWait,
      comparison.latencies(at: 0.5)[1],
    ]
    for difference in differences {
      let difference = try #require(difference)
      #expect(!difference.isSignificant && difference.estimate.value == 0)
      #expect(difference.countNeeded == nil)
    }
  }

  @Test("a small difference requires more calls, and becomes significant with about that many")
  func countNeeded() throws {
    let sources = [try fetch(fails: 0.3), try fetch(fails: 0.29)]
    let short = Self.trials.over(0..<100).compare(sources).rows[1]
    let needed = try #require(Difference(gained: 1, lost: 0, of: 100)?.countNeeded)
    #expect(needed > 500 && needed < 2500)
    // What was made did not show it, however small the number that the variance asks for.
    let few = try #require(Difference(2, batches: [1, 3], calls: 2)?.countNeeded)
    #expect(few > 2)
    #expect(!(try #require(short.successRate).isSignificant))
    #expect(try #require(Self.trials.compare(sources).rows[1].successRate).isSignificant)
  }

  @Test("threads and partitions do not matter")
  func partitions() throws {
    let sources = [try fetch(fails: 0.3), try fetch(fails: 0.3).retry(jittered(3))]
    let whole = Self.trials.on(threads: 1).compare(sources)
    #expect(Self.trials.on(threads: 2).compare(sources) == whole)
    let left = Self.trials.over(0..<777).compare(sources)
    let right = Self.trials.over(777..<2000).compare(sources)
    #expect(left.merged(with: right) == whole && right.merged(with: left) == whole)
  }

  @Test("batches of any size merge alike, and small ones take little memory")
  func batches() throws {
    let source = try fetch(fails: 0.3)
    let whole = Self.trials.over(0..<66_000).compare([source])
    let (left, right) = (
      Self.trials.over(0..<6000).compare([source]),
      Self.trials.over(6000..<66_000).compare([source])
    )
    #expect(left.merged(with: right) == whole && right.merged(with: left) == whole)
    #expect(right.merged(with: left).hashValue == whole.hashValue)
    #expect(left.bytes < 1_000_000)
  }

  @Test("a quantile is compared only if each batch has enough calls beyond it")
  func quantiles() throws {
    let sources = [try fetch(fails: 0.3), try fetch(fails: 0.3).retry(jittered(3))]
    let comparison = Self.trials.compare(sources)
    #expect(comparison.latencies(at: 0.99)[1] == nil)
    let median = try #require(comparison.latencies(at: 0.5)[1])
    #expect(median.isSignificant && median.estimate.value > 0)
  }

  @Test(
    "Student's distribution widens the interval of few batches",
    arguments: [(10, 2.2281), (31, 2.0395)])
  func student(freedom: Int, width: Double) {
    #expect(abs(Estimate.student(freedom) - width) < 0.001)
  }
}
