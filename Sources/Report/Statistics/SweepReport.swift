package import Measurement
import Pictures
package import RetryNumerics
import Simulation
package import TextLayout

/// The report of a strategy measured for each value of its parameters.
package struct SweepReport: MeasuredReport {
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
  let planned: Int
  private let seed: UInt64
  private let spread: Nanoseconds?
  package let style: Style

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

  /// The table, and points over one parameter or maps over two.
  package var sections: [ReportSection] {
    [
      ReportSection(heading), ReportSection([.table(table)], decides: pictures.isEmpty),
      ReportSection(knee),
    ] + pictures.map { ReportSection($0) }
  }

  package var heading: [String] {
    let isPartial = rows.count < planned || rows[rows.count - 1].calls.isPartial
    let partial = isPartial ? "\(style.separator)partial, \(rows.count) of \(planned)" : ""
    // The last row alone may be cut short.
    let text = rows[0].calls.heading(seed: seed, spread, style, tellsPartial: false) + partial
    return Wrapping.lines(text, width: style.width)
  }

  private var table: Table {
    var figures = FigureTable.sweeping(names, rows.map(\.calls))
    for row in rows { figures.add(row.values, row.calls) }
    return figures.table
  }

  /// The value up to which a load bears its parameter.
  private var knee: [String] {
    guard names.count == 1, let knee = rows.map(\.calls).knee else { return [] }
    let rate = Figure.success.text(of: rows[knee + 1].calls) ?? ""
    return Wrapping.lines(
      "knee at \(names[0]) \(rows[knee].values[0]): up to there, success stays within 5% of its best; at \(rows[knee + 1].values[0]) it is \(rate)",
      width: style.width)
  }
}
