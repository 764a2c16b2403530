package import Simulation

/// What one run of a load came to.
///
///     let measured = LoadMeasurement(load, seed: 42)
///     let goodput = measured.record.total(since: load.warmup)?.succeeded
package struct LoadMeasurement: Hashable, Sendable {
  /// The seed of all chance.
  package let seed: UInt64
  /// What its calls came to: those that ended, and those that were under way longer than any of them.
  ///
  /// Those that began while it warmed up are left out.
  package let calls: Measurement
  /// What happened over time.
  package let record: LoadRecord

  /// Runs a load; who looks on hears what share of its time has passed.
  package init(
    _ load: Load, seed: UInt64, limits: Limits = Limits(), path: MeasurementPath? = nil,
    isInterrupted: (@Sendable () -> Bool)? = nil, progress: (@Sendable (Double) -> Void)? = nil
  ) {
    let crowd = Crowd(
      load, seed: seed, limits: limits, isInterrupted: isInterrupted, progress: progress)
    let sum = Sum()
    record = crowd.run(onStages: path == .engine) { sum.measured.add($0) }
    // A call that has already taken longer than any that ended counts in the figures.
    for call in record.overdue { sum.measured.add(call) }
    sum.measured.planned = sum.measured.calls
    calls = sum.measured
    self.seed = seed
  }

  /// Whether it was stopped before its time was up.
  package var isPartial: Bool { record.stop != nil }

  /// Where calls are added up as they end.
  private final class Sum {
    // Unchecked, see `Stage`: adding a call calls nobody.
    @exclusivity(unchecked) var measured = Measurement()
  }
}
