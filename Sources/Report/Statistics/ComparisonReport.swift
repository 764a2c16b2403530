package import Measurement
package import Pictures
package import RetryNumerics
import Simulation
package import TextLayout
import VirtualTime

/// The report of a comparison: figures of each strategy, and differences from the first.
package struct ComparisonReport: MeasuredReport {
  let compared: Compared
  let rows: [MeasuredCalls]
  private let subjects: [String]
  private let seed: UInt64
  private let spread: Nanoseconds?
  package let style: Style

  package init(
    _ compared: Compared, subjects: [String], seed: UInt64, spread: Nanoseconds? = nil,
    style: Style
  ) {
    (self.compared, rows) = (compared, compared.rows)
    self.subjects = subjects
    self.seed = seed
    self.spread = spread
    self.style = style
  }

  /// What loads ask of a server, in one line each.
  package var weighing: String {
    (heading + table(.weighing(rows)).lines(style).map(\.text)).joined(separator: "\n")
  }

  package var sections: [ReportSection] {
    guard let first = rows.first, first.all.calls > 0 else {
      return [ReportSection(["stopped before the first call ended"])]
    }
    let verdict = verdict.map { [""] + Wrapping.lines($0, width: style.width) } ?? []
    return [
      ReportSection(heading + names), ReportSection(frontier),
      ReportSection([.lines(verdict + [""]), .table(table(.comparing(rows)))]),
      ReportSection(endings), ReportSection(latencyCurves, decides: false),
      ReportSection([.lines([""])] + differences, decides: false),
    ]
  }

  package var pictures: [Picture] {
    let names = subjects.indices.map { isNamed ? subjects[$0] : "\(letter($0))  \(subjects[$0])" }
    let latencies =
      rows.count > Self.mostCurves ? nil : Picture(latenciesOf: rows.map(\.all), names: names)
    return [key, frontier, latencyCurves, latencies].compactMap(\.self)
      + (rows.count > Self.mostDifferences ? [] : differencePictures)
  }

  /// What the letters stand for, where the title does not tell it.
  private var key: Picture? {
    guard rows.count > Self.mostTitled, !isNamed else { return nil }
    return Picture(
      title: "", axis: Axis(0...1) { _ in "" },
      rows: subjects.indices.map { Picture.Row(letter($0), remark: subjects[$0]) })
  }

  /// The most strategies whose differences are drawn: more would be an image of many pages.
  private static let mostDifferences = 12

  /// The most strategies that the title names.
  private static let mostTitled = 3

  package var title: String? {
    rows.count > Self.mostTitled ? "\(rows.count) strategies" : subjects.joined(separator: ", ")
  }

  package var heading: [String] {
    Wrapping.lines(
      rows.first?.heading(seed: seed, spread, style) ?? "", width: style.width)
  }

  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)

  /// Whether the rows have the names of their subjects, if these are short, where there are not enough letters.
  private var isNamed: Bool {
    subjects.count > Self.letters.count && subjects.allSatisfy { $0.count <= style.width / 3 }
  }

  /// The mark of a row: a name, or one letter or two.
  func letter(_ row: Int) -> String {
    if isNamed { return subjects[row] }
    let (tens, ones) = row.quotientAndRemainder(dividingBy: Self.letters.count)
    return (tens > 0 ? Self.letters[(tens - 1) % Self.letters.count] : "") + Self.letters[ones]
  }

  private var names: [String] {
    isNamed
      ? []
      : subjects.enumerated().map { row, subject in
        var line = TextLine(style: style)
        line.add("  \(letter(row))  ", .strong)
        line.add(subject)
        return line.text
      }
  }

  /// The outcomes other than success and failure, for the strategies that have any.
  private var endings: [String] {
    rows.enumerated().flatMap { row, calls -> [String] in
      let outcomes = calls.all.outcomes
      let others = OutcomeCounts.Kind.allCases.filter {
        $0 != .success && $0 != .failure && outcomes[$0] > 0
      }
      guard !others.isEmpty else { return [] }
      let words = others.map { kind in
        "\(kind.rawValue)\(kind == .stopped ? " by a limit" : "") \(outcomes[kind].grouped)"
      }
      return Wrapping.lines(
        "  \(letter(row))  \(words.joined(separator: style.separator))", width: style.width)
    }
  }

  private func table(_ figures: FigureTable) -> Table {
    var figures = figures
    for (row, calls) in rows.enumerated() { figures.add(["  \(letter(row))"], calls) }
    return figures.table
  }
}

// MARK: - Differences

extension ComparisonReport {
  private var differences: [ReportBlock] {
    compared.differences.enumerated().dropFirst().flatMap { row, differences -> [ReportBlock] in
      var table = Table([.left, .right, .left, .left])
      var sentences: [String] = []
      for difference in differences where difference.figure.isShown {
        let (name, text, unit) = difference.figure.differenceText
        let signed = { (value: Double) in (value > 0 ? "+" : "") + text(value) }
        let value = signed(difference.difference.estimate.value) + unit
        let interval = "(\(Figures.interval(difference.difference.estimate, signed)))"
        let isShown = text(difference.difference.estimate.value) != text(0)
        let verdict = verdict(difference.difference, isShown)
        table.add([
          .init("    \(name)"), .init(value), .init(interval, .faint), .init(verdict, .faint),
        ])
        sentences.append("    \(name)  \(value) \(interval), \(verdict)")
      }
      let title = "  \(letter(row)) compared with \(letter(0))"
      let isCut = table.lines(style).contains { $0.columns > style.width }
      return [
        .lines([title]),
        isCut
          ? .lines(sentences.flatMap { Wrapping.lines($0, width: style.width) }) : .table(table),
      ]
    }
  }

  /// Judges a difference, of which nothing may be seen with the digits that are shown.
  private func verdict(_ difference: Difference, _ isShown: Bool) -> String {
    if difference.isSignificant { return isShown ? "significant" : "significant, but tiny" }
    guard isShown, let count = difference.countNeeded else { return "no difference" }
    let things = rows.first?.sample == nil ? "calls" : "runs"
    return "not significant; about \(count.grouped) \(things) would settle it"
  }
}

extension Figure {
  var isShown: Bool { name != Figure.waited.name }

  /// Its name, the format of its differences, and their unit.
  var differenceText: (name: String, text: @Sendable (Double) -> String, unit: String) {
    let name =
      switch name {
      case Figure.load.name: "attempts"
      case Figure.meanLatency.name: "mean latency"
      case Figure.p99.name: "p99 latency"
      default: name ?? ""
      }
    if unit == .share { return (name, { Figures.decimal($0 * 100, 2) }, " points") }
    return (name, { text($0) }, "")
  }
}

extension MeasuredCalls {
  /// Returns the heading of a table of as many calls or runs in each row.
  func heading(
    seed: UInt64, _ spread: Nanoseconds?, _ style: Style, tellsPartial: Bool = true
  ) -> String {
    if let sample {
      let runs = sample.runs.count
      let same = PinnedDraw(of: seed) == nil ? "the same seeds, from \(seed)" : seed.seedPhrase
      let partial =
        tellsPartial && runs < sample.planned
        ? "\(style.separator)partial, of \(sample.planned)" : ""
      return
        "\(runs.counting("run")) each, with \(same)\(partial)"
    }
    let calls = "\(all.calls.counting("call")) each, with the same faults"
    let partial =
      tellsPartial && all.isPartial
      ? "\(style.separator)partial, of \(all.planned.grouped)" : ""
    return calls + partial + style.separator + seed.seedPhrase + spread.overPhrase
  }
}
