import RetryNumerics
package import Simulation
package import TextLayout
import VirtualTime

/// Loads over time: a row of bars per figure, and per load, above a common time axis.
package struct LoadChart {
  private struct Row {
    let load: Int
    let values: [Double?]
    let range: ClosedRange<Double>
  }

  /// A figure with the loads that have it.
  private struct Group {
    let figure: LoadFigure
    var rows: [Row] = []
  }

  /// The maximal number of columns of a row of bars.
  private static let mostColumns = 60
  private static let legend = 22
  /// The columns of the longest label after the name of a server.
  private static let suffix = " refused".count

  /// The times at which a column is complete, in order.
  let moments: [Nanoseconds]
  /// The figures that are not zero all the time.
  private let groups: [Group]
  private let count: Int
  private let style: Style
  /// The columns before the bars.
  private let margin: Int

  package init(_ records: [LoadRecord], style: Style) {
    let longest = DisplayWidth.columns(
      ofWidest: records.flatMap { $0.resources.map(\.name) + $0.strategies.map(\.name) })
    let number = records.count > 1 ? 3 : 0
    margin = min(max(longest + Self.suffix + 2, 11) + number, style.width / 3)
    count = records.count
    self.style = style
    let columns = max(min(Self.mostColumns, style.width - margin - Self.legend), 10)
    let ends = records.map { $0.columnEnds(atMost: columns) }
    let moments = ends.max { ($0.last ?? .zero) < ($1.last ?? .zero) } ?? []
    self.moments = moments
    var (groups, places): ([Group], [LoadFigure: Int]) = ([], [:])
    for (load, record) in records.enumerated() {
      let spans = record.spans(joinedTo: moments)
      for (figure, value) in LoadFigure.all(of: record) {
        let values = spans.map { $0.flatMap(value) }
        let known = values.compactMap(\.self)
        guard let low = known.min(), let high = known.max(), high > 0 else { continue }
        let place = places[figure] ?? groups.count
        if place == groups.count { groups.append(Group(figure: figure)) }
        places[figure] = place
        groups[place].rows.append(Row(load: load, values: values, range: low...high))
      }
    }
    self.groups = groups
  }

  package var lines: [String] {
    let lines = lines(until: nil, rows: .max)
    return lines.isEmpty ? [] : [""] + lines.map(\.text)
  }

  /// Returns the most important figures that fit a number of rows, up to a time; bars can be several rows high.
  func lines(until now: Nanoseconds?, rows room: Int, height: Int = 1) -> [TextLine] {
    guard moments.count > 1, let end = moments.last else { return [] }
    let (first, last) = ("0s", end.brief)
    var axis = TextLine(style: style)
    axis.pad(to: margin)
    axis.add(first)
    axis.pad(to: margin + max(moments.count - last.count, first.count + 1))
    axis.add(last)
    let past = now.map { now in moments.partition { $0 > now } }
    return groups(in: (room - 1) / height).flatMap { drawn($0, past, height) } + [axis]
  }

  /// The figures, as many as there is room for.
  private func groups(in room: Int) -> [Group] {
    // The most important figures get their lines first, and keep the order of the chart.
    var (left, chosen) = (room, Set<LoadFigure>())
    for group in groups.sorted(by: { $0.figure.quantity.rank < $1.figure.quantity.rank })
    where group.rows.count <= left {
      left -= group.rows.count
      chosen.insert(group.figure)
    }
    return groups.filter { chosen.contains($0.figure) }
  }

  /// Draws a figure of each load, up to a number of columns.
  private func drawn(_ group: Group, _ past: Int?, _ height: Int) -> [TextLine] {
    let quantity = group.figure.quantity
    let most = quantity.most ?? group.rows.map(\.range.upperBound).max() ?? 1
    return group.rows.enumerated().flatMap { index, row in
      let values = Array(row.values.prefix(past ?? .max))
      let bars = Sparkline.rows(values, most: most, height, style)
      return bars.enumerated().map { level, bar in
        var line = TextLine(style: style)
        let isBase = level == height - 1
        let number = count > 1 ? "\(row.load + 1)" : ""
        let name = index == 0 ? label(group.figure) : ""
        line.addLeft(isBase ? name : "", in: margin - 2 - number.count, .faint)
        line.add((isBase ? number : number.isEmpty ? "" : " ") + "  ")
        line.add(bar)
        // A bar of the disturbed time needs no scale.
        guard isBase, quantity != .disturbed else { return line }
        if past == nil {
          let (low, high) = (
            quantity.text(row.range.lowerBound), quantity.text(row.range.upperBound)
          )
          line.add("  \(low == high ? high : "\(low)...\(high)")\(quantity.unit)")
        } else if let current = values.last ?? nil {
          line.add("  \(quantity.text(current))\(quantity.unit)")
        }
        return line
      }
    }
  }

  /// Returns the label of a figure; a name leaves room for what is measured.
  private func label(_ figure: LoadFigure) -> String {
    guard let name = figure.name else { return figure.quantity.word }
    let short = Fitting.cut(
      SafeText.make(name, style: style), to: margin - 2 - Self.suffix, style.ellipsis)
    return "\(short) \(figure.quantity.word)"
  }
}

extension LoadRecord {
  /// Returns the ends of columns that are each equally many spans long.
  fileprivate func columnEnds(atMost columns: Int) -> [Nanoseconds] {
    let ends = spans.filter { $0.length > .zero }.map(\.until.sinceStart)
    let group = max((ends.count + columns - 1) / columns, 1)
    return stride(from: 0, to: ends.count, by: group).map { ends[min($0 + group, ends.count) - 1] }
  }

  /// Returns the sums of the spans in each column, up to the last that has any.
  fileprivate func spans(joinedTo ends: [Nanoseconds]) -> [LoadSpan?] {
    var sums: [LoadSpan?] = []
    var column = 0
    for span in spans where span.length > .zero {
      // A span that reaches into the next column belongs to the one with its middle.
      let middle = span.from.sinceStart.count + span.length.count / 2
      while column < ends.count - 1, ends[column].count < middle { column += 1 }
      while sums.count <= column { sums.append(nil) }
      sums[column] = sums[column]?.joined(with: span) ?? span
    }
    return sums
  }
}
