import RetryNumerics

extension BurstModel {
  /// The bins that one pass may have; more requests are put together by time.
  private static let mostBins = 40_000

  /// Returns the most likely model of a series, and the bins that it was fitted to.
  static func fitted(
    to series: FailureSeries, isStopped: () -> Bool
  ) -> (model: BurstModel, bins: FailureBins)? {
    guard series.failures >= 10, series.length > 0 else { return nil }
    let width = series.count > mostBins ? series.length / Double(mostBins) : 0
    var bins = FailureBins(series, width: width)
    guard var model = improved(from: starts(series), bins, isStopped) else { return nil }
    if width > 0, model.bad < 20 * width {
      // Too coarse for bursts so short: fewer requests, but each at its own time.
      var part = series
      let end = min(series.count, 200_000)
      part.times = Array(series.times[..<end])
      part.fails = Array(series.fails[..<end])
      bins = FailureBins(part, width: 0)
      model = improved(from: [model], bins, isStopped) ?? model
    }
    return (model, bins)
  }

  private static func improved(
    from starts: [BurstModel], _ bins: FailureBins, _ isStopped: () -> Bool
  ) -> BurstModel? {
    var best: (model: BurstModel, likelihood: Double)?
    for start in starts {
      if isStopped() { return nil }
      let likelihood = start.logLikelihood(bins.bins)
      if best.map({ $0.likelihood < likelihood }) ?? true { best = (start, likelihood) }
    }
    guard let best else { return nil }
    let point = Simplex.minimum(
      from: best.model.point, step: 0.5, most: 180, precision: 1e-3, isStopped: isStopped
    ) { -BurstModel($0).logLikelihood(bins.bins) }
    let model = BurstModel(point)
    // The bad time is the one with more failures.
    guard model.goodShare > model.badShare else { return model }
    return BurstModel(
      good: model.bad, bad: model.good, goodShare: model.badShare, badShare: model.goodShare)
  }

  /// Models with bursts of lengths from a few requests to a part of the whole.
  private static func starts(_ series: FailureSeries) -> [BurstModel] {
    let (shortest, longest) = (
      3 * series.length / Double(series.count), series.length / 10
    )
    guard shortest < longest else { return [] }
    let step = Elementary.exponential(Elementary.logarithm(longest / shortest) / 7)
    var (starts, bad): ([BurstModel], Double) = ([], shortest)
    for _ in 0..<8 {
      for part in [0.02, 0.1, 0.3] {
        let goodShare = series.share * 0.2
        let badShare = min(0.95, (series.share - (1 - part) * goodShare) / part)
        starts.append(
          BurstModel(
            good: bad * (1 - part) / part, bad: bad, goodShare: goodShare, badShare: badShare))
      }
      bad *= step
    }
    return starts
  }

  /// Returns the standard deviations of the axes of the search, by the curvature of the likelihood.
  func deviations(_ bins: FailureBins) -> [Double]? {
    let (point, step) = (self.point, 0.05)
    let value = { (first: Int, one: Double, second: Int, two: Double) -> Double in
      var moved = point
      moved[first] += one
      moved[second] += two
      return -BurstModel(moved).logLikelihood(bins.bins)
    }
    let count = point.count
    let middle = -logLikelihood(bins.bins)
    var matrix = Array(repeating: [Double](repeating: 0, count: count), count: count)
    for first in 0..<count {
      for second in first..<count {
        let curvature: Double
        if first == second {
          let up = value(first, step, first, 0)
          let down = value(first, -step, first, 0)
          curvature = (up + down - 2 * middle) / (step * step)
        } else {
          let same = value(first, step, second, step) + value(first, -step, second, -step)
          let other = value(first, step, second, -step) + value(first, -step, second, step)
          curvature = (same - other) / (4 * step * step)
        }
        matrix[first][second] = curvature
        matrix[second][first] = curvature
      }
      // An axis on which nothing changes, such as a share of nearly zero, must not spoil the others.
      matrix[first][first] += 1e-3
    }
    return Matrix.inverseDiagonal(matrix)?.map { Elementary.squareRoot(max($0, 0)) }
  }
}

/// Small square matrices.
private enum Matrix {
  /// Returns the diagonal of the inverse, by the method of Gauss and Jordan.
  static func inverseDiagonal(_ matrix: [[Double]]) -> [Double]? {
    let count = matrix.count
    var rows = matrix.enumerated().map { index, row in
      row + (0..<count).map { $0 == index ? 1 : 0 }
    }
    for column in 0..<count {
      guard
        let pivot = (column..<count).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
        abs(rows[pivot][column]) > 1e-12
      else { return nil }
      rows.swapAt(pivot, column)
      let scale = rows[column][column]
      rows[column] = rows[column].map { $0 / scale }
      for row in 0..<count where row != column {
        let factor = rows[row][column]
        guard factor != 0 else { continue }
        for place in rows[row].indices { rows[row][place] -= factor * rows[column][place] }
      }
    }
    return (0..<count).map { rows[$0][count + $0] }
  }
}
