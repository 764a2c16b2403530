import Measurement
import RetryNumerics
package import Simulation
package import TextLayout
import VirtualTime

/// A load over time: a row of bars per figure above a common time axis.
package struct LoadChart {
  /// A figure by time span.
  private struct Row {
    let name: String
    let values: [Double?]
    let unit: String
    let text: (Double) -> String
    /// The value of the highest bar; the greatest value by default.
    var most: Double?
  }

  /// The maximal number of columns of a row of bars.
  private static let mostColumns = 60
  private static let legend = 22
  /// The columns of the longest label after the name of a server.
  private static let suffix = " refused".count

  private let spans: [LoadSpan]
  private let resources: [Resource]
  private let strategies: [WatchedStrategy]
  private let style: Style
  /// The columns before the bars.
  private let margin: Int

  /// Creates the chart of a run.
  package init(_ record: LoadRecord, style: Style) {
    let longest = DisplayWidth.columns(
      ofWidest: record.resources.map(\.name) + record.strategies.map(\.name))
    margin = min(max(longest + Self.suffix + 2, 11), style.width / 3)
    let columns = max(min(Self.mostColumns, style.width - margin - Self.legend), 10)
    let spans = record.spans.filter { $0.length > .zero }
    let group = max((spans.count + columns - 1) / columns, 1)
    self.spans = stride(from: 0, to: spans.count, by: group).map { start in
      spans[start..<min(start + group, spans.count)].dropFirst().reduce(spans[start]) {
        $0.joined(with: $1)
      }
    }
    resources = record.resources
    strategies = record.strategies
    self.style = style
  }

  /// The lines of the chart.
  package var lines: [String] {
    guard let end = spans.last?.until, spans.count > 1 else { return [] }
    let drawn = rows.compactMap { row -> String? in
      let known = row.values.compactMap(\.self)
      guard let low = known.min(), let high = known.max(), high > 0 else { return nil }
      var line = TextLine(style: style)
      line.addLeft(row.name, in: margin - 2, .faint)
      line.add("  ")
      line.add(Sparkline.text(row.values, most: row.most ?? high, style))
      let range =
        row.text(low) == row.text(high) ? row.text(high) : "\(row.text(low))...\(row.text(high))"
      line.add("  \(range)\(row.unit)")
      return line.text
    }
    let (first, last) = ("0s", end.sinceStart.brief)
    let gap = max(spans.count - first.count - last.count, 1)
    let axis =
      String(repeating: " ", count: margin) + first
      + String(repeating: " ", count: gap) + last
    return [""] + drawn + [axis]
  }

  private var rows: [Row] {
    func perSecond(_ name: String, _ count: @escaping (LoadSpan) -> UInt64) -> Row {
      Row(
        name: name, values: spans.map { Double(count($0)) / $0.seconds }, unit: "/s",
        text: Figures.rough)
    }
    let flow = [
      perSecond("calls", \.begun), perSecond("succeeded", \.succeeded),
      perSecond("failed", \.failed),
      perSecond("retries", \.retries),
      Row(
        name: "latency",
        values: spans.map { $0.ended > 0 ? Double($0.latency) / Double($0.ended) : nil },
        unit: "", text: Figures.time),
      Row(
        name: "in flight",
        values: spans.map { Double($0.underWay) / Double($0.length.count) },
        unit: "", text: Figures.rough),
    ]
    return flow + resources.indices.flatMap(rows) + strategies.indices.flatMap(strategyRows)
  }

  /// Returns a name that leaves room for what is measured.
  private func label(_ name: String) -> String {
    Fitting.cut(
      SafeText.make(name, style: style), to: margin - 2 - Self.suffix, style.ellipsis)
  }

  private func strategyRows(of index: Int) -> [Row] {
    let name = label(strategies[index].name)
    let figures = spans.map { $0.strategies[index] }
    var rows = [
      Row(
        name: "\(name) refused",
        values: zip(figures, spans).map { Double($0.refused) / $1.seconds }, unit: "/s",
        text: Figures.rough)
    ]
    if let measure = strategies[index].measure {
      let row = Row(
        name: "\(name) \(measure.rawValue)", values: figures.map(\.level), unit: measure.unit,
        text: measure.text, most: measure.most)
      rows.insert(row, at: 0)
    }
    return rows
  }

  private func rows(of index: Int) -> [Row] {
    let name = label(resources[index].name)
    let slots = Double(resources[index].slots ?? 1)
    let figures = spans.map { ($0.resources[index], Double($0.length.count)) }
    return [
      Row(
        name: "\(name) util", values: figures.map { Double($0.busy) / $1 / slots }, unit: "",
        text: Figures.share, most: 1),
      Row(
        name: "\(name) queue", values: figures.map { Double($0.waiting) / $1 }, unit: "",
        text: Figures.rough),
      Row(
        name: "\(name) refused",
        values: zip(figures, spans).map { Double($0.0.refused) / $1.seconds }, unit: "/s",
        text: Figures.rough),
      Row(
        name: "\(name) hits",
        values: figures.map { figures, _ in
          figures.arrived > 0 ? Double(figures.hits) / Double(figures.arrived) : 0
        }, unit: "", text: Figures.share, most: 1),
    ]
  }
}

extension StrategyMeasure {
  /// The unit behind a value.
  fileprivate var unit: String { self == .rate ? "/s" : "" }

  /// The value of the highest bar, if it is known.
  fileprivate var most: Double? { self == .open || self == .drops ? 1 : nil }

  /// Returns a value as text.
  fileprivate func text(_ value: Double) -> String {
    switch self {
    case .open, .drops: Figures.share(value)
    case .wait, .delay: Figures.time(value)
    case .left, .running, .limit, .rate: Figures.rough(value)
    }
  }
}

extension LoadSpan {
  /// Its length in seconds.
  fileprivate var seconds: Double { Double(length.count) / 1e9 }
}
