import Measurement
import RetryNumerics
import Simulation
import TextLayout

/// A table of measurements: a row for each, and a column for each figure.
struct FigureTable {
  private struct Column: Sendable {
    let head: String
    let figure: Figure
    /// The place among the columns that a narrow screen leaves out; `nil` keeps it.
    var spare: Int?
    var ink: Ink?
    /// Its format, if it is not that of its unit.
    var format: (@Sendable (Double) -> String)?

    func isGiven(inAnyOf rows: [MeasuredCalls]) -> Bool { rows.contains(where: figure.isGiven) }

    func text(of calls: MeasuredCalls) -> String? {
      guard figure.isGiven(calls), let number = figure.number(of: calls)?.size else { return nil }
      return (format ?? figure.text)(number)
    }
  }

  /// The columns that follow the success rate.
  private let columns: [Column]
  /// The cells that name the rows.
  private let heads: [String]
  private var rows: [[Table.Cell]] = []

  private init(_ columns: [Column], heads: [String]) {
    (self.columns, self.heads) = (columns, heads)
  }

  static func comparing(_ rows: [MeasuredCalls]) -> FigureTable {
    let columns =
      rows.first?.sample == nil
      ? [
        Column(head: "attempts", figure: .load, spare: 4),
        Column(head: "mean", figure: .meanLatency, spare: 2),
        Column(head: "p50", figure: .p50, spare: 3), Column(head: "p99", figure: .p99, spare: 6),
        Column(head: "max", figure: .longest, spare: 1),
      ] : loads
    return FigureTable(columns + harm(in: rows), heads: [""])
  }

  static func weighing(_ rows: [MeasuredCalls]) -> FigureTable {
    let columns = [
      Column(head: "p99", figure: .p99, spare: 6), Column(head: "requests", figure: .offered),
      Column(head: "busiest", figure: .busiest), Column(head: "retries", figure: .retried),
    ]
    return FigureTable(columns + harm(in: rows), heads: [""])
  }

  static func sweeping(_ names: [String], _ rows: [MeasuredCalls]) -> FigureTable {
    let columns =
      rows.first?.sample == nil
      ? [
        Column(head: "attempts", figure: .load, spare: 3),
        Column(head: "mean", figure: .meanLatency, spare: 2),
        Column(head: "p99", figure: .p99, spare: 6),
        Column(head: "in vain", figure: .waste, spare: 1, ink: .faint),
      ] : loads
    // They have no latency, so that nothing else in a row tells of them.
    let hung = [Column(head: "hung", figure: .hung)].filter { $0.isGiven(inAnyOf: rows) }
    return FigureTable(columns + hung + harm(in: rows), heads: names)
  }

  /// The columns for what retries do besides, if any row has an operation of which that is known.
  private static func harm(in rows: [MeasuredCalls]) -> [Column] {
    [
      Column(head: "duplicates", figure: .duplicates),
      Column(head: "cost", figure: .cost, format: Figures.price),
    ]
    .filter { $0.isGiven(inAnyOf: rows) }
  }

  private static let loads = [
    Column(head: "goodput", figure: .goodput, spare: 4),
    Column(head: "attempts", figure: .amplification, spare: 5),
    Column(head: "mean", figure: .meanLatency, spare: 2),
    Column(head: "p99", figure: .p99, spare: 6),
    Column(head: "queue", figure: .queue, spare: 1), Column(head: "busy", figure: .busy, spare: 3),
  ]

  mutating func add(_ names: [String], _ calls: MeasuredCalls) {
    let rate = Figure.success.number(of: calls).flatMap(\.size)
    rows.append(
      names.map { Table.Cell($0, .strong) } + [Table.Cell(rate.map(Figures.share))]
        + columns.map { Table.Cell($0.text(of: calls), $0.ink) })
  }

  var table: Table {
    let first = heads.count + 1
    let spare =
      columns.enumerated().filter { $1.spare != nil }
      .sorted { ($0.element.spare ?? 0) < ($1.element.spare ?? 0) }.map { first + $0.offset }
    let named: Table.Alignment = heads == [""] ? .left : .right
    var table = Table(
      heads.map { _ in named } + [.right] + columns.map { _ in .right },
      head: heads + ["success"] + columns.map(\.head), spare: spare)
    for row in rows { table.add(row) }
    return table
  }
}

extension Figure {
  /// Returns its value with significant digits, if it has one.
  func text(of calls: MeasuredCalls) -> String? {
    number(of: calls).flatMap(\.size).map(text)
  }

  func text(_ number: Double) -> String {
    switch unit {
    case .share: Figures.share(number)
    case .duration: Figures.time(number)
    case .rate: Figures.rate(number)
    case .count: Int64(rounding: number).grouped
    case .number, .fault, .flag, .text: Figures.number(number)
    }
  }
}
