import Measurement
import RetryLanguage
import RetryNumerics
import Simulation
import VirtualTime

extension Session {
  /// The calls that a command is to run, and who looks on.
  func trials(_ call: CommandCall) throws(Diagnostic) -> Trials {
    let calls = try call.count("calls", least: 1, most: 10_000_000_000) ?? 10_000
    return trials(calls: calls, seed: try call.seedAndCall(settings).seed)
  }

  /// So many calls, and who looks on.
  func trials(calls: Int, seed: UInt64) -> Trials {
    var trials = Trials(calls: 0..<UInt64(calls), seed: seed)
    trials.limits = settings.limits
    trials.threads = settings.threads
    trials.path = settings.usesEngineOnly ? .engine : nil
    trials.watch.isInterrupted = terminal.isInterrupted
    if let progress = terminal.progress {
      trials.watch.progress = { progress(Double($0) / Double(calls)) }
    }
    return trials
  }
}

/// What figures `expect` can ask about, and what they are.
enum LastResult {
  case run(RunRecord)
  case stats(Measurement)

  /// The names of the figures and their types.
  static let figures: [(name: String, type: Type)] = [
    ("success", .share), ("attempts", .double), ("load", .double), ("latency", .duration),
    ("p50", .duration), ("p90", .duration), ("p99", .duration), ("p999", .duration),
    ("longest", .duration), ("waited", .duration), ("calls", .int), ("error", .fault),
    ("completed", .share), ("wasted", .share),
  ]

  /// An end of the intervals of figures that were sampled, or the figures themselves.
  enum End: CaseIterable {
    case measured
    case low
    case high
  }

  /// The figures in the order of their names.
  func values(_ end: End) -> [Item] {
    switch self {
    case .run(let record): run(record.trace.result)
    case .stats(let measured): stats(measured, end)
    }
  }

  private func run(_ result: CallResult) -> [Item] {
    var error = Fault("none")
    if case .failure(let fault) = result.outcome { error = fault }
    let isSuccess = if case .success = result.outcome { 1.0 } else { 0.0 }
    let attempts = Item.value(.double(Double(result.tally.attempts)))
    let duration = Item.value(.duration(result.duration))
    return [
      .value(.double(isSuccess)), attempts, attempts, duration, duration, duration, duration,
      duration, duration, .value(.duration(result.tally.waited)), .value(.int(1)),
      .value(.fault(error)), .value(.double(result.outcome == .completed ? 1 : 0)),
      .value(.double(0)),
    ]
  }

  private func stats(_ measured: Measurement, _ end: End) -> [Item] {
    let latency = measured.latency
    let load = Self.pick(measured.attempts.meanEstimate, end)
    let error = measured.errors.sorted.first?.fault ?? Fault("none")
    let completed = Estimate(share: measured.outcomes.completed, of: measured.calls)
    return [
      .value(.double(Self.pick(measured.successRate, end))), .value(.double(load)),
      .value(.double(load)), Self.time(Self.pick(latency.meanEstimate, end)),
      Self.quantile(0.5, latency, end), Self.quantile(0.9, latency, end),
      Self.quantile(0.99, latency, end), Self.quantile(0.999, latency, end),
      Self.time(Double(latency.max ?? 0)), Self.time(Self.pick(measured.waited.meanEstimate, end)),
      .value(.int(Int(measured.calls))), .value(.fault(error)),
      .value(.double(Self.pick(completed, end))),
      .value(.double(measured.wastedShare ?? 0)),
    ]
  }

  private static func pick(_ estimate: Estimate?, _ end: End) -> Double {
    switch end {
    case .measured: estimate?.value ?? 0
    case .low: estimate?.low ?? 0
    case .high: estimate?.high ?? 0
    }
  }

  /// A quantile, or that of the share that lies as far from it as the number of calls leaves open.
  private static func quantile(_ share: Double, _ histogram: Histogram, _ end: End) -> Item {
    let count = Double(max(histogram.count, 1))
    let half = 1.96 * Elementary.squareRoot(share * (1 - share) / count)
    let wanted =
      switch end {
      case .measured: share
      case .low: max(share - half, 0)
      case .high: min(share + half, 1)
      }
    return time(Double(histogram.quantile(wanted) ?? 0))
  }

  private static func time(_ nanoseconds: Double) -> Item {
    .value(.duration(Nanoseconds(rounding: nanoseconds)))
  }
}
