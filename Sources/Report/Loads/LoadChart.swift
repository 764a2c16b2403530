import Measurement
import RetryNumerics
package import Simulation
package import TextLayout
import VirtualTime

/// Loads over time: a row of bars per figure, and per load, above a common time axis.
package struct LoadChart {
  /// A figure by time span.
  private struct Row {
    let name: String
    let values: [Double?]
    let unit: String
    let text: (Double) -> String
    /// The value of the highest bar; the greatest value by default.
    var most: Double?
    /// Rows of high rank are left out where there is little room.
    var rank: Int
  }

  /// A figure of each load that has it.
  private struct Figure {
    let name: String
    let rank: Int
    var rows: [(load: Int, row: Row)] = []
  }

  /// The spans of a load, each as long as a column.
  private struct Run {
    let spans: [LoadSpan]
    let resources: [Resource]
    let strategies: [WatchedStrategy]
  }

  /// The maximal number of columns of a row of bars.
  private static let mostColumns = 60
  private static let legend = 22
  /// The columns of the longest label after the name of a server.
  private static let suffix = " refused".count

  private let runs: [Run]
  private let style: Style
  /// The columns before the bars.
  private let margin: Int

  /// Creates the chart of a run, or of several beside each other.
  package init(_ records: [LoadRecord], style: Style) {
    let longest = DisplayWidth.columns(
      ofWidest: records.flatMap { $0.resources.map(\.name) + $0.strategies.map(\.name) })
    let number = records.count > 1 ? 3 : 0
    let margin = min(max(longest + Self.suffix + 2, 11) + number, style.width / 3)
    let columns = max(min(Self.mostColumns, style.width - margin - Self.legend), 10)
    let end = records.compactMap(\.end).max() ?? .zero
    runs = records.map { record in
      let spans = record.spans.filter { $0.length > .zero }
      let share = end > .zero ? Double((record.end ?? end).count) / Double(end.count) : 1
      let columns = max(Int(Double(columns) * share + 0.5), 1)
      let group = max((spans.count + columns - 1) / columns, 1)
      let joined = stride(from: 0, to: spans.count, by: group).map { start in
        spans[start..<min(start + group, spans.count)].dropFirst().reduce(spans[start]) {
          $0.joined(with: $1)
        }
      }
      return Run(spans: joined, resources: record.resources, strategies: record.strategies)
    }
    self.style = style
    self.margin = margin
  }

  /// The times at which a column is complete, in order.
  var moments: [Nanoseconds] { Set(runs.flatMap(\.spans).map(\.until.sinceStart)).sorted() }

  /// The lines of the chart.
  package var lines: [String] {
    let lines = lines(until: nil, rows: .max)
    return lines.isEmpty ? [] : [""] + lines.map(\.text)
  }

  /// Returns the most important figures that fit a number of rows, up to a time; bars can be several rows high.
  func lines(until now: Nanoseconds?, rows room: Int, height: Int = 1) -> [TextLine] {
    guard let longest = runs.map(\.spans).max(by: { $0.count < $1.count }), longest.count > 1,
      let end = longest.last?.until
    else { return [] }
    let (first, last) = ("0s", end.sinceStart.brief)
    var axis = TextLine(style: style)
    axis.pad(to: margin)
    axis.add(first)
    axis.pad(to: margin + max(longest.count - last.count, first.count + 1))
    axis.add(last)
    return figures(in: (room - 1) / height).flatMap { drawn($0, until: now, height) } + [axis]
  }

  /// The figures that are not zero all the time, as many as there is room for.
  private func figures(in room: Int) -> [Figure] {
    var all: [Figure] = []
    for (load, run) in runs.enumerated() {
      for row in rows(of: run) where row.values.contains(where: { $0 ?? 0 > 0 }) {
        let place = all.firstIndex { $0.name == row.name } ?? all.count
        if place == all.count { all.append(Figure(name: row.name, rank: row.rank)) }
        all[place].rows.append((load, row))
      }
    }
    var (left, chosen) = (room, Set<String>())
    for figure in all.sorted(by: { $0.rank < $1.rank }) where figure.rows.count <= left {
      left -= figure.rows.count
      chosen.insert(figure.name)
    }
    return all.filter { chosen.contains($0.name) }
  }

  private func drawn(_ figure: Figure, until now: Nanoseconds?, _ height: Int) -> [TextLine] {
    let all = figure.rows.flatMap { $0.row.values.compactMap(\.self) }
    return figure.rows.enumerated().flatMap { index, entry in
      let (load, row) = entry
      let known = row.values.compactMap(\.self)
      guard let low = known.min(), let high = known.max(), let most = all.max() else {
        return [TextLine]()
      }
      let past = now.map { now in runs[load].spans.partition { $0.until.sinceStart > now } }
      let values = Array(row.values.prefix(past ?? .max))
      let bars = Sparkline.rows(values, most: row.most ?? most, height, style)
      return bars.enumerated().map { level, bar in
        var line = TextLine(style: style)
        let isBase = level == height - 1
        let number = runs.count > 1 ? "\(load + 1)" : ""
        let name = index == 0 ? figure.name : ""
        line.addLeft(isBase ? name : "", in: margin - 2 - number.count, .faint)
        line.add((isBase ? number : number.isEmpty ? "" : " ") + "  ")
        line.add(bar)
        guard isBase else { return line }
        if past == nil {
          let range =
            row.text(low) == row.text(high)
            ? row.text(high) : "\(row.text(low))...\(row.text(high))"
          line.add("  \(range)\(row.unit)")
        } else if let current = values.last ?? nil {
          line.add("  \(row.text(current))\(row.unit)")
        }
        return line
      }
    }
  }

  private func rows(of run: Run) -> [Row] {
    let spans = run.spans
    func perSecond(_ name: String, _ rank: Int, _ count: @escaping (LoadSpan) -> UInt64) -> Row {
      Row(
        name: name, values: spans.map { Double(count($0)) / $0.seconds }, unit: "/s",
        text: Figures.rough, rank: rank)
    }
    let flow = [
      perSecond("calls", 4, \.begun), perSecond("succeeded", 0, \.succeeded),
      perSecond("failed", 5, \.failed), perSecond("retries", 1, \.retries),
      Row(
        name: "latency",
        values: spans.map { $0.ended > 0 ? Double($0.latency) / Double($0.ended) : nil },
        unit: "", text: Figures.time, rank: 2),
      Row(
        name: "in flight",
        values: spans.map { Double($0.underWay) / Double($0.length.count) },
        unit: "", text: Figures.rough, rank: 6),
    ]
    return flow + run.resources.indices.flatMap { rows(of: run, resource: $0) }
      + run.strategies.indices.flatMap { rows(of: run, strategy: $0) }
  }

  /// Returns a name that leaves room for what is measured.
  private func label(_ name: String) -> String {
    Fitting.cut(
      SafeText.make(name, style: style), to: margin - 2 - Self.suffix, style.ellipsis)
  }

  private func rows(of run: Run, strategy index: Int) -> [Row] {
    let name = label(run.strategies[index].name)
    let figures = run.spans.map { $0.strategies[index] }
    var rows = [
      Row(
        name: "\(name) refused",
        values: zip(figures, run.spans).map { Double($0.refused) / $1.seconds }, unit: "/s",
        text: Figures.rough, rank: 8)
    ]
    if let measure = run.strategies[index].measure {
      let row = Row(
        name: "\(name) \(measure.rawValue)", values: figures.map(\.level), unit: measure.unit,
        text: measure.text, most: measure.most, rank: 4)
      rows.insert(row, at: 0)
    }
    return rows
  }

  private func rows(of run: Run, resource index: Int) -> [Row] {
    let name = label(run.resources[index].name)
    let slots = Double(run.resources[index].slots ?? 1)
    let figures = run.spans.map { ($0.resources[index], Double($0.length.count)) }
    return [
      Row(
        name: "\(name) util", values: figures.map { Double($0.busy) / $1 / slots }, unit: "",
        text: Figures.share, most: 1, rank: 7),
      Row(
        name: "\(name) queue", values: figures.map { Double($0.waiting) / $1 }, unit: "",
        text: Figures.rough, rank: 3),
      Row(
        name: "\(name) refused",
        values: zip(figures, run.spans).map { Double($0.0.refused) / $1.seconds }, unit: "/s",
        text: Figures.rough, rank: 8),
      Row(
        name: "\(name) hits",
        values: figures.map { figures, _ in
          figures.arrived > 0 ? Double(figures.hits) / Double(figures.arrived) : 0
        }, unit: "", text: Figures.share, most: 1, rank: 9),
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

extension LoadRecord {
  /// The end of its last span.
  fileprivate var end: Nanoseconds? { spans.last?.until.sinceStart }
}
