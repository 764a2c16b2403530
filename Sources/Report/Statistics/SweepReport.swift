package import Measurement
package import RetryNumerics
import Simulation
package import TextLayout

/// The report of a strategy measured for each value of its parameters.
package struct SweepReport {
  /// The values of the parameters and their measurement.
  package struct Row: Sendable {
    let values: [String]
    /// The measurement.
    package let measured: Measurement

    /// Creates a row.
    package init(values: [String], measured: Measurement) {
      self.values = values
      self.measured = measured
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
    (heading + table.lines(style).map(\.text) + charts + maps).joined(separator: "\n")
  }

  /// The success rate and a high percentile over one parameter.
  private var charts: [String] {
    guard names.count == 1, rows.count > 2 else { return [] }
    let labels = rows.map { $0.values[0] }
    return figures.compactMap { name, figure, text in
      LineChart(
        "\(name) by \(names[0])", rows.map { figure($0.measured) }, labels: labels, style: style,
        text: text)
    }.flatMap(\.lines)
  }

  /// The figures in the charts: their names, values and formats.
  private var figures: [(String, (Measurement) -> Double?, (Double) -> String)] {
    [
      ("success", { $0.successRate?.value }, Figures.share),
      ("p99", { $0.latency.quantile(0.99).map(Double.init) }, Figures.time),
    ]
  }

  private var heading: [String] {
    let calls = Int(rows[0].measured.calls).counting("call")
    let isPartial = rows.count < planned || rows[rows.count - 1].measured.isPartial
    let partial = isPartial ? "\(style.separator)partial, \(rows.count) of \(planned)" : ""
    let text =
      "\(calls) each, with the same faults\(style.separator)seed \(seed)\(spread.overWords)\(partial)"
    return Wrapping.lines(text, width: style.width)
  }

  private var table: Table {
    let figures = ["success", "", "attempts", "mean", "p99", "wasted"]
    let (bar, attempts, mean, wasted) = (1, 2, 3, 5)
    var table = Table(
      names.map { _ in .right } + [.right, .left, .right, .right, .right, .right],
      spare: [bar, wasted, mean, attempts].map { names.count + $0 })
    table.add((names + figures).map { Table.Cell($0, .faint) })
    for row in rows {
      let (measured, latency) = (row.measured, row.measured.latency)
      let rate = measured.successRate?.value
      table.add(
        row.values.map { Table.Cell($0, .strong) } + [
          .init(rate.map(Figures.share)),
          .init(rate.map { Bar.text($0, width: 12, style) }, .success),
          .init(measured.load.map(Figures.number)), .init(latency.mean.map(Figures.time)),
          .init(latency.quantile(0.99).map(Figures.time)),
          .init(measured.wasted.map { Figures.share($0.value) }, .faint),
        ])
    }
    return table
  }

  /// The success rate and a high percentile over two parameters.
  private var maps: [String] {
    guard names.count == 2, rows.count == planned else { return [] }
    let down = rows.map { $0.values[0] }.withoutRepetition
    guard !down.isEmpty, rows.count.isMultiple(of: down.count) else { return [] }
    let count = rows.count / down.count
    let across = rows.prefix(count).map { $0.values[1] }
    return figures.compactMap { name, figure, text in
      let grid = down.indices.map { row in
        rows[row * count..<(row + 1) * count].map { figure($0.measured) }
      }
      return HeatMap(
        "\(name) by \(names[0]) down and \(names[1]) across", grid, down: down, across: across,
        style: style, text: text)
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
