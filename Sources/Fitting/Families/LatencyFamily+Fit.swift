import RetryNumerics

extension LatencyFamily {
  /// Returns the law of the family that is most likely for a sample, starting from one that is near.
  func fitted(to sample: LatencySample, from start: LatencyLaw? = nil) -> LatencyLaw? {
    let sums = PointSums(sample)
    guard sample.count >= Double(max(parameters, 2)), let guess = Guess(sample, sums) else {
      return nil
    }
    switch self {
    case .exponential: return exponential(sample, sums, guess)
    case .lognormal: return lognormal(sample, sums, guess, start)
    case .gamma: return gamma(sample, sums, guess, start)
    case .weibull: return weibull(sample, sums, guess, start)
    case .pareto: return pareto(sample, sums)
    case .mixture: return LognormalMixture.fitted(to: sample, from: start)
    case .empirical: return EmpiricalKnots.law(of: sample)
    }
  }

  /// The mean and the logarithms of a sample, roughly.
  private struct Guess {
    var mean = 0.0
    var logarithm = 0.0
    var deviation = 0.0

    init?(_ sample: LatencySample, _ sums: PointSums) {
      var (count, sum, logarithms, squares) =
        (sums.count, sums.sum, sums.logarithms, sums.squares)
      for bounds in sample.bounds where bounds.count > 0 {
        let value = bounds.isOpen ? bounds.low * 1.5 : (bounds.low + bounds.high) / 2
        let logarithm = Elementary.logarithm(max(value, 1))
        count += bounds.count
        sum += value * bounds.count
        logarithms += logarithm * bounds.count
        squares += logarithm * logarithm * bounds.count
      }
      guard count > 0, sum > 0 else { return nil }
      (mean, logarithm) = (sum / count, logarithms / count)
      let variance = max(squares / count - logarithm * logarithm, 0)
      deviation = max(Elementary.squareRoot(variance), LognormalMixture.leastDeviation)
    }
  }

  private func exponential(
    _ sample: LatencySample, _ sums: PointSums, _ guess: Guess
  ) -> LatencyLaw {
    let bounded = sample.bounds.filter { !$0.isOpen && $0.count > 0 }
    // Durations that are open add their time and no event.
    let open = sample.bounds.reduce(0) { $0 + ($1.isOpen ? $1.low * $1.count : 0) }
    if bounded.isEmpty, sums.count > 0 { return .exponential(mean: (sums.sum + open) / sums.count) }
    let best = Simplex.minimum(from: [Elementary.logarithm(guess.mean)], step: 0.3) {
      -LatencyLaw.exponential(mean: positive($0[0])).logLikelihood(sample, sums)
    }
    return .exponential(mean: positive(best[0]))
  }

  private func lognormal(
    _ sample: LatencySample, _ sums: PointSums, _ guess: Guess, _ start: LatencyLaw?
  ) -> LatencyLaw {
    guard sample.bounds.contains(where: { $0.count > 0 }) else {
      return .lognormal(.init(mean: guess.logarithm, deviation: guess.deviation))
    }
    var point = [guess.logarithm, Elementary.logarithm(guess.deviation)]
    if case .lognormal(let normal)? = start {
      point = [normal.mean, Elementary.logarithm(normal.deviation)]
    }
    let law = { (point: [Double]) -> LatencyLaw in
      .lognormal(.init(mean: point[0], deviation: positive(point[1])))
    }
    return best(law, from: point, sample, sums)
  }

  private func gamma(
    _ sample: LatencySample, _ sums: PointSums, _ guess: Guess, _ start: LatencyLaw?
  ) -> LatencyLaw {
    // The shape from the distance between the logarithm of the mean and the mean of logarithms.
    let distance = max(Elementary.logarithm(guess.mean) - guess.logarithm, 1e-6)
    let root = Elementary.squareRoot((distance - 3) * (distance - 3) + 24 * distance)
    let shape = max((3 - distance + root) / (12 * distance), 1e-3)
    var point = [Elementary.logarithm(shape), Elementary.logarithm(guess.mean)]
    if case .gamma(let shape, let scale)? = start {
      point = [Elementary.logarithm(shape), Elementary.logarithm(shape * scale)]
    }
    // By its mean rather than its scale, which is nearly independent of the shape.
    let law = { (point: [Double]) -> LatencyLaw in
      let shape = positive(point[0])
      return .gamma(shape: shape, scale: positive(point[1]) / shape)
    }
    return best(law, from: point, sample, sums)
  }

  private func weibull(
    _ sample: LatencySample, _ sums: PointSums, _ guess: Guess, _ start: LatencyLaw?
  ) -> LatencyLaw {
    // The logarithm has the deviation π / √6 over the shape, and Euler's constant below its scale.
    let shape = min(1.2825 / guess.deviation, 1e4)
    var point = [Elementary.logarithm(shape), guess.logarithm + 0.5772 / shape]
    if case .weibull(let shape, let scale)? = start {
      point = [Elementary.logarithm(shape), Elementary.logarithm(scale)]
    }
    let law = { (point: [Double]) -> LatencyLaw in
      .weibull(shape: positive(point[0]), scale: positive(point[1]))
    }
    return best(law, from: point, sample, sums)
  }

  private func pareto(_ sample: LatencySample, _ sums: PointSums) -> LatencyLaw? {
    let lows =
      sample.points.filter { $0.count > 0 }.map(\.mean)
      + sample.bounds.filter { $0.count > 0 }.map { $0.low > 0 ? $0.low : $0.high / 2 }
    guard let least = lows.min(), least > 0 else { return nil }
    let open = sample.bounds.filter { $0.isOpen && $0.count > 0 }
    let logarithm = Elementary.logarithm(least)
    if sample.bounds.allSatisfy({ $0.isOpen || $0.count == 0 }) {
      let excess =
        open.reduce(sums.logarithms - sums.count * logarithm) { sum, bounds in
          sum + bounds.count * (Elementary.logarithm(max(bounds.low, least)) - logarithm)
        }
      guard excess > 0, sums.count > 1 else { return nil }
      return .pareto(least: least, shape: sums.count / excess)
    }
    let law = { (point: [Double]) -> LatencyLaw in
      .pareto(least: least, shape: positive(point[0]))
    }
    return best(law, from: [0], sample, sums)
  }

  private func best(
    _ law: ([Double]) -> LatencyLaw, from point: [Double], _ sample: LatencySample,
    _ sums: PointSums
  ) -> LatencyLaw {
    law(Simplex.minimum(from: point, step: 0.15) { -law($0).logLikelihood(sample, sums) })
  }

  /// Returns a positive number for any, far from where arithmetic ends.
  private func positive(_ logarithm: Double) -> Double {
    Elementary.exponential(min(max(logarithm, -60), 60))
  }
}
