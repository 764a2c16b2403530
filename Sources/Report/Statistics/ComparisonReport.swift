package import Measurement
package import RetryNumerics
import Simulation
package import TextLayout

/// The report of a comparison: figures of each strategy, and differences from the first.
package struct ComparisonReport {
  private let comparison: Comparison
  private let subjects: [String]
  private let seed: UInt64
  private let spread: Nanoseconds?
  private let style: Style

  /// Creates the report of a comparison of subjects.
  package init(
    _ comparison: Comparison, subjects: [String], seed: UInt64, spread: Nanoseconds? = nil,
    style: Style
  ) {
    self.comparison = comparison
    self.subjects = subjects
    self.seed = seed
    self.spread = spread
    self.style = style
  }

  /// The whole report.
  package var text: String { lines.joined(separator: "\n") }

  /// The lines of the report.
  package var lines: [String] {
    guard let first = comparison.rows.first?.measured, first.calls > 0 else {
      return ["stopped before the first call ended"]
    }
    let calls = "\(Int(first.calls).counting("call")) each, with the same faults"
    let partial =
      first.isPartial ? "\(style.separator)partial, of \(Int(first.planned).grouped)" : ""
    let heading = calls + partial + style.separator + "seed \(seed)\(spread.overWords)"
    return Wrapping.lines(heading, width: style.width) + names
      + figures.lines(style).map(\.text) + endings + differences
  }

  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)

  private func letter(_ row: Int) -> String { Self.letters[row % Self.letters.count] }

  private var names: [String] {
    subjects.enumerated().map { row, subject in
      var line = TextLine(style: style)
      line.add("  \(letter(row))  ", .strong)
      line.add(subject)
      return line.text
    }
  }

  /// The outcomes other than success and failure, for the strategies that have any.
  private var endings: [String] {
    comparison.rows.enumerated().flatMap { row, compared -> [String] in
      let outcomes = compared.measured.outcomes
      let others = OutcomeCounts.Kind.allCases.filter {
        $0 != .success && $0 != .failure && outcomes[$0] > 0
      }
      guard !others.isEmpty else { return [] }
      let words = others.map { kind in
        "\(kind.rawValue)\(kind == .stopped ? " by a limit" : "") \(Int(outcomes[kind]).grouped)"
      }
      return Wrapping.lines(
        "  \(letter(row))  \(words.joined(separator: style.separator))", width: style.width)
    }
  }

  private var figures: Table {
    let (bar, mean, max) = (2, 4, 7)
    var table = Table(
      [.left, .right, .left, .right, .right, .right, .right, .right], spare: [bar, max, mean])
    table.add(
      ["", "success", "", "attempts", "mean", "p50", "p99", "max"].map { .init($0, .faint) })
    for (row, compared) in comparison.rows.enumerated() {
      let measured = compared.measured
      let (latency, rate) = (measured.latency, measured.successRate?.value)
      let times = [latency.quantile(0.5), latency.quantile(0.99), latency.max]
      table.add(
        [
          .init("  \(letter(row))", .strong), .init(rate.map(Figures.share)),
          .init(rate.map { Bar.text($0, width: 10, style) }, .success),
          .init(measured.load.map(Figures.number)), .init(latency.mean.map(Figures.time)),
        ] + times.map { Table.Cell($0.map(Figures.time)) })
    }
    return table
  }
}

// MARK: - Differences

extension ComparisonReport {
  private var differences: [String] {
    comparison.rows.indices.dropFirst().flatMap { row in
      var table = Table([.left, .right, .left, .left])
      var sentences: [String] = []
      for (figure, difference) in comparison.differences(ofRow: row) where figure != .waited {
        guard let difference else { continue }
        let (name, text, unit) = Self.words(figure)
        let signed = { (value: Double) in (value > 0 ? "+" : "") + text(value) }
        let value = signed(difference.estimate.value) + unit
        let interval = "(\(Figures.interval(difference.estimate, signed)))"
        let verdict = verdict(difference)
        table.add([
          .init("    \(name)"), .init(value), .init(interval, .faint), .init(verdict, .faint),
        ])
        sentences.append("    \(name)  \(value) \(interval), \(verdict)")
      }
      let title = "  \(letter(row)) compared with \(letter(0))"
      let lines = table.lines(style)
      let isCut = lines.contains { $0.columns > style.width }
      return [title]
        + (isCut
          ? sentences.flatMap { Wrapping.lines($0, width: style.width) } : lines.map(\.text))
    }
  }

  /// The name, number format and unit of a figure.
  private static func words(
    _ figure: Comparison.Figure
  ) -> (name: String, text: (Double) -> String, unit: String) {
    switch figure {
    case .success: ("success", { Figures.decimal($0 * 100, 2) }, " points")
    case .attempts: ("attempts", Figures.number, "")
    case .latency: ("mean latency", Figures.time, "")
    case .p99: ("p99 latency", Figures.time, "")
    case .waited: ("waited", Figures.time, "")
    }
  }

  private func verdict(_ difference: Difference) -> String {
    if difference.isSignificant { return "significant" }
    guard let calls = difference.callsNeeded else { return "no difference" }
    return "not significant; about \(Int(clamping: calls).grouped) calls would settle it"
  }
}
