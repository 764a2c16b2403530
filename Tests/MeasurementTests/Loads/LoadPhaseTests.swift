import Retry
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@testable import Measurement

@Suite("The figures of a load before, during and after what disturbs it")
struct LoadPhaseTests {
  private func load(_ outages: Outages, warmup: Nanoseconds = .zero) throws -> Load {
    let call = Source.operation(
      try Operation("call", latency: .constant(ms(20)), outages: outages))
    let retried = call.retry(
      RetryStrategy(
        rules: RetryRules(attempts: 3, backoff: .constant(.milliseconds(700)))))
    return try Load(
      retried, .open(perSecond: 50), for: ms(40_000), warmup: warmup,
      drain: ms(5000))
  }

  private var during: OnOffProcess { .during([Instant(ms(10_000))..<Instant(ms(15_000))]) }

  @Test("the phases add up to the measured load", arguments: [0, 5_000, 12_000])
  func sums(warmup: Int64) throws {
    let load = try load(Outages(during), warmup: ms(warmup))
    for path in [MeasurementPath?.none, .engine] {
      let run = LoadMeasurement(load, seed: 3, path: path)
      let phases = run.record.phases.values
      let total = try #require(run.total)
      #expect(phases.reduce(.zero) { $0 + $1.length } == total.length)
      #expect(phases.reduce(0) { $0 + $1.begun } == total.begun)
      #expect(phases.reduce(0) { $0 + $1.attempts } == total.attempts)
      #expect(phases.map(\.busiest).max() == run.record.busiest)
      #expect(phases.reduce(0) { $0 + $1.succeeded } == run.calls.outcomes.success)
    }
  }

  @Test("a call belongs to the phase in which it began, wherever it ends")
  func beginnings() throws {
    let run = LoadMeasurement(try load(Outages(during)), seed: 3)
    let phases = run.record.phases
    let (before, after) = (try #require(phases[.before]), try #require(phases[.after]))
    let during = try #require(phases[.during])
    #expect(before.succeeded == before.begun && after.succeeded == after.begun)
    // Three attempts in 1.46 s, so that only calls of the last seconds outlast it.
    let share = Double(during.succeeded) / Double(during.begun)
    #expect(share > 0.2 && share < 0.36)
    #expect(during.busiest > 2 * before.busiest)
  }

  @Test("an outage at random has phases where it was, and the same on every path")
  func random() throws {
    let outages = try Outages(
      .every(.exponential(mean: ms(9000)), for: .exponential(mean: ms(1500))),
      failing: FaultRates(0.8, of: .outage))
    let load = try load(outages)
    let run = LoadMeasurement(load, seed: 5)
    #expect(run.record.phases == LoadMeasurement(load, seed: 5, path: .engine).record.phases)
    let during = try #require(run.record.phases[.during])
    #expect(Double(during.attempts) / Double(during.begun) > 1.2)
  }

  @Test("a period with one outage in the load has an end to recover from")
  func recovery() throws {
    let once = try load(Outages(.every(ms(60_000), for: ms(5_000), from: ms(10_000))))
    #expect(once.trigger?.times == ms(10_000)..<ms(15_000))
    let often = try load(Outages(.every(ms(20_000), for: ms(5_000), from: ms(10_000))))
    #expect(often.trigger == nil)
  }

  @Test("an outage after the end of a load does not disturb it")
  func late() throws {
    let outages = try Outages(.during([Instant(ms(50_000))..<Instant(ms(60_000))]))
    #expect(LoadMeasurement(try load(outages), seed: 1).record.phases.isEmpty)
  }

  @Test("a load without disturbance has no phases")
  func undisturbed() throws {
    #expect(LoadMeasurement(try load(Outages(.during([]))), seed: 1).record.phases.isEmpty)
  }
}
