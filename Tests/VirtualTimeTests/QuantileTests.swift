import RetryNumerics
import Testing
import VirtualTime

@Suite("Quantiles of distributions")
struct QuantileTests {
  @Test("the share of draws below a quantile is correct")
  func quantiles() throws {
    let constant = try Distribution.constant(Nanoseconds(7))
    #expect(constant.quantile(0.3) == Nanoseconds(7))
    let uniform = try Distribution.uniform(Nanoseconds(1000), Nanoseconds(2000))
    for (share, span) in [(-1, 1000), (0, 1000), (0.25, 1250), (0.5, 1500), (1, 2000), (2, 2000)] {
      let quantile = try #require(uniform.quantile(share))
      #expect(abs(quantile.count - Int64(span)) <= 1, "\(share)")
    }
    let exponential = try Distribution.exponential(mean: Nanoseconds(1_000_000))
    #expect(try #require(exponential.quantile(0.5)).count == 693_147)
  }

  @Test("a distribution without a formula has no quantile")
  func none() throws {
    let constant = try Distribution.constant(Nanoseconds(7))
    #expect(try Distribution.mixture([(0.5, constant), (0.5, constant)]).quantile(0.5) == nil)
    #expect(try Distribution.empirical([Nanoseconds(7)]).quantile(0.5) == nil)
  }
}
