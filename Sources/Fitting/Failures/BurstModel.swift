import RetryNumerics

/// Good and bad times in turn, each of an exponential length, in which requests fail with two shares.
struct BurstModel: Hashable {
  /// The mean lengths in seconds.
  var (good, bad): (Double, Double)
  /// How many of the requests fail in each.
  var (goodShare, badShare): (Double, Double)

  /// The share of time that is bad.
  var share: Double { bad / (good + bad) }

  /// The shares never rule out what was seen.
  private static let margin = 1e-7

  init(good: Double, bad: Double, goodShare: Double, badShare: Double) {
    (self.good, self.bad) = (max(good, 1e-9), max(bad, 1e-9))
    self.goodShare = min(max(goodShare, Self.margin), 1 - Self.margin)
    self.badShare = min(max(badShare, Self.margin), 1 - Self.margin)
  }

  /// Creates the model for a point of a search, whose axes have no ends.
  init(_ point: [Double]) {
    func span(_ logarithm: Double) -> Double {
      Elementary.exponential(min(max(logarithm, -20), 30))
    }
    func share(_ odds: Double) -> Double {
      1 / (1 + Elementary.exponential(min(max(-odds, -30), 30)))
    }
    self.init(
      good: span(point[0]), bad: span(point[1]), goodShare: share(point[2]),
      badShare: share(point[3]))
  }

  var point: [Double] {
    func odds(_ share: Double) -> Double { Elementary.logarithm(share / (1 - share)) }
    return [
      Elementary.logarithm(good), Elementary.logarithm(bad), odds(goodShare), odds(badShare),
    ]
  }
}

/// Requests of the same moment, or of moments that are not told apart.
struct FailureBins {
  struct Bin {
    /// Since the bin before, in seconds.
    let gap: Double
    let failures: Double
    let successes: Double
    let time: Double
  }

  let bins: [Bin]
  let width: Double

  init(_ series: FailureSeries, width: Double) {
    self.width = width
    var bins: [Bin] = []
    var (failures, successes, start, last) = (0.0, 0.0, 0.0, 0.0)
    func close() {
      guard failures + successes > 0 else { return }
      bins.append(Bin(gap: start - last, failures: failures, successes: successes, time: start))
      (last, failures, successes) = (start, 0, 0)
    }
    for (time, fails) in zip(series.times, series.fails) {
      if time > start + width {
        close()
        // On a grid, so that gaps are alike.
        start = width > 0 ? (time / width).rounded(.down) * width : time
      }
      if fails { failures += 1 } else { successes += 1 }
    }
    close()
    self.bins = bins
  }
}

extension BurstModel {
  /// The constants of one pass over the bins.
  private struct Pass {
    let rate: Double
    let share: Double
    let (goodFailure, goodSuccess, badFailure, badSuccess): (Double, Double, Double, Double)

    init(_ model: BurstModel) {
      rate = 1 / model.good + 1 / model.bad
      share = model.share
      goodFailure = Elementary.logarithm(model.goodShare)
      goodSuccess = Elementary.logarithm(1 - model.goodShare)
      badFailure = Elementary.logarithm(model.badShare)
      badSuccess = Elementary.logarithm(1 - model.badShare)
    }

    /// How far the state is forgotten after a time.
    func memory(_ gap: Double) -> Double { Elementary.exponential(max(-rate * gap, -700)) }

    /// Returns the logarithms of the probabilities of what a bin has, in good and bad times.
    func evidence(_ bin: FailureBins.Bin) -> (good: Double, bad: Double) {
      (
        bin.failures * goodFailure + bin.successes * goodSuccess,
        bin.failures * badFailure + bin.successes * badSuccess
      )
    }
  }

  func logLikelihood(_ bins: [FailureBins.Bin]) -> Double {
    let pass = Pass(self)
    var (bad, sum) = (pass.share, 0.0)
    // Most bins are equally far apart, so that the last memory serves again.
    var (gap, memory) = (-1.0, 1.0)
    for bin in bins {
      if abs(bin.gap - gap) > 1e-9 * gap { (gap, memory) = (bin.gap, pass.memory(bin.gap)) }
      let before = pass.share + (bad - pass.share) * memory
      let evidence = pass.evidence(bin)
      let odds = Elementary.exponential(min(max(evidence.bad - evidence.good, -600), 600))
      let total = max(before * odds + 1 - before, 1e-300)
      bad = before * odds / total
      sum += evidence.good + Elementary.logarithm(total)
    }
    return sum
  }

  /// Returns the probability that each bin lies in a bad time, given all of them.
  func badTimes(_ bins: [FailureBins.Bin]) -> [Double] {
    let pass = Pass(self)
    var (filtered, bad): ([Double], Double) = ([], pass.share)
    for bin in bins {
      let before = pass.share + (bad - pass.share) * pass.memory(bin.gap)
      let evidence = pass.evidence(bin)
      let odds = Elementary.exponential(min(max(evidence.bad - evidence.good, -600), 600))
      bad = before * odds / (before * odds + 1 - before)
      filtered.append(bad)
    }
    // What comes later, as the ratio of its probabilities from bad and from good times.
    var (result, ratio) = (filtered, 1.0)
    for index in bins.indices.reversed() {
      let bad = filtered[index]
      result[index] = bad * ratio / (bad * ratio + 1 - bad)
      let evidence = pass.evidence(bins[index])
      let odds = Elementary.exponential(min(max(evidence.bad - evidence.good, -300), 300)) * ratio
      let memory = pass.memory(bins[index].gap)
      let toBad = pass.share * (1 - memory)
      let fromBad = (toBad + memory) * odds + (1 - toBad - memory)
      let fromGood = toBad * odds + (1 - toBad)
      ratio = min(max(fromBad / fromGood, 1e-280), 1e280)
    }
    return result
  }
}
