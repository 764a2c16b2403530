package import MeasuredData
import RetryNumerics

extension LatencySample {
  /// The share of the durations beyond a cell that it may hold.
  private static let grain = 64
  /// Bounds that are told apart.
  private static let mostBounds = 2000

  /// Creates the sample of durations, some of which are counted.
  package init(_ spans: [MeasuredSpan], counted: [CountedSpan] = []) {
    var exact: [Int64] = []
    exact.reserveCapacity(spans.count)
    var others: [MeasuredSpan: Double] = [:]
    for span in spans {
      if span.isExact { exact.append(span.low.count) } else { others[span, default: 0] += 1 }
    }
    for entry in counted { others[entry.span, default: 0] += Double(entry.count) }
    exact.sort()
    // What is measured in coarse steps is known only up to a step.
    let step = Double(Self.step(of: exact))
    self.step = step
    let coarse = exact.partition { Double($0) >= 10 * step }
    for value in exact[..<coarse] { others[.exact(Nanoseconds(value)), default: 0] += 1 }
    let narrow = others.filter { Self.isNarrow($0.key) }
    points = Self.points(Array(exact[coarse...]))
    if !narrow.isEmpty {
      points += Self.points(narrow)
      points.sort { $0.high < $1.high }
    }
    bounds = Self.bounds(others.filter { narrow[$0.key] == nil }, step: step)
  }

  /// Returns the step in which all numbers are, at most a second.
  private static func step(of sorted: [Int64]) -> Int64 {
    var divisor: Int64 = 0
    for value in sorted where value > 0 {
      var (first, second) = (value, divisor)
      while second != 0 { (first, second) = (second, first % second) }
      divisor = first
      if divisor == 1 { break }
    }
    // One value alone has no step.
    return sorted.first == sorted.last ? 1 : min(max(divisor, 1), 1_000_000_000)
  }

  private static func points(_ sorted: [Int64]) -> [Point] {
    var points: [Point] = []
    var start = 0
    while start < sorted.count {
      let distance = min(start, sorted.count - start)
      var end = min(start + max(1, distance / grain), sorted.count)
      // Equal durations are never parted, so that the shares below each cell are exact.
      while end < sorted.count, sorted[end] == sorted[end - 1] { end += 1 }
      points.append(point(sorted[start..<end]))
      start = end
    }
    return points
  }

  /// Whether the bounds of a duration are so near that any value between them will do.
  private static func isNarrow(_ span: MeasuredSpan) -> Bool {
    !span.isExact && !span.isOpen && (span.high - span.low).count < span.low.count / 100
  }

  private static func points(_ narrow: [MeasuredSpan: Double]) -> [Point] {
    let all = narrow.values.reduce(0, +)
    var (points, below): ([Point], Double) = ([], 0)
    for (span, count) in narrow.sorted(by: { $0.key.low < $1.key.low }) {
      let value = (Double(span.low.count) + Double(span.high.count)) / 2
      let logarithm = Elementary.logarithm(value)
      let distance = min(below, all - below)
      if var last = points.last, last.count + count <= distance / Double(grain) {
        let part = count / (last.count + count)
        last.mean += (value - last.mean) * part
        last.logarithm += (logarithm - last.logarithm) * part
        last.logarithmSquare += (logarithm * logarithm - last.logarithmSquare) * part
        (last.high, last.count) = (Double(span.high.count), last.count + count)
        points[points.count - 1] = last
      } else {
        points.append(
          Point(
            mean: value, logarithm: logarithm, logarithmSquare: logarithm * logarithm,
            low: Double(span.low.count), high: Double(span.high.count), count: count))
      }
      below += count
    }
    return points
  }

  private static func point(_ values: ArraySlice<Int64>) -> Point {
    let count = Double(values.count)
    var point = Point(mean: 0, logarithm: 0, logarithmSquare: 0, low: 0, high: 0, count: count)
    for value in values {
      let logarithm = Elementary.logarithm(Double(value))
      point.mean += Double(value) / count
      point.logarithm += logarithm / count
      point.logarithmSquare += logarithm * logarithm / count
    }
    (point.low, point.high) = (Double(values.first ?? 0), Double(values.last ?? 0))
    return point
  }

  private static func bounds(_ others: [MeasuredSpan: Double], step: Double) -> [Bounds] {
    var bounds = others.map { span, count in
      let low = Double(span.low.count)
      if span.isExact {
        return Bounds(low: max(0, low - step / 2), high: max(low + step / 2, 1), count: count)
      }
      return Bounds(
        low: low, high: span.isOpen ? .infinity : max(Double(span.high.count), 1), count: count)
    }
    bounds.sort { ($0.high, $0.low) < ($1.high, $1.low) }
    return bounds.count <= mostBounds ? bounds : merged(bounds)
  }

  /// Joins neighbours, which loses less than dropping them.
  private static func merged(_ bounds: [Bounds]) -> [Bounds] {
    let size = (bounds.count + mostBounds - 1) / mostBounds
    return [true, false].flatMap { isOpen in
      let own = bounds.filter { $0.isOpen == isOpen }
      return stride(from: 0, to: own.count, by: size).map { start in
        let group = own[start..<min(start + size, own.count)]
        let count = group.reduce(0) { $0 + $1.count }
        let low = group.reduce(0) { $0 + $1.low * $1.count } / count
        let high = group.reduce(0) { max($0, $1.high) }
        return Bounds(low: low, high: high, count: count)
      }
    }
  }
}

extension LatencySample {
  /// Returns the same cells with other counts.
  func recounted(_ count: (Double) -> Double) -> LatencySample {
    var copy = self
    for index in points.indices { copy.points[index].count = count(points[index].count) }
    for index in bounds.indices { copy.bounds[index].count = count(bounds[index].count) }
    return copy
  }

  /// Returns a sample of the same size that is drawn from this one.
  func resampled(_ draws: inout some RandomNumberGenerator) -> LatencySample {
    recounted { draws.poisson($0) }
  }
}
