import Foundation
import RetryNumerics
import Testing
import VirtualTime

/// Returns a span of so many milliseconds.
private func ms(_ count: Int64) -> Nanoseconds { Nanoseconds(count * 1_000_000) }

/// One distribution of each kind, with the mean and the deviation of its closed form.
struct Sampled: Sendable, CustomTestStringConvertible {
  let name: String
  let distribution: Distribution
  let mean: Double
  let deviation: Double
  /// Some probabilities and the quantiles that belong to them.
  let quantiles: [(p: Double, value: Double)]
  var testDescription: String { name }

  /// Returns the first samples under a fixed seed.
  func samples(_ count: Int) -> [Nanoseconds] {
    var draws = Draws(DrawKey(seed: 7, name: name), call: 0, attempt: 0, purpose: .attempt)
    return (0..<count).map { _ in distribution.sample(using: &draws) }
  }

  static func all() throws -> [Sampled] { try bounded() + tailed() }

  private static func bounded() throws -> [Sampled] {
    let low = try Distribution.uniform(ms(50), ms(60))
    let high = try Distribution.constant(ms(2000))
    let mixture = try Distribution.mixture([(share: 0.95, low), (share: 0.05, high)])
    let spread = 0.95 * (55 * 55 + 100.0 / 12) + 0.05 * 2000 * 2000 - 152.25 * 152.25
    return [
      Sampled(
        name: "constant", distribution: try .constant(ms(5)), mean: 5, deviation: 0,
        quantiles: [(0.5, 5)]),
      Sampled(
        name: "uniform", distribution: try .uniform(ms(80), ms(120)), mean: 100,
        deviation: 40 / 12.0.squareRoot(), quantiles: [(0.25, 90), (0.99, 119.6)]),
      Sampled(
        name: "mixture", distribution: mixture, mean: 152.25, deviation: spread.squareRoot(),
        quantiles: [(0.475, 55), (0.96, 2000)]),
      Sampled(
        name: "empirical", distribution: try .empirical([ms(1), ms(2), ms(4), ms(9)]), mean: 4,
        deviation: 9.5.squareRoot(), quantiles: [(0.3, 2), (0.6, 4), (0.9, 9)]),
    ]
  }

  private static func tailed() throws -> [Sampled] {
    let sigma = log(900.0 / 80) / 2.3263478740408408
    let middle = 80 * exp(sigma * sigma / 2)
    // A variable around zero loses half of its mass to zero.
    let density = 1 / (2 * Double.pi).squareRoot()
    return [
      Sampled(
        name: "floor", distribution: try .exponential(mean: ms(100)).plus(.constant(ms(50))),
        mean: 150, deviation: 100, quantiles: [(0.5, 119.3147), (0.99, 510.517)]),
      Sampled(
        name: "exponential", distribution: try .exponential(mean: ms(100)), mean: 100,
        deviation: 100, quantiles: [(0.5, 69.3147), (0.99, 460.517)]),
      Sampled(
        name: "normal", distribution: try .normal(mean: ms(100), sd: ms(10)), mean: 100,
        deviation: 10, quantiles: [(0.5, 100), (0.975, 119.59964), (0.01, 76.73652)]),
      Sampled(
        name: "half normal", distribution: try .normal(mean: .zero, sd: ms(10)),
        mean: 10 * density, deviation: 10 * (0.5 - density * density).squareRoot(),
        quantiles: [(0.4, 0), (0.975, 19.59964)]),
      Sampled(
        name: "lognormal", distribution: try .lognormal(p50: ms(80), p99: ms(900)), mean: middle,
        deviation: middle * (exp(sigma * sigma) - 1).squareRoot(),
        quantiles: [(0.5, 80), (0.99, 900)]),
      Sampled(
        name: "pareto", distribution: try .pareto(min: ms(20), shape: 5), mean: 25,
        deviation: 20 * (5.0 / 48).squareRoot(), quantiles: [(0.5, 22.97397), (0.99, 50.23773)]),
    ]
  }
}
