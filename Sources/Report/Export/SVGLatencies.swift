package import Measurement
package import RetryNumerics
import TextLayout

/// The latencies of many calls as a self-contained SVG image, those of compared strategies below each other.
package struct SVGLatencies {
  private static let (left, columns, step, top) = (132, 91, 8, 44)
  /// The heights of the bars, and of a panel with its words.
  private static let (barHeight, panelHeight) = (96, 160)
  private static let quantiles = [("p50", 0.5), ("p99", 0.99)]

  private let rows: [MeasuredCalls]
  private let subjects: [String]
  private let summary: String
  private let axis: LatencyAxis
  /// The calls in each column of a panel: those that succeeded, and the others.
  private let bars: [[(succeeded: UInt64, others: UInt64)]]

  package init(_ rows: [MeasuredCalls], subjects: [String], seed: UInt64, spread: Nanoseconds?) {
    (self.rows, self.subjects) = (rows, subjects)
    let style = Style(width: 1000, isUnicode: true, isColoured: false)
    let each = rows.first?.heading(seed: seed, spread, style) ?? ""
    summary = rows.count == 1 ? each.replacing(" each, with the same faults", with: "") : each
    let axis = LatencyAxis(rows.map(\.all.latency), columns: Self.columns)
    self.axis = axis
    bars = rows.map { axis.bars(of: $0.all) }
  }

  package var text: String {
    let bottom = Self.top + rows.count * Self.panelHeight
    let heading = subjects.count == 1 ? subjects[0] : "\(subjects.count) strategies, latency"
    return SVGPage(
      title: subjects.joined(separator: ", "), width: Self.x(Self.columns) + 68,
      height: bottom + 40,
      content: [SVGPage.heading(heading)] + rows.indices.flatMap(panel) + scale(at: bottom)
        + [SVGPage.summary(summary, y: bottom + 28)]
    ).text
  }

  private static func x(_ column: Int) -> Int { left + column * step }

  /// The largest share of calls in a column, which all panels are scaled to.
  private var most: Double {
    zip(bars, rows).reduce(0) { most, row in
      row.0.reduce(most) {
        max($0, Double($1.succeeded + $1.others) / Double(max(row.1.all.calls, 1)))
      }
    }
  }

  private func panel(_ index: Int) -> [String] {
    let (calls, y) = (rows[index].all, Self.top + index * Self.panelHeight)
    let floor = y + Self.barHeight + 30
    let name = subjects.count == 1 ? [] : [(subjects[index], "small")]
    let words = name + [(figures(rows[index]), "small faint")]
    let lines = words.enumerated().map { line, text in
      "<text class=\"\(text.1)\" x=\"12\" y=\"\(y + 8 + line * 16)\">\(SVGPage.clipped(text.0, to: 110).xml)</text>"
    }
    return lines + [
      "<text class=\"small faint\" x=\"\(Self.left - 8)\" y=\"\(floor - Self.barHeight + 10)\" text-anchor=\"end\">\(Figures.share(most).xml)</text>",
      "<line class=\"axis\" x1=\"\(Self.left)\" x2=\"\(Self.x(Self.columns))\" y1=\"\(floor)\" y2=\"\(floor)\"/>",
    ] + columns(bars[index], of: calls.calls, at: floor) + marks(calls.latency, at: floor)
  }

  private func figures(_ calls: MeasuredCalls) -> String {
    let all = calls.all
    guard all.calls > 0 else { return "no call ended" }
    let times = Self.quantiles.compactMap { name, share in
      all.latency.quantile(share).map { "\(name) \(Figures.time($0))" }
    }
    let success = "success \(Figures.share(Double(all.outcomes.success) / Double(all.calls)))"
    return
      ([success] + [all.load.map { "attempts \(Figures.number($0))" }].compactMap(\.self) + times)
      .joined(separator: " · ")
  }

  /// The bars: those of successes from the floor, and the others on top of them.
  private func columns(
    _ bars: [(succeeded: UInt64, others: UInt64)], of calls: UInt64, at floor: Int
  ) -> [String] {
    let unit = Double(Self.barHeight) / max(most * Double(calls), 1e-9)
    return bars.enumerated().flatMap { column, bar -> [String] in
      let kinds = [("ok", bar.succeeded, "succeeded"), ("bad", bar.others, "did not succeed")]
      var y = floor
      return kinds.compactMap { kind, count, word in
        guard count > 0 else { return nil }
        // A single call of many is still seen.
        let height = max(Int((Double(count) * unit).rounded()), 1)
        y -= height
        let share = Figures.share(Double(count) / Double(calls))
        let title = "up to \(Figures.time(axis.end(of: column))): \(share) \(word)"
        return
          "<g><title>\(title.xml)</title><rect class=\"\(kind)\" x=\"\(Self.x(column))\" y=\"\(y)\" width=\"\(Self.step - 1)\" height=\"\(height)\"/></g>"
      }
    }
  }

  private func marks(_ latency: Histogram, at floor: Int) -> [String] {
    var free = 0
    return Self.quantiles.flatMap { name, share -> [String] in
      guard let time = latency.quantile(share) else { return [] }
      let x = Self.x(axis.column(of: time)) + Self.step / 2
      let text = "\(name) \(Figures.time(time))"
      let line =
        "<line class=\"wait\" x1=\"\(x)\" x2=\"\(x)\" y1=\"\(floor - Self.barHeight)\" y2=\"\(floor)\"><title>\(text.xml)</title></line>"
      // The name of a mark close to the previous one would overlap it.
      guard x >= free else { return [line] }
      free = x + 8 * (name.count + 2)
      return [
        line,
        "<text class=\"small faint\" x=\"\(x)\" y=\"\(floor + 14)\" text-anchor=\"middle\">\(name)</text>",
      ]
    }
  }

  private func scale(at y: Int) -> [String] {
    stride(from: 0, through: Self.columns, by: 13).map { column in
      "<text class=\"faint\" x=\"\(Self.x(column))\" y=\"\(y + 6)\" text-anchor=\"middle\">\(Figures.time(axis.start(of: column)).xml)</text>"
    }
  }
}
