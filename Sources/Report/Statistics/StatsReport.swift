package import Measurement
package import Pictures
package import RetryNumerics
import Simulation
package import TextLayout

/// The figures of many calls as text.
package struct StatsReport: MeasuredReport {
  private let calls: MeasuredCalls
  private let measured: Measurement
  private let seed: UInt64
  private let spread: Nanoseconds?
  private let exact: ClosedForm?
  package let style: Style

  /// Creates the report of calls, with the prediction of theory if any.
  package init(
    _ calls: MeasuredCalls, seed: UInt64, spread: Nanoseconds? = nil, exact: ClosedForm? = nil,
    style: Style
  ) {
    (self.calls, measured, self.seed, self.exact) = (calls, calls.all, seed, exact)
    (self.spread, self.style) = (spread, style)
  }

  package var sections: [ReportSection] {
    guard measured.calls > 0 else {
      return [ReportSection(["stopped before the first call ended"])]
    }
    return [ReportSection(heading)] + figures
  }

  /// The sections below the heading.
  var figures: [ReportSection] {
    [ReportSection([.lines(words), .table(latencies)])]
      + counts.map { ReportSection($0, decides: false) } + [ReportSection(latency)]
  }

  package var heading: [String] {
    var line = TextLine(style: style)
    line.add(measured.calls.counting("call"), .strong)
    if measured.isPartial {
      line.addSeparator()
      line.add("partial, of \(measured.planned.grouped)", .error)
    }
    line.addSeparator()
    line.add(seed.seedPhrase + spread.overPhrase)
    return line.columns > style.width
      ? Wrapping.lines(line.plainText, width: style.width) : [line.text]
  }
}

// MARK: - Figures

extension StatsReport {
  /// The figures described in text, wrapped to the width.
  private var words: [String] {
    var rows = [("success", success), ("attempts", load)]
    if let mean = values.mean, let most = values.max {
      rows.append(("values", "mean \(Figures.number(mean))\(style.separator)max \(most)"))
    }
    rows.append(("outcomes", outcomes))
    if measured.outcomes.hung > 0 {
      let count = measured.outcomes.hung
      rows.append(("hung", "\(count.counting("call")) \(endless) (no latency)"))
    }
    for (limit, count) in measured.stops.sorted(by: { $0.key.name < $1.key.name }) {
      rows.append(("limits", "\(count.grouped) \(limit.phrase): \(limit.advice)"))
    }
    if let effects { rows.append(("effects", effects)) }
    if let cost { rows.append(("cost", cost)) }
    if let stale = measured.servedStale.stalePhrase { rows.append(("cache", stale)) }
    if measured.asked > 0 { rows.append(("asked", asked)) }
    if !measured.errors.sorted.isEmpty { rows.append(("errors", errors)) }
    if let theory { rows.append(("theory", theory)) }
    let text = rows.map { Fitting.padRight($0.0, to: 10) + SafeText.make($0.1, style: style) }
      .joined(separator: "\n")
    return Wrapping.lines(text, width: style.width)
  }

  private var latencies: Table {
    let (mean, p90, p999) = (1, 3, 5)
    var table = Table(
      [.left, .right, .right, .right, .right, .right, .right],
      head: ["", "mean", "p50", "p90", "p99", "p99.9", "max"], spare: [p999, p90, mean])
    if measured.latency.count > 0 { table.add(latency("latency", measured.latency)) }
    if measured.outcomes.success < measured.calls, measured.outcomes.success > 0 {
      table.add(latency("succeeded", measured.successLatency))
    }
    if measured.waited.greatest > 0 { table.add(latency("waited", measured.waited)) }
    return table
  }

  private var endless: String {
    calls.sample == nil
      ? "would never end" : "had not ended when the load stopped waiting"
  }

  private var success: String {
    let estimate = Figure.success.estimate(of: calls)
    let interval = estimate.map { "  (\(Figures.interval($0, Figures.share)))" } ?? ""
    return Figures.share(Double(measured.outcomes.success) / Double(measured.calls)) + interval
  }

