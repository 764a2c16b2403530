import RetryNumerics
import Testing
import VirtualTime

@Suite("Distributions")
struct DistributionTests {
  @Test("the mean of the samples equals the theoretical mean", arguments: try Sampled.all())
  func moments(_ sampled: Sampled) {
    let count = 200_000
    let samples = sampled.samples(count).map { Double($0.count) / 1e6 }
    let mean = samples.reduce(0, +) / Double(count)
    let error = sampled.deviation / Double(count).squareRoot()
    #expect(abs(mean - sampled.mean) <= 5 * error)
    #expect(abs(sampled.distribution.mean / 1e6 - sampled.mean) < 1e-9 * sampled.mean)
  }

  @Test("the right share of samples lies below a quantile", arguments: try Sampled.all())
  func quantiles(_ sampled: Sampled) {
    let count = 200_000.0
    let samples = sampled.samples(Int(count)).map { Double($0.count) / 1e6 }
    for (p, value) in sampled.quantiles {
      let error = 5 * (p * (1 - p) / count).squareRoot()
      let below = Double(samples.count { $0 < value * (1 - 1e-9) }) / count
      let upTo = Double(samples.count { $0 <= value * (1 + 1e-9) }) / count
      #expect(below - error <= p && p <= upTo + error)
    }
  }

  @Test("every sample lies within the bounds", arguments: try Sampled.all())
  func bounds(_ sampled: Sampled) {
    let range = sampled.distribution.minimum...sampled.distribution.maximum
    for sample in sampled.samples(20_000) { #expect(range.contains(sample)) }
  }
}
