import Measurement
import RetryLanguage
import RetryNumerics
import Simulation
import VirtualTime

/// The result whose figures `expect` uses.
enum LastResult: Sendable {
  case run(RunRecord)
  /// Many calls, and their source if they have a common one.
  case stats(Measurement, of: Source?)
  case load(LoadSample)

  /// The figures with their names and types.
  static let figures: [(name: String, figure: Figure, type: Type)] = Figure.allCases.compactMap {
    figure in figure.type.map { (figure.rawValue, figure, $0) }
  }

  /// Whether no call ended.
  var isEmpty: Bool {
    switch self {
    case .run: false
    case .stats(let measured, _): measured.calls == 0
    case .load(let sample): sample.calls.calls == 0
    }
  }

  /// How to make the figures more certain.
  var remedy: Expectation.Remedy {
    if case .load = self { .runs } else { .calls }
  }

  /// The names in conditions on a result, with their types.
  static let givens = figures.map { (name: $0.name, type: $0.type) }

  /// An end of the intervals of sampled figures, or the figures themselves.
  enum End: CaseIterable {
    case measured
    case low
    case high
  }

  /// Returns the figures in the order of their names.
  func values(_ end: End) -> [Item] { Self.figures.map { item($0.figure, end) } }

  /// Returns a figure, or `unit` if no call provides it.
  func item(_ figure: Figure, _ end: End) -> Item {
    switch self {
    case .run(let record): Self.run(record.trace.result, figure)
    case .stats(let measured, let source): Self.stats(measured, of: source, figure, end)
    case .load(let sample): Self.load(sample, figure, end)
    }
  }

  /// Returns a figure of one call, in the form of a figure of many calls.
  private static func run(_ result: CallResult, _ figure: Figure) -> Item {
    let item = figure.item(of: result)
    return switch (figure, item.plain) {
    case (.wasted, _): wasted(by: result)
    case (_, .bool(let flag)): .value(.double(flag ? 1 : 0))
    case (.attempts, .int(let number)), (.load, .int(let number)): .value(.double(Double(number)))
    default: item
    }
  }

  private static func wasted(by result: CallResult) -> Item {
    var alone = Measurement()
    alone.add(result)
    return stats(alone, of: nil, .wasted, .measured)
  }

  private static func stats(
    _ measured: Measurement, of source: Source?, _ figure: Figure, _ end: End
  ) -> Item {
    guard end != .measured else { return figure.item(of: measured) }
    guard let success = measured.successRate,
      let completed = Estimate(share: measured.outcomes.completed, of: measured.calls)
    else { return figure.item(of: measured) }
    let facts = source.map(Facts.init)
    let certainty = facts?.alike
    func mean(_ numbers: Histogram, _ isCertain: Bool?, upTo bound: Double) -> Double? {
      numbers.mean(end, isCertain: isCertain == true, upTo: bound)
    }
    let most = source.flatMap { Plan(of: $0).mostAttempts } ?? Limits().events
    let longest = Double((facts?.time.upperBound ?? .never).count)
    let latency = measured.latency
    return switch figure {
    case .success: share(success, end)
    case .completed: share(completed, end)
    case .wasted:
      if let wasted = measured.wasted {
        certainty?.attempts == true && certainty?.outcome == true
          ? figure.item(of: measured) : share(wasted, end)
      } else {
        // Without any retry the share is unknown, unless there can be none.
        .value(.double(end == .high && certainty?.attempts != true ? 1 : 0))
      }
    case .attempts, .load:
      mean(measured.attempts, certainty?.attempts, upTo: Double(most)).map {
        .value(.double($0))
      } ?? .unit
    case .latency:
      unbounded(
        time(mean(latency, certainty?.time, upTo: longest), end), measured, end)
    case .p50, .p90, .p99, .p999:
      figure.quantile.map { quantile($0, measured, end) } ?? .unit
    case .longest: unbounded(figure.item(of: measured), measured, end)
    case .waited: time(mean(measured.waited, certainty?.waited, upTo: longest), end)
    case .calls, .error, .outcome: figure.item(of: measured)
    }
  }

  /// Returns a figure of a load: exact for one run, with an interval for several.
  private static func load(_ sample: LoadSample, _ figure: Figure, _ end: End) -> Item {
    let source = sample.load.source
    func apart(_ calls: Measurement, _ end: End) -> Item { stats(calls, of: source, figure, end) }
    let measured = apart(sample.calls, .measured)
    guard end != .measured else { return measured }
    guard let runs = sample.estimate({ apart($0.calls, .measured).size }),
      let apart = apart(sample.calls, end).size
    else {
      if end == .low, case .value(.duration(.never)) = measured { return time(nil, end) }
      return end == .high ? fact(sample.calls, figure) ?? measured : measured
    }
    let edge = end == .low ? max(min(runs.low, apart), 0) : max(runs.high, apart)
    switch measured {
    case .value(.duration): return time(edge)
    case .value(.double) where figure.type == .share: return .value(.double(min(edge, 1)))
    case .value(.double): return .value(.double(edge))
    default: return measured
    }
  }

  /// Returns the maximum of a time of one run, if some of its calls have not ended.
  private static func fact(_ calls: Measurement, _ figure: Figure) -> Item? {
    guard calls.unfinished > 0 else { return nil }
    if let share = figure.quantile { return greatest(share, calls) }
    return figure == .latency || figure == .longest ? .value(.duration(.never)) : nil
  }

  /// Returns the maximum of a quantile, if unfinished calls may take longer than all others.
  private static func greatest(_ share: Double, _ calls: Measurement) -> Item {
    let place = share * Double(calls.calls) / Double(calls.calls - calls.unfinished)
    return time(place > 1 ? nil : calls.latency.quantile(place).map(Double.init))
  }

  private static func share(_ estimate: Estimate, _ end: End) -> Item {
    switch end {
    case .measured: .value(.double(estimate.value))
    case .low: .value(.double(estimate.low))
    case .high: .value(.double(estimate.high))
    }
  }

  /// Returns a quantile or an end of its interval, which is infinite if too few calls lie beyond it or too many
  /// have not ended.
  private static func quantile(_ share: Double, _ measured: Measurement, _ end: End) -> Item {
    let (low, high) = measured.latency.quantileInterval(
      share, of: measured.calls, unfinished: measured.unfinished)
    return time((end == .low ? low : high).map(Double.init), end)
  }

  /// Returns a mean or a maximum, which has no upper end if calls have not ended.
  private static func unbounded(_ item: Item, _ measured: Measurement, _ end: End) -> Item {
    end == .high && measured.unfinished > 0 ? .value(.duration(.never)) : item
  }

  /// Returns a time; if nothing has ended, it is infinite, with an interval from zero.
  private static func time(_ nanoseconds: Double?, _ end: End = .measured) -> Item {
    .value(
      .duration(nanoseconds.map { Nanoseconds(rounding: $0) } ?? (end == .low ? .zero : .never)))
  }
}

extension Item {
  /// The figure as a number, with times in nanoseconds.
  fileprivate var size: Double? {
    switch self {
    case .value(.duration(let span)): Double(span.count)
    case .value(.double(let number)): number
    default: nil
    }
  }
}
