package import Measurement
package import RetryNumerics
import Simulation
package import TextLayout

/// The report of a strategy measured for each value of its parameters.
package struct SweepReport {
  /// The values of the parameters and their measurement.
  package struct Row: Sendable {
    let values: [String]
    package let calls: MeasuredCalls

    package init(values: [String], calls: MeasuredCalls) {
      self.values = values
      self.calls = calls
    }
  }

  let names: [String]
  let rows: [Row]
  private let planned: Int
  private let seed: UInt64
  private let spread: Nanoseconds?
  let style: Style

  /// Creates the report of the measured rows, out of the planned number.
  package init(
    names: [String], rows: [Row], planned: Int, seed: UInt64, spread: Nanoseconds? = nil,
    style: Style
  ) {
    self.names = names
    self.rows = rows
    self.planned = planned
    self.seed = seed
    self.spread = spread
    self.style = style
  }

  /// The whole report: a table, and line charts for one parameter or heat maps for two.
  package var text: String {
    (heading + table + knee + charts + maps).joined(separator: "\n")
  }

  /// The main figures over one parameter.
  private var charts: [String] {
    guard names.count == 1, rows.count > 2 else { return [] }
    let labels = rows.map { $0.values[0] }
    return figures.compactMap { name, figure in
      LineChart(
        "\(name) by \(names[0])", rows.map { figure.number(of: $0.calls)?.size },
        whiskers: isOfLoads ? rows.map { figure.estimate(of: $0.calls) } : [],
        labels: labels, style: style, text: figure.text)
    }.flatMap(\.lines)
  }

  private var isOfLoads: Bool { rows.first?.calls.sample != nil }

  /// The figures in the charts and their names.
  ///
  /// The goodput of loads tells more than their success, unless it is nearly the same in all rows.
  private var figures: [(name: String, figure: Figure)] {
    let goodputs = isOfLoads ? rows.compactMap { Figure.goodput.number(of: $0.calls)?.size } : []
    let (least, most) = (goodputs.min() ?? 0, goodputs.max() ?? 0)
    let main: (String, Figure) =
      most - least > 0.02 * most ? ("goodput", .goodput) : ("success", .success)
    return [main, ("p99", .p99)]
  }

  private var heading: [String] {
    let isPartial = rows.count < planned || rows[rows.count - 1].calls.isPartial
    let partial = isPartial ? "\(style.separator)partial, \(rows.count) of \(planned)" : ""
    // The last row alone may be cut short.
    let text = rows[0].calls.heading(seed: seed, spread, style, tellsPartial: false) + partial
    return Wrapping.lines(text, width: style.width)
  }

  private var table: [String] {
    var table = FigureTable.sweeping(names, rows.map(\.calls))
    for row in rows { table.add(row.values, row.calls, style) }
    return table.lines(style)
  }

  /// The value up to which a load bears its parameter.
  private var knee: [String] {
    guard names.count == 1, let knee = rows.map(\.calls).knee else { return [] }
    let rate = Figure.success.text(of: rows[knee + 1].calls) ?? ""
    return Wrapping.lines(
      "knee at \(names[0]) \(rows[knee].values[0]): up to there, success stays within 5% of its best; at \(rows[knee + 1].values[0]) it is \(rate)",
      width: style.width)
  }

  /// The success rate and a high percentile over two parameters.
  private var maps: [String] {
    guard names.count == 2, rows.count == planned else { return [] }
    let down = rows.map { $0.values[0] }.withoutRepetition
    guard !down.isEmpty, rows.count.isMultiple(of: down.count) else { return [] }
    let count = rows.count / down.count
    let across = rows.prefix(count).map { $0.values[1] }
    return figures.compactMap { name, figure in
      let grid = down.indices.map { row in
        rows[row * count..<(row + 1) * count].map { figure.number(of: $0.calls)?.size }
      }
      return HeatMap(
        "\(name) by \(names[0]) down and \(names[1]) across", grid, down: down, across: across,
        style: style, text: figure.text)
    }.flatMap(\.lines)
  }
}

extension [String] {
  /// The texts without consecutive duplicates.
  fileprivate var withoutRepetition: [String] {
    reduce(into: []) { kept, text in
      if kept.last != text { kept.append(text) }
    }
  }
}
