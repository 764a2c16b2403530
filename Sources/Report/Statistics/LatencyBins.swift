import Measurement
import Pictures
import RetryNumerics

/// Parts of an axis of latencies: of equal width or, where latencies vary widely, of equal ratio.
struct LatencyBins {
  /// The ratio of a high percentile to the median above which parts have equal ratios.
  private static let widest = 20.0
  private static let count = 50

  let axis: Axis
  /// The ends of the parts, from the start of the first to the end of the last.
  private let edges: [Double]
  /// The width of each part; `nil` if they have equal ratios.
  let width: Nanoseconds?

  /// Divides the range of some latencies; `nil` if all are the same.
  init?(_ all: [Histogram]) {
    let known = all.filter { $0.count > 0 }
    let (low, high) = (known.compactMap(\.min).min() ?? 0, known.compactMap(\.max).max() ?? 0)
    let usual = Double(known.compactMap { $0.quantile(0.999) }.max() ?? 0)
    let median = Double(known.compactMap { $0.quantile(0.5) }.min() ?? 0)
    guard low < high else { return nil }
    let isWide = usual > Self.widest * max(median, 1)
    if isWide {
      // A few tiny latencies do not take the room of all others.
      let start = max(Double(low), usual / 1e6, 1)
      let ratio = Elementary.logarithm(Double(high) / start) / Double(Self.count)
      edges = (0...Self.count).map { start * Elementary.exponential(ratio * Double($0)) }
      width = nil
    } else {
      // Single calls far above the others would press these together.
      let end = Double(high) <= 1.25 * usual ? Double(high) : usual
      let start = Double(low) < 0.25 * end ? 0 : Double(low)
      let step = max(AxisSteps.time.fitting((end - start) / Double(Self.count)), 1)
      let first = (start / step).rounded(.down)
      let parts = max(Int((end / step - first).rounded(.up)), 1)
      edges = (0...parts).map { (first + Double($0)) * step }
      width = Nanoseconds(rounding: step)
    }
    axis = Axis(
      edges[0]...edges[edges.count - 1], scale: isWide ? .logarithmic : .linear, steps: .time,
      tick: { Figures.tick($0) }, text: Figures.time)
  }

  /// The part that a latency is in; the number of parts if it is above all of them.
  private func place(of latency: Int64) -> Int {
    let next = edges.partition { $0 > Double(latency) }
    // The end of the axis belongs to its last part.
    let isLast = next == edges.count && Double(latency) <= edges[next - 1]
    return isLast ? next - 2 : max(next - 1, 0)
  }

  /// Returns the bars of the calls that succeeded and of the others, as shares of all calls.
  func bars(of calls: Measurement) -> [Plot.Series] {
    let count = edges.count - 1
    let total = Double(max(calls.calls, 1))
    var base = Array(repeating: 0.0, count: count)
    let kinds: [(Tone, Histogram, String)] = [
      (.succeeded, calls.successLatency, "succeeded"), (.failed, calls.otherLatency, "failed"),
    ]
    return kinds.compactMap { tone, latencies, word in
      var counts = Array(repeating: UInt64(0), count: count + 1)
      for bin in latencies.filled { counts[place(of: bin.range.lowerBound)] += bin.count }
      let points = (0..<count).compactMap { part -> Plot.Point? in
        guard counts[part] > 0 else { return nil }
        let share = Double(counts[part]) / total
        defer { base[part] += share }
        return .bar(
          edges[part], edges[part + 1], base[part] + share, above: base[part],
          note:
            "\(Figures.time(edges[part])) to \(Figures.time(edges[part + 1])): \(Figures.share(share)) \(word)"
        )
      }
      return points.isEmpty ? nil : Plot.Series(.bars, tone, points)
    }
  }

  /// Says what share of all calls is above the axis; `nil` if none is.
  func beyond(_ calls: Measurement) -> String? {
    let above = calls.latency.filled.reduce(UInt64(0)) {
      place(of: $1.range.lowerBound) == edges.count - 1 ? $0 + $1.count : $0
    }
    guard above > 0, let most = calls.latency.max else { return nil }
    let share = Figures.share(Double(above) / Double(calls.calls))
    return "\(share) above it, at most \(Figures.time(most))"
  }
}
