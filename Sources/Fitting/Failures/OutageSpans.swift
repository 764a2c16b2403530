import RetryNumerics

/// Spans of time in which nearly all requests fail.
enum OutageSpans {
  /// What a success takes from a span: with 95 % of failures, nothing is left.
  private static let loss = -19.0
  private static let fewest = 5

  struct Span: Hashable {
    let times: ClosedRange<Double>
    let failures: Int

    var length: Double { times.upperBound - times.lowerBound }
  }

  /// Returns the longest spans with at least 95 % of failures that chance would hardly make.
  ///
  /// They are the segments of greatest sum, all of which one pass finds (Ruzzo and Tompa, 1999).
  static func all(in series: FailureSeries) -> [Span] {
    let (share, count) = (series.share, Double(series.count))
    guard share > 0, share < 0.95 else { return [] }
    // A run of so many is expected once in a hundred logs.
    let needed = Elementary.logarithm(0.01 / count) / Elementary.logarithm(share)
    let least = max(Int(rounding: needed.rounded(.up)), fewest)
    return segments(of: series).compactMap { range in
      let failures = series.fails[range].reduce(0) { $0 + ($1 ? 1 : 0) }
      let times = series.times[range.lowerBound]...series.times[range.upperBound - 1]
      guard failures >= least, times.lowerBound < times.upperBound else { return nil }
      return Span(times: times, failures: failures)
    }
  }

  private struct Segment {
    let range: Range<Int>
    /// The sums before it, and up to its end.
    let (left, right): (Double, Double)
  }

  private static func segments(of series: FailureSeries) -> [Range<Int>] {
    // A segment that begins lower than all before it ends these: whatever comes later is joined to it first.
    var (ended, segments): ([Segment], [Segment]) = ([], [])
    var sum = 0.0
    for index in series.fails.indices {
      let before = sum
      sum += series.fails[index] ? 1 : loss
      guard series.fails[index] else { continue }
      var new = Segment(range: index..<index + 1, left: before, right: sum)
      while let place = segments.lastIndex(where: { $0.left < new.left }),
        segments[place].right < new.right
      {
        let first = segments[place]
        new = Segment(
          range: first.range.lowerBound..<new.range.upperBound, left: first.left, right: new.right)
        segments.removeSubrange(place...)
      }
      if let lowest = segments.first, new.left <= lowest.left {
        ended += segments
        segments = []
      }
      segments.append(new)
    }
    return (ended + segments).map(\.range)
  }
}
