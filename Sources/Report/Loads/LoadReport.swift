package import Measurement
package import Pictures
import RetryNumerics
import Simulation
package import TextLayout
import VirtualTime

/// The report of a load: a chart over time and the figures of its calls.
package struct LoadReport: MeasuredReport {
  private let sample: LoadSample
  private let seed: UInt64
  package let style: Style

  package init(_ sample: LoadSample, seed: UInt64, style: Style) {
    self.sample = sample
    self.seed = seed
    self.style = style
  }

  private var load: Load { sample.load }

  package var sections: [ReportSection] {
    guard let first = sample.runs.first else {
      return [ReportSection(["stopped before the first run ended"])]
    }
    let stop = LoadText.stop(first.record).map { Wrapping.lines($0, width: style.width) } ?? []
    let run = sample.planned > 1 ? ["  chart of the first run, \(first.seed.seedPhrase)"] : []
    return [
      ReportSection(heading + stop), ReportSection(chart), ReportSection(inBrief: run + brief),
      ReportSection(run + [""], decides: false),
    ] + figures + [
      ReportSection(phases, decides: false), ReportSection(populations, decides: false),
      ReportSection(resources, decides: false), ReportSection(strategies, decides: false),
      ReportSection(RateSteps(sample).table, decides: false), ReportSection(aftermath),
    ]
  }

  package var pictures: [Picture] {
    [chart].compactMap(\.self) + (calls?.pictures ?? [])
  }

  private var chart: Picture? { sample.runs.first.flatMap { LoadChart([$0.record]).picture } }

  private var calls: StatsReport? {
    sample.calls.calls > 0 ? StatsReport(.concurrent(sample), seed: seed, style: style) : nil
  }

  /// The figures of all calls, which the chart over time and a line stand for on the first screen.
  private var figures: [ReportSection] {
    guard let calls else { return [ReportSection(["no measured call ended"], decides: false)] }
    return calls.figures.map { ReportSection($0.blocks, decides: false) }
  }

  private var brief: [String] {
    let calls = MeasuredCalls.concurrent(sample)
    let figures: [(String, Figure)] = [
      ("success", .success), ("attempts", .load), ("p50", .p50), ("p99", .p99),
    ]
    let words = figures.compactMap { name, figure in figure.text(of: calls).map { "\(name) \($0)" }
    }
    guard !words.isEmpty else { return ["no measured call ended"] }
    return Wrapping.lines(words.joined(separator: style.separator), width: style.width)
  }

  private var aftermath: [String] {
    guard let words = AftermathText(sample).text else { return [] }
    return [""] + Wrapping.lines(words, width: style.width)
  }

  /// How long it was, or when the last client was done in each run.
  private var time: String {
    guard let clients = load.finiteClients else { return "for \(load.duration.brief)" }
    let calling = sample.runs.map(\.record.calling).max() ?? 0
    guard calling == 0 else {
      let all = clients * sample.runs.count
      let sum = sample.runs.reduce(0) { $0 + $1.record.calling }
      return "\(sum.grouped) of \(all.counting("client")) still calling after \(load.duration)"
    }
    let ends = sample.runs.compactMap(\.record.finished)
    guard let first = ends.min(), let last = ends.max() else { return "for \(load.duration.brief)" }
    return "last client done after "
      + (first == last ? last.brief : "\(first.brief)...\(last.brief)")
  }

  package var heading: [String] {
    var parts = [LoadText.arrivals(load), time]
    if load.warmup > .zero { parts.append("after a warm-up of \(load.warmup)") }
    parts.append(sample.calls.calls.counting("call"))
    parts += inFlight.map { [$0] } ?? []
    if let last = sample.runs.dropFirst().last {
      let seeds =
        PinnedDraw(of: seed) == nil ? "seeds \(seed)...\(last.seed)" : seed.seedPhrase
      parts.append("\(sample.runs.count.counting("run")), \(seeds)")
    } else {
      parts.append(seed.seedPhrase)
    }
    if sample.runs.count < sample.planned {
      parts.append("partial, of \(sample.planned.counting("run"))")
    } else if sample.runs.contains(where: \.isPartial) {
      parts.append("partial")
    }
    return Wrapping.lines(parts.joined(separator: style.separator), width: style.width)
  }

  /// The calls in flight at the end of the load, and what became of them.
  private var inFlight: String? {
    let count = sample.runs.reduce(0) { $0 + $1.record.inFlight }
    guard count > 0 else { return nil }
    let words = "\(count.grouped) in flight at the end"
    let unended = sample.runs.reduce(0) { $0 + $1.record.unended }
    if sample.runs.contains(where: \.isPartial) { return words + ", which are left out" }
    if load.drain == .zero { return words + ", which count as not ended" }
    guard unended > 0 else { return words }
    let some = unended == count ? "all" : unended.grouped
    return words + ", \(some) still after \(load.drain.brief) more"
  }

  /// The figures before, during and after what disturbs the load, as means over the runs.
  private var phases: Table? {
    guard sample.runs.contains(where: { !$0.record.phases.isEmpty }) else { return nil }
    var table = Table(
      [.yielding] + Array(repeating: .right, count: 4),
      head: ["", "success", "amplification", "offered", "busiest"], spare: [3, 2])
    let calls = MeasuredCalls.concurrent(sample)
    for (phase, figures) in Figure.byPhase {
      let values = figures.map { $0.text(of: calls) }
      guard values.contains(where: { $0 != nil }) else { continue }
      table.add(([phase.rawValue] + values.map { $0 ?? "–" }).map { .init($0) })
    }
    return table
  }

  /// The figures of each of several loads that ran together.
  private var populations: Table? {
    guard !load.names.isEmpty else { return nil }
    var table = Table(
      [.yielding] + Array(repeating: .right, count: 6),
      head: ["", "calls", "success", "attempts", "mean", "p50", "p99"], spare: [4, 6])
    for (index, name) in load.names.enumerated() {
      let calls = sample.part(index).calls
      let latency = calls.latency
      let times = [latency.mean] + [0.5, 0.99].map { latency.quantile($0).map(Double.init) }
      let row = [
        name, calls.calls.grouped, calls.successRate.map { Figures.share($0.value) } ?? "–",
        calls.load.map(Figures.number) ?? "–",
      ]
      table.add((row + times.map { $0.map(Figures.time) ?? "–" }).map { .init($0) })
    }
    return table
  }

  /// The sum of the measured spans of all runs, and their length in nanoseconds.
  private var sum: (total: LoadSpan, time: Double)? {
    let totals = sample.runs.compactMap(\.total)
    guard let start = totals.first, totals.contains(where: { $0.length > .zero }) else {
      return nil
    }
    return (
      totals.dropFirst().reduce(start) { $0.joined(with: $1) },
      totals.reduce(0) { $0 + Double($1.length.count) }
    )
  }

  /// What strategies with a memory decided over all runs.
  private var strategies: Table? {
    guard let known = sample.runs.first?.record.strategies, !known.isEmpty, let (total, _) = sum
    else { return nil }
    let canOpen = known.contains { $0.measure == .open }
    var table = Table(
      [.yielding, .right, .right, .right],
      head: ["", "allowed", "refused", canOpen ? "opened" : ""])
    for (strategy, figures) in zip(known, total.strategies) {
      let opened = strategy.measure == .open ? figures.opened.grouped : ""
      table.add(
        [strategy.name, figures.allowed.grouped, figures.refused.grouped, opened].map {
          .init($0)
        })
    }
    return table
  }

  /// The figures of servers and channels over all runs.
  private var resources: Table? {
    guard let first = sample.runs.first, !first.record.resources.isEmpty, let (total, time) = sum
    else { return nil }
    let resources = first.record.resources
    let rare = ResourceCounter.rare.filter { resources.contains(where: $0.isGiven) }
    let utilization = style.isNarrow ? "util" : "utilization"
    let head = [
      "", utilization, "queue", "max queue", "arrived", "refused", "abandoned", "wasted",
    ]
    var table = Table(
      [.yielding] + Array(repeating: .right, count: 7 + rare.count),
      head: head + rare.map(\.key), spare: [7, 6, 3])
    for (resource, figures) in zip(first.record.resources, total.resources) {
      let busy = resource.slots.map { Double(figures.busy) / time / Double($0) }
      table.add(
        [
          resource.name, busy.map(Figures.share) ?? "",
          Figures.number(Double(figures.waiting) / time), figures.longestQueue.grouped,
          figures.arrived.grouped, figures.refused.grouped,
          figures.abandoned.grouped, figures.wasted.grouped,
        ].map { .init($0) }
          + rare.map { .init($0.count(figures).grouped) })
    }
    return table
  }
}
