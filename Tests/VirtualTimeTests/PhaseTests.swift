import RetryNumerics
import Testing
import VirtualTime

private func ms(_ count: Int64) -> Nanoseconds { Nanoseconds(count * 1_000_000) }

@Suite("Phases seen at a random moment")
struct PhaseTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let law: Distribution
    /// The mean of the rest, E[X²] / 2 E[X], in milliseconds.
    let rest: Double
  }

  static func rows() throws -> [Row] {
    [
      Row(testDescription: "constant", law: try .constant(ms(100)), rest: 50),
      Row(
        testDescription: "uniform", law: try .uniform(ms(0), ms(90)), rest: 90.0 * 90 / 3 / 90),
      Row(testDescription: "exponential", law: try .exponential(mean: ms(70)), rest: 70),
      Row(
        testDescription: "normal", law: try .normal(mean: ms(100), sd: ms(10)),
        rest: (100.0 * 100 + 10 * 10) / 200),
      // E[X²] / E[X] of a log-normal variable is median · exp(1.5 σ²).
      Row(
        testDescription: "lognormal", law: try .lognormal(median: ms(40), sigma: 0.5),
        rest: 40 * 1.454_991 / 2),
      // E[X²] / E[X] = m (a - 1) / (a - 2) for a shape a.
      Row(testDescription: "pareto", law: try .pareto(min: ms(20), shape: 5), rest: 20 * 4.0 / 6),
      Row(
        testDescription: "mixture",
        law: try .mixture([(0.9, .constant(ms(10))), (0.1, .constant(ms(110)))]),
        rest: (0.9 * 100 + 0.1 * 12100) / 2 / 20),
      // E[X²] / 2 E[X], with the variance of the exponential part alone.
      Row(
        testDescription: "a floor and an exponential",
        law: try .constant(ms(50)).plus(.exponential(mean: ms(70))),
        rest: (70.0 * 70 + 120 * 120) / 240),
      Row(
        testDescription: "two exponentials",
        law: try .exponential(mean: ms(50)).plus(.exponential(mean: ms(70))),
        rest: (50.0 * 50 + 70 * 70 + 120 * 120) / 240),
      Row(
        testDescription: "samples", law: try .empirical([ms(10), ms(20), ms(60)]),
        rest: (100.0 + 400 + 3600) / 2 / 90),
    ]
  }

  @Test("The rest of a phase has the mean of the theory", arguments: try rows())
  func rest(_ row: Row) {
    let count = 40_000
    let key = DrawKey(seed: 7, name: "phases")
    var (sum, squares) = (0.0, 0.0)
    for call in 0..<UInt64(count) {
      var draws = Draws(key, call: call, attempt: 0, purpose: .outage)
      let rest = Double(row.law.residual(using: &draws).count) / 1e6
      (sum, squares) = (sum + rest, squares + rest * rest)
    }
    let mean = sum / Double(count)
    let error = ((squares / Double(count) - mean * mean) / Double(count)).squareRoot()
    #expect(abs(mean - row.rest) < 4.5 * error, "\(mean) for \(row.rest), ± \(error)")
  }

  @Test("A scaled distribution has a scaled mean", arguments: try rows())
  func scaling(_ row: Row) {
    let scaled = row.law.scaled(by: 0.25).mean
    #expect(abs(scaled - 0.25 * row.law.mean) <= 1 + 1e-9 * row.law.mean)
  }
}