  /// How often effects happened, if operations state them.
  private var effects: String? {
    guard let effects = measured.effects, measured.calls > 0 else { return nil }
    let share = { (count: UInt64) in Figures.share(Double(count) / Double(measured.calls)) }
    let mean = Figures.number(effects.mean(of: measured.calls).value)
    return [
      "mean \(mean)", "duplicated in \(share(effects.duplicated)) of calls",
      "unheard in \(share(effects.unheard)): it happened, but the call did not succeed",
    ].joined(separator: style.separator)
  }

  /// The costs of calls, if operations have a price.
  private var cost: String? {
    guard let mean = measured.costs?.mean(of: measured.calls) else { return nil }
    let each = measured.costs?.perSuccess(measured.outcomes.success, of: measured.calls).value
    return "mean \(Figures.price(mean.value)) per call"
      + (each.flatMap { $0.isFinite ? "\(style.separator)\(Figures.price($0)) per success" : nil }
        ?? "")
  }

  private var load: String {
    let mean = measured.load.map { "mean \(Figures.number($0))" }
    let most = measured.attempts.max.map { "max \($0)" }
    let wasted = measured.wasted.flatMap {
      $0.value > 0
        ? "\(Figures.share($0.value)) of retries in vain: their calls failed anyway" : nil
    }
    return [mean, most, wasted].compactMap(\.self).joined(separator: style.separator)
  }

  private func latency(_ name: String, _ histogram: Histogram) -> [Table.Cell] {
    let quantiles = [0.5, 0.9, 0.99, 0.999].map { histogram.quantile($0) } + [histogram.max]
    return [.init(Fitting.padRight(name, to: 9)), .init(histogram.mean.map(Figures.time))]
      + quantiles.map { .init($0.map(Figures.time)) }
  }

  private var outcomes: String {
    OutcomeCounts.Kind.allCases.filter { measured.outcomes[$0] > 0 }.map { kind in
      let bound = kind == .stopped ? " by a limit" : ""
      return "\(kind.rawValue)\(bound) \(measured.outcomes[kind].grouped)"
    }.joined(separator: style.separator)
  }

  private var asked: String {
    let (asked, calls) = (Double(measured.asked), Double(measured.calls))
    return "a person in \(Figures.share(asked / calls)) of calls"
  }

  private var errors: String {
    let sorted = measured.errors.sorted
    let shown = sorted.prefix(6).map { "\($0.fault) \($0.count.grouped)" }
    let rest = sorted.count > 6 ? ["\(sorted.count - 6) more"] : []
    return (shown + rest).joined(separator: style.separator)
  }

  /// The prediction of theory, and whether the measurement matches it.
  private var theory: String? {
    guard let verdicts = exact?.verdicts(on: measured), !verdicts.isEmpty else { return nil }
    let texts = verdicts.map { verdict in
      let text =
        switch verdict.figure {
        case .successRate: "success \(Figures.share(verdict.exact))"
        case .meanAttempts: "attempts \(Figures.number(verdict.exact))"
        case .meanWait: "waited \(Figures.time(verdict.exact))"
        case .meanLatency: "latency \(Figures.time(verdict.exact))"
        }
      return text + (verdict.isInside ? "" : " (differs, as 1 of 40 do by chance)")
    }
    let ending =
      !verdicts.allSatisfy(\.isInside)
      ? "" : verdicts.allSatisfy(\.isJudged) ? ": confirmed" : ": too few calls to tell"
    return texts.joined(separator: style.separator) + ending
  }
}

// MARK: - Pictures

extension StatsReport {
  /// The number of values per call, if calls may send several.
  private var values: Histogram {
    measured.values.greatest > 1 ? measured.values : Histogram()
  }

  package var pictures: [Picture] {
    measured.calls > 0
      ? [Picture(outcomesOf: measured, success: Figure.success.estimate(of: calls))]
        + [latency].compactMap(\.self) + counts : []
  }

  private var latency: Picture? {
    Picture(fewLatenciesOf: measured) ?? Picture(latenciesOf: [measured], names: [])
  }

  /// How many attempts and values calls had.
  private var counts: [Picture] {
    [("attempts", measured.attempts), ("values", values)].compactMap {
      Picture($0, $1, of: measured.calls)
    }
  }
}
