package import Measurement
import Simulation

/// A strategy measured for each value of its parameters.
package struct SweepReport {
  /// The values of the parameters and what was measured with them.
  package struct Row: Sendable {
    let values: [String]
    /// What was measured.
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
  let style: Style

  /// Creates the report of what was measured, of so many rows that were planned.
  package init(names: [String], rows: [Row], planned: Int, seed: UInt64, style: Style) {
    self.names = names
    self.rows = rows
    self.planned = planned
    self.seed = seed
    self.style = style
  }

  /// The whole report: a table, and lines over one parameter, or a map of the success rate over two.
  package var text: String {
    (heading + table.lines(style).map(\.text) + charts + map).joined(separator: "\n")
  }

  /// The success rate and a high percentile over one parameter.
  private var charts: [String] {
    guard names.count == 1, rows.count > 2 else { return [] }
    let labels = rows.map { $0.values[0] }
    let rates = rows.map { $0.measured.successRate?.value ?? 0 }
    let times = rows.map { Double($0.measured.latency.quantile(0.99) ?? 0) }
    let charts = [
      LineChart(
        "success by \(names[0])", rates, labels: labels, style: style, text: Figures.share),
      LineChart("p99 by \(names[0])", times, labels: labels, style: style, text: Figures.time),
    ]
    return charts.flatMap { $0?.lines ?? [] }
  }

  private var heading: [String] {
    let calls = Int(rows.first?.measured.calls ?? 0).counting("call")
    let partial =
      rows.count < planned ? "\(style.separator)partial, \(rows.count) of \(planned)" : ""
    return ["\(calls) each, on the same faults\(style.separator)seed \(seed)\(partial)"]
  }

  private var table: Table {
    var table = Table(
      names.map { _ in .right } + [.right, .left, .right, .right, .right, .right])
    let heads = names + ["success", "", "attempts", "mean", "p99", "wasted"]
    table.add(heads.map { Table.Cell($0, .faint) })
    for row in rows {
      let (measured, latency) = (row.measured, row.measured.latency)
      let rate = measured.successRate?.value ?? 0
      table.add(
        row.values.map { Table.Cell($0, .strong) } + [
          .init(Figures.share(rate)), .init(Bar.text(rate, width: 12, style), .success),
          .init(measured.load.map(Figures.number) ?? ""),
          .init(latency.mean.map(Figures.time) ?? ""),
          .init(latency.quantile(0.99).map(Figures.time) ?? ""),
          .init(measured.wastedShare.map(Figures.share) ?? "", .faint),
        ])
    }
    return table
  }

  private static let shades = [" ", "░", "▒", "▓", "█"]
  private static let marks = [" ", ".", "-", "+", "#"]

  /// The success rate over two parameters, the darker the better.
  private var map: [String] {
    guard names.count == 2, rows.count == planned else { return [] }
    let shades = style.isUnicode ? Self.shades : Self.marks
    var lines = ["", "success by \(names[0]) down and \(names[1]) across, from 0% to 100%"]
    var previous: String?
    let width = rows.map { DisplayWidth.columns(of: $0.values[0]) }.max() ?? 0
    for row in rows {
      if row.values[0] != previous {
        lines.append("  " + Fitting.padLeft(row.values[0], to: width) + "  ")
      }
      previous = row.values[0]
      let rate = row.measured.successRate?.value ?? 0
      let shade = shades[min(Int(rate * Double(shades.count)), shades.count - 1)]
      lines[lines.count - 1] += shade + shade
    }
    return lines
  }

  /// The rows of a table for a program.
  package func csv(subject: String) -> MeasurementCSV {
    MeasurementCSV(
      rows.map { row in
        .init(
          row.measured, subject: subject, seed: seed,
          parameters: zip(names, row.values).map { (name: $0, value: $1) })
      })
  }

  /// The rows as objects, whose parameters are named.
  package func json(subject: String) -> [JSONValue] {
    rows.map { row in
      let parameters = zip(names, row.values).map { name, value in
        JSONValue.Member(key: name, value: .string(value))
      }
      return MeasurementJSON(
        row.measured, subject: subject, seed: seed, parameters: .object(parameters)
      ).json
    }
  }
}
