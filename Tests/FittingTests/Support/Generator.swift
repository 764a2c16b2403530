import Fitting
import MeasuredData
import RetryNumerics
import Testing
import VirtualTime

/// Durations of a known law, as a log would have them.
struct Generator: CustomTestStringConvertible, Sendable {
  /// What a log loses of them.
  enum Loss {
    case nothing
    /// Requests are cut off after a time.
    case limit(Double)
    /// Only counts between bounds are left.
    case buckets([Double])
    /// The clock has steps.
    case steps(Double)
  }

  let name: String
  let law: LatencyLaw
  var loss = Loss.nothing

  var testDescription: String { name }

  func spans(_ count: Int, seed: UInt64) -> [MeasuredSpan] {
    var draws = Draws(
      DrawKey(seed: seed, name: name), call: 0, attempt: 0, purpose: .closure)
    return (0..<count).map { _ in
      // In the middle of a step of the generator, which is never 0 or 1.
      span(law.quantile(draws.unit() + 0x1p-53))
    }
  }

  private func span(_ value: Double) -> MeasuredSpan {
    let rounded = { (value: Double) in Nanoseconds(rounding: value) }
    switch loss {
    case .nothing: return .exact(rounded(value))
    case .limit(let limit): return value > limit ? .atLeast(rounded(limit)) : .exact(rounded(value))
    case .steps(let step): return .exact(rounded((value / step).rounded() * step))
    case .buckets(let bounds):
      guard let place = bounds.firstIndex(where: { $0 >= value }) else {
        return .atLeast(rounded(bounds.last ?? 0))
      }
      return .between(rounded(place == 0 ? 0 : bounds[place - 1]), rounded(bounds[place]))
    }
  }

  private static let milliseconds = 1e6
  private static let usual = LatencyLaw.Normal(mean: 17.5, deviation: 0.4)

  static let all: [Generator] = [
    Generator(name: "exponential", law: .exponential(mean: 50 * milliseconds)),
    Generator(name: "lognormal", law: .lognormal(usual)),
    Generator(
      name: "lognormal with a heavy tail", law: .lognormal(.init(mean: 17.5, deviation: 1.2))),
    Generator(name: "gamma", law: .gamma(shape: 2.5, scale: 20 * milliseconds)),
    Generator(
      name: "gamma with many short ones", law: .gamma(shape: 0.7, scale: 40 * milliseconds)),
    Generator(name: "Weibull", law: .weibull(shape: 2, scale: 40 * milliseconds)),
    Generator(
      name: "Weibull with a heavy tail", law: .weibull(shape: 0.8, scale: 40 * milliseconds)),
    Generator(name: "Pareto", law: .pareto(least: 10 * milliseconds, shape: 2.2)),
    Generator(
      name: "mixture of a fast and a slow part",
      law: .mixture(
        share: 0.9, .init(mean: 17.5, deviation: 0.3), .init(mean: 20, deviation: 0.5))),
    Generator(
      name: "lognormal that is cut off", law: .lognormal(.init(mean: 17.5, deviation: 1)),
      loss: .limit(150 * milliseconds)),
    Generator(
      name: "lognormal in buckets", law: .lognormal(.init(mean: 17.5, deviation: 0.8)),
      loss: .buckets(
        [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000].map { $0 * milliseconds })),
    Generator(
      name: "no family",
      law: .empirical([
        .init(value: 10 * milliseconds, share: 0), .init(value: 12 * milliseconds, share: 0.5),
        .init(value: 40 * milliseconds, share: 0.9), .init(value: 90 * milliseconds, share: 1),
      ])),
  ]
}
