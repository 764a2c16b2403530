import Measurement
import Pictures
import RetryNumerics

/// The most distinct numbers of which each has a row.
private let mostNumbers = 8

extension Picture {
  /// The most distinct latencies of which each has a row.
  private static let mostRows = 10
  private static let quantiles = [
    ("p50", 0.5), ("p99", 0.99), ("p90", 0.9), ("p99.9", 0.999),
  ]

  /// Creates the picture of latencies, those of several strategies below each other; `nil` if all are the same.
  init?(latenciesOf rows: [Measurement], names: [String]) {
    guard let bins = LatencyBins(rows.map(\.latency)) else { return nil }
    let series = rows.map(bins.bars)
    let most = series.joined().flatMap(\.points).map(\.value).max() ?? 1
    let share = Axis(0...most, text: Figures.roundShare)
    let plots = rows.indices.map { row -> Plot in
      let beyond = bins.beyond(rows[row]).map { "; \($0)" } ?? ""
      let subject = names.count > 1 ? names[row] + ": " : ""
      let parts =
        bins.width.map { "share of calls in each \($0)" }
        ?? "share of calls, \(AxisScale.logarithmic.word ?? "")"
      return Plot(
        "\(subject)latency, \(parts)\(beyond)", axis: share, series[row],
        pointers: Self.pointers(rows[row].latency), height: rows.count > 2 ? 3 : 5)
    }
    self.init(title: "latency", axis: bins.axis, bands: plots.map(Band.plot))
  }

  private static func pointers(_ latency: Histogram) -> [Plot.Pointer] {
    quantiles.compactMap { name, share in
      latency.quantile(share).map {
        Plot.Pointer(Double($0), name, note: "\(name) \(Figures.time($0))")
      }
    }
  }

  /// Creates the picture of whole numbers: a row each, or parts of equal width if they are many; `nil` if all are one.
  init?(_ title: String, _ values: Histogram, of calls: UInt64) {
    let bins = values.filled
    guard bins.count > 1, let most = values.max else { return nil }
    guard bins.count > mostNumbers else {
      self.init(title, bins.map { ("\($0.range.lowerBound)", $0.count, 0) }, of: calls)
      return
    }
    let first = Double(values.min ?? 0) - 0.5
    let step = max(AxisSteps.decimal.fitting((Double(most) - first) / 50).rounded(.up), 1)
    var counts: [Int: UInt64] = [:]
    for bin in bins {
      counts[Int((Double(bin.range.lowerBound) - first) / step), default: 0] += bin.count
    }
    let bars = counts.sorted { $0.key < $1.key }.map { part, count -> Plot.Point in
      let (from, share) = (first + Double(part) * step, Double(count) / Double(calls))
      let numbers =
        step == 1 ? "\(Int64(from + 0.5))" : "\(Int64(from + 0.5)) to \(Int64(from + step - 0.5))"
      return .bar(from, from + step, share, note: "\(title) \(numbers): \(Figures.share(share))")
    }
    let parts = step == 1 ? "number" : "\(Int64(step)) numbers"
    let plot = Plot(
      "\(title), share of calls for each \(parts)",
      axis: Axis(0...(bars.map(\.value).max() ?? 1), text: Figures.roundShare),
      [Plot.Series(.bars, .succeeded, bars)])
    let end = first + Double(counts.keys.max() ?? 0) * step + step
    self.init(
      title: title, axis: Axis(first...end) { "\(Int64($0.rounded($0 <= first ? .up : .down)))" },
      bands: [.plot(plot)])
  }

  /// Creates the picture of a few latencies, a row each; `nil` if there are too many.
  init?(fewLatenciesOf calls: Measurement) {
    let bins = calls.latency.filled
    guard (2...Self.mostRows).contains(bins.count), let most = calls.latency.max else { return nil }
    let rows = bins.map { bin in
      let failed = calls.otherLatency.filled.first { $0.range == bin.range }?.count ?? 0
      let name = Figures.time(min(bin.range.upperBound, most))
      return (name: name, good: bin.count - failed, bad: failed)
    }
    self.init("latency", rows, of: calls.calls)
  }

  /// Creates the picture of how calls ended, a row for each way.
  init(outcomesOf calls: Measurement, success: Estimate?) {
    let kinds = OutcomeCounts.Kind.allCases.filter { calls.outcomes[$0] > 0 }
    let rows = kinds.map { kind in
      let count = calls.outcomes[kind]
      let isGood = kind == .success || kind == .completed
      return (name: kind.rawValue, good: isGood ? count : 0, bad: isGood ? 0 : count)
    }
    self.init("outcomes", rows, of: calls.calls)
    guard let success, case .row(var row)? = bands.first, kinds.first == .success else { return }
    let note = "success \(Figures.interval(success, Figures.share))"
    row.marks.append(Mark(success.low, success.high, .interval, note: note))
    bands[0] = .row(row)
    axis = Axis(0...max(axis.high, success.high)) { _ in "" }
  }

  /// Creates rows of bars, which are shares of all calls: those that succeeded, and others.
  private init(
    _ title: String, _ rows: [(name: String, good: UInt64, bad: UInt64)], of calls: UInt64
  ) {
    let total = Double(max(calls, 1))
    let most = Double(rows.map { $0.good + $0.bad }.max() ?? 1) / total
    let drawn = rows.map { row -> Row in
      let (good, all) = (Double(row.good) / total, Double(row.good + row.bad) / total)
      let share = Figures.share(all)
      let marks = [
        Mark(0, good, .succeeded, note: "\(title) \(row.name): \(Figures.share(good))"),
        Mark(good, all, .failed, note: "\(title) \(row.name): \(Figures.share(all - good)) failed"),
      ]
      return Row(
        row.name, marks.filter { $0.from < $0.to }, figure: share, shape: .bars)
    }
    self.init(title: "\(title), share of calls", axis: Axis(0...most) { _ in "" }, rows: drawn)
  }
}
