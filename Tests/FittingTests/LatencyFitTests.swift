import Fitting
import MeasuredData
import Measurement
import RetryNumerics
import Testing

@Suite("The law of durations")
struct LatencyFitTests {
  @Test("has the true p99 in its interval, nearly always", arguments: Generator.all)
  func coverage(of generator: Generator) throws {
    var covered = 0
    for seed in 1...100 as ClosedRange<UInt64> {
      var effort = FitEffort()
      (effort.seed, effort.replicates, effort.mostTrials) = (seed, 60, 99)
      let sample = LatencySample(generator.spans(1000, seed: seed))
      let fit = try #require(LatencyFit(sample, effort))
      let p99 = try #require(fit.quantiles.first { $0.share == 0.99 })
      if p99.fitted.covers(generator.law.quantile(0.99)) { covered += 1 }
    }
    #expect(covered >= 90)
  }

  @Test("is of the family that made them", arguments: Generator.all.dropLast())
  func family(of generator: Generator) throws {
    let fit = try #require(LatencyFit(LatencySample(generator.spans(5000, seed: 7))))
    #expect(fit.law.family == generator.law.family)
    #expect(fit.reason == .leastCriterion)
    let median = fit.law.quantile(0.5) / generator.law.quantile(0.5)
    #expect(abs(median - 1) < 0.1)
  }

  @Test("is that of the durations themselves, where no family is near")
  func empirical() throws {
    let generator = try #require(Generator.all.last)
    let fit = try #require(LatencyFit(LatencySample(generator.spans(20_000, seed: 1))))
    guard case .empirical(let knots) = fit.law else {
      Issue.record("the law is \(fit.law.family)")
      return
    }
    #expect(knots.count <= 200)
    for share in [0.1, 0.4, 0.7, 0.85, 0.99] {
      #expect(abs(fit.law.quantile(share) / generator.law.quantile(share) - 1) < 0.03)
    }
    #expect(fit.law.quantile(1) <= fit.longest)
  }

  @Test("is not biased by requests that were cut off", arguments: [0.02, 0.1, 0.3])
  func censoring(share: Double) throws {
    let whole = LatencyLaw.lognormal(.init(mean: 17.5, deviation: 0.7))
    let generator = Generator(
      name: "cut off", law: whole, loss: .limit(whole.quantile(1 - share)))
    var (p50, p99) = (0.0, 0.0)
    let seeds = 20
    for seed in 1...seeds {
      let sample = LatencySample(generator.spans(2000, seed: UInt64(seed)))
      let fit = try #require(LatencyFit(sample))
      p50 += fit.law.quantile(0.5) / whole.quantile(0.5) / Double(seeds)
      p99 += fit.law.quantile(0.99) / whole.quantile(0.99) / Double(seeds)
    }
    #expect(abs(p50 - 1) < 0.02)
    #expect(abs(p99 - 1) < 0.06)
  }

  @Test("says where it goes beyond what was seen")
  func extrapolation() throws {
    let generator = Generator(
      name: "few", law: .lognormal(.init(mean: 17.5, deviation: 0.7)), loss: .limit(60e6))
    let fit = try #require(LatencyFit(LatencySample(generator.spans(300, seed: 2))))
    #expect(fit.quantiles.map(\.isExtrapolated) == [false, true, true])
    #expect(fit.quantiles.map { $0.measured == nil } == [false, true, true])
    #expect(fit.shareBeyond > 0)
    #expect(fit.openCount > 0)
  }

  @Test("has a tail of the shape that it was made with")
  func tail() throws {
    let pareto = Generator(name: "tail", law: .pareto(least: 10e6, shape: 2.2))
    let fit = try #require(LatencyFit(LatencySample(pareto.spans(20_000, seed: 1))))
    let tail = try #require(fit.tail)
    #expect(tail.isBelieved && tail.shape.covers(2.2))
    let other = Generator(name: "no tail", law: .weibull(shape: 3, scale: 40e6))
    let short = try #require(LatencyFit(LatencySample(other.spans(20_000, seed: 1))))
    #expect(short.tail.map { !$0.isBelieved } ?? true)
  }

  @Test("is found also with a clock of coarse steps")
  func steps() throws {
    let law = LatencyLaw.lognormal(.init(mean: 15.5, deviation: 0.5))
    let generator = Generator(name: "steps", law: law, loss: .steps(1e6))
    let fit = try #require(LatencyFit(LatencySample(generator.spans(20_000, seed: 3))))
    #expect(abs(fit.law.quantile(0.5) / law.quantile(0.5) - 1) < 0.03)
    #expect(abs(fit.law.quantile(0.99) / law.quantile(0.99) - 1) < 0.05)
  }

  @Test("is the same from the same seed, and whatever the order")
  func determinism() throws {
    let spans = Generator.all[8].spans(1000, seed: 5)
    let first = try #require(LatencyFit(LatencySample(spans)))
    #expect(LatencyFit(LatencySample(spans.reversed())) == first)
  }

  @Test("needs durations", arguments: [0, 1, 2, 5, 19])
  func few(count: Int) {
    let spans = (0..<count).map { MeasuredSpan.exact(Nanoseconds(Int64($0 + 1) * 1_000_000)) }
    let fit = LatencyFit(LatencySample(spans))
    #expect((fit == nil) == (count == 0))
    #expect(fit.map { $0.reason == .fewDurations } ?? true)
  }

  @Test("may be of durations that are all the same, or nothing, or endless")
  func extremes() {
    let same = [MeasuredSpan](repeating: .exact(Nanoseconds(5_000_000)), count: 100)
    let fit = LatencyFit(LatencySample(same))
    #expect(fit.map { abs($0.law.quantile(0.5) - 5e6) < 2 } ?? false)
    let nothing = [MeasuredSpan](repeating: .exact(.zero), count: 100)
    #expect(LatencyFit(LatencySample(nothing)).map { $0.law.quantile(0.5) <= 1 } ?? true)
    let open = [MeasuredSpan](repeating: .atLeast(Nanoseconds(5_000_000)), count: 100)
    #expect(LatencyFit(LatencySample(open)) == nil)
    let longest = [MeasuredSpan](repeating: .exact(.never), count: 30) + same
    #expect(LatencyFit(LatencySample(longest)) != nil)
  }
}
