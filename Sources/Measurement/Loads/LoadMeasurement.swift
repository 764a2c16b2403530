package import Simulation
import VirtualTime

/// The result of one run of a load.
///
///     let measured = LoadMeasurement(load, seed: 42)
///     let goodput = measured.record.total(since: load.warmup)?.succeeded
package struct LoadMeasurement: Hashable, Sendable {
  package let seed: UInt64
  /// The measurement of all calls that began after the warm-up; those that did not end in time count as hung.
  package let calls: Measurement
  /// The measurements of the calls of each load, if several run together.
  package let parts: [Measurement]
  /// Whether it is of all that ran together, as its record is.
  let isWhole: Bool
  package let record: LoadRecord
  /// The sum of the figures over time, without the warm-up.
  package let total: LoadSpan?
  /// What became of the load after its trigger, if it has one.
  package let aftermath: Aftermath?

  /// Creates the result of one of several loads that ran together, whose figures are those of its measured calls.
  init(_ part: Int, of whole: LoadMeasurement) {
    (seed, calls, parts, record) = (whole.seed, whole.parts[part], [], whole.record)
    total = whole.total.map { LoadSpan($0.from...$0.until, of: whole.parts[part]) }
    // Only the whole load has an aftermath.
    (aftermath, isWhole) = (nil, false)
  }

  init(server: Int, of whole: LoadMeasurement) {
    (seed, calls, parts) = (whole.seed, whole.calls, [])
    record = whole.record.only(server)
    total = whole.total?.only(server)
    (aftermath, isWhole) = (nil, false)
  }

  package init(
    _ load: Load, seed: UInt64, limits: Limits = Limits(), path: MeasurementPath? = nil
  ) {
    self.init(LoadPlan(load, limits: limits), seed: seed, limits: limits, path: path)
  }

  /// Runs a load and reports progress as the share of its time.
  package init(
    _ plan: LoadPlan, seed: UInt64, limits: Limits = Limits(), path: MeasurementPath? = nil,
    isInterrupted: (@Sendable () -> Bool)? = nil, progress: (@Sendable (Double) -> Void)? = nil
  ) {
    let (load, sum) = (plan.load, Sum())
    let populations = load.names.map { _ in Sum() }
    let add: (CallResult) -> Void =
      populations.isEmpty
      ? { sum.measured.add($0) }
      : { call in
        sum.measured.add(call)
        populations[load.population(of: call.call)].measured.add(call)
      }
    let isChained = populations.isEmpty && path != .engine
    let chained =
      isChained
      ? Self.runChained(
        plan, sum, add, seed: seed, limits: limits, isInterrupted: isInterrupted, progress: progress
      )
      : nil
    let record =
      chained
      ?? LoadSimulation(
        plan, seed: seed, limits: limits, isInterrupted: isInterrupted, progress: progress
      ).run(onStages: path == .engine, add, unended: add)
    for sum in [sum] + populations { sum.measured.planned = sum.measured.calls }
    self.init(record, of: load, seed: seed, sum.measured, populations.map(\.measured))
  }

  /// Creates the result of a run from its record and the measurements of its calls.
  private init(
    _ record: LoadRecord, of load: Load, seed: UInt64, _ calls: Measurement, _ parts: [Measurement]
  ) {
    (self.seed, self.calls, self.parts, isWhole) = (seed, calls, parts, true)
    self.record = record
    total = record.total(since: load.warmup)
    aftermath = Aftermath(record, of: load)
  }

  /// Runs a load without stages, unless it requires them.
  private static func runChained(
    _ plan: LoadPlan, _ sum: Sum, _ unended: (CallResult) -> Void, seed: UInt64, limits: Limits,
    isInterrupted: (@Sendable () -> Bool)?, progress: (@Sendable (Double) -> Void)?
  ) -> LoadRecord? {
    var outcomes: [(outcome: Outcome, kind: OutcomeCounts.Kind, count: UInt64)] = []
    var measured = Measurement()
    let record = ChainLoadSimulation.run(
      plan, seed: seed, limits: limits, isInterrupted: isInterrupted, progress: progress,
      outcomes: { outcomes = $0.map { ($0, OutcomeCounts.Kind($0), 0) } },
      counting: { end in
        measured.add(end, outcomes[end.outcome].kind)
        outcomes[end.outcome].count += 1
      }, unended: unended)
    measured.add(outcomes.map(\.outcome), times: outcomes.map(\.count))
    sum.measured.merge(measured)
    return record
  }

  package var isPartial: Bool { record.stop != nil }

  private final class Sum {
    var measured = Measurement()
  }
}

extension LoadMeasurement {
  /// Codes runs, of which only their records and measurements are written.
  static func code(_ runs: inout [LoadMeasurement], of load: Load, with coder: inout ByteCoder) {
    let count = coder.codeCount(runs.count)
    for index in 0..<count {
      var (record, seed, calls, parts) = (
        LoadRecord.blank, UInt64(0), Measurement(), [Measurement]()
      )
      if !coder.isReading {
        let run = runs[index]
        (record, seed, calls, parts) = (run.record, run.seed, run.calls, run.parts)
      }
      coder.code(&record)
      coder.code(&seed)
      coder.code(&calls)
      coder.code(&parts, blank: Measurement())
      guard coder.isReading else { continue }
      runs.append(LoadMeasurement(record, of: load, seed: seed, calls, parts))
    }
  }
}

extension LoadSpan {
  fileprivate init(_ time: ClosedRange<Instant>, of calls: Measurement) {
    self.init(
      time, calls: calls.calls, succeeded: calls.outcomes.success,
      attempts: UInt64(clamping: calls.attempts.sum))
  }
}
