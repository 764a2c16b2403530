import RetryNumerics
import VirtualTime

/// The mixture of two log-normal distributions that is most likely, by expectation and maximization.
enum LognormalMixture {
  typealias Normal = LatencyLaw.Normal

  /// The least deviation of a part, so that none shrinks to a single duration.
  static let leastDeviation = 0.005
  private static let leastShare = 1e-4
  private static let mostSteps = 300

  static func fitted(to sample: LatencySample, from start: LatencyLaw?) -> LatencyLaw? {
    if case .mixture(let share, let first, let second)? = start {
      return improved(State(share: share, first: first, second: second), sample, steps: 60)?.law
    }
    let starts = [0.25, 0.5, 0.8, 0.95].compactMap { split(sample, at: $0) }
    let tried = starts.compactMap { improved($0, sample, steps: 15) }
    guard let best = tried.max(by: { $0.likelihood < $1.likelihood }) else { return nil }
    return improved(best.state, sample, steps: mostSteps)?.law
  }

  private struct State {
    var share: Double
    var first: Normal
    var second: Normal

    var law: LatencyLaw { .mixture(share: share, first, second) }
  }

  /// Sums of logarithms, weighted by how far they belong to a part.
  private struct Part {
    var (weight, sum, squares) = (0.0, 0.0, 0.0)

    mutating func add(_ weight: Double, _ logarithm: Double, _ square: Double) {
      self.weight += weight
      sum += weight * logarithm
      squares += weight * square
    }

    var normal: Normal? {
      guard weight > 0 else { return nil }
      let mean = sum / weight
      let variance = max(squares / weight - mean * mean, 0)
      return Normal(
        mean: mean, deviation: max(Elementary.squareRoot(variance), leastDeviation))
    }
  }

  /// Returns the state whose parts are the durations below and above a quantile.
  private static func split(_ sample: LatencySample, at share: Double) -> State? {
    let border = share * sample.count
    var (below, first, second) = (0.0, Part(), Part())
    var values = sample.points.map { ($0.logarithm, $0.logarithmSquare, $0.count) }
    for bounds in sample.bounds {
      let value = bounds.isOpen ? bounds.low * 1.5 : (bounds.low + bounds.high) / 2
      let logarithm = Elementary.logarithm(max(value, 1))
      values.append((logarithm, logarithm * logarithm, bounds.count))
    }
    values.sort { $0.0 < $1.0 }
    for (logarithm, square, count) in values {
      if below < border {
        first.add(count, logarithm, square)
      } else {
        second.add(count, logarithm, square)
      }
      below += count
    }
    guard let low = first.normal, let high = second.normal else { return nil }
    return State(share: first.weight / (first.weight + second.weight), first: low, second: high)
  }

  private static func improved(
    _ start: State, _ sample: LatencySample, steps: Int
  ) -> (state: State, law: LatencyLaw, likelihood: Double)? {
    var (state, last) = (start, -Double.infinity)
    for _ in 0..<steps {
      guard let (next, likelihood) = step(state, sample) else { return nil }
      state = next
      guard likelihood - last > 1e-5 else { break }
      last = likelihood
    }
    return (state, state.law, state.law.logLikelihood(sample))
  }

  /// Returns a state that is at least as likely, and the likelihood of the one before.
  private static func step(_ state: State, _ sample: LatencySample) -> (State, Double)? {
    var (first, second, likelihood) = (Part(), Part(), 0.0)
    for point in sample.points where point.count > 0 {
      let one = state.share * LatencyLaw.density(state.first, point.logarithm)
      let two = (1 - state.share) * LatencyLaw.density(state.second, point.logarithm)
      let sum = max(one + two, 1e-300)
      let part = point.count * (one / sum)
      first.add(part, point.logarithm, point.logarithmSquare)
      second.add(point.count - part, point.logarithm, point.logarithmSquare)
      likelihood += point.count * Elementary.logarithm(sum)
    }
    for bounds in sample.bounds where bounds.count > 0 {
      let one = Truncated(state.first, bounds)
      let two = Truncated(state.second, bounds)
      let (low, high) = (state.share * one.share, (1 - state.share) * two.share)
      let sum = max(low + high, 1e-300)
      first.add(bounds.count * low / sum, one.mean, one.square)
      second.add(bounds.count * high / sum, two.mean, two.square)
      likelihood += bounds.count * Elementary.logarithm(sum)
    }
    guard let one = first.normal, let two = second.normal else { return nil }
    let share = first.weight / (first.weight + second.weight)
    return (
      State(share: min(max(share, leastShare), 1 - leastShare), first: one, second: two),
      likelihood
    )
  }

  /// A normal distribution of logarithms between bounds.
  private struct Truncated {
    let share: Double
    var (mean, square): (Double, Double)

    init(_ normal: Normal, _ bounds: LatencySample.Bounds) {
      let a = bounds.low > 0 ? normal.standard(Elementary.logarithm(bounds.low)) : -40
      let b = bounds.isOpen ? 40 : normal.standard(Elementary.logarithm(bounds.high))
      share = NormalTail.between(a, b)
      guard share > 1e-280 else {
        // Far from the part, the nearest bound stands for all.
        let z = abs(a) < abs(b) ? a : b
        mean = normal.mean + normal.deviation * z
        square = mean * mean
        return
      }
      let (low, high) = (Elementary.normalDensity(a), Elementary.normalDensity(b))
      let shift = (low - high) / share
      let variance = max(1 + (a * low - b * high) / share - shift * shift, 0)
      mean = normal.mean + normal.deviation * shift
      square = mean * mean + normal.deviation * normal.deviation * variance
    }
  }
}
