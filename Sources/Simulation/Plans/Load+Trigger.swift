package import RetryNumerics
import VirtualTime

extension Load {
  /// The time from the first to the last disturbance: outages at fixed times, the loss of a cache, and rates that rise
  /// and fall again.
  ///
  /// What disturbs a load again and again has no end to recover from.
  package var trigger: Range<Nanoseconds>? {
    guard finiteClients == nil else { return nil }
    let all = populations.flatMap { $0.source.fixedOutages + $0.arrivals.spikes }
    let times = all.filter { $0.lowerBound.sinceStart < duration }
    guard let start = times.map(\.lowerBound).min(), let end = times.map(\.upperBound).max(),
      end.sinceStart < duration
    else { return nil }
    return start.sinceStart..<end.sinceStart
  }
}

extension Load.Arrivals {
  /// The time in which the rate is not what it is at first and at last.
  fileprivate var spikes: [Range<Instant>] {
    guard case .rated(let profile, _, _) = self, profile.pieces.count > 2,
      let last = profile.pieces.last, last.rate < profile.pieces.map(\.rate).max() ?? 0
    else { return [] }
    return [Instant(profile.pieces[1].start)..<Instant(last.start)]
  }
}

extension Source {
  /// The outages at fixed times of its operations and of those that its strategies contain.
  fileprivate var fixedOutages: [Range<Instant>] {
    switch kind {
    case .operation(let operation):
      [operation.outages, operation.resource?.outages].flatMap { $0?.times.fixed ?? [] }
        + (operation.calls?.source.fixedOutages ?? [])
    case .stored(let cache):
      inputs.flatMap(\.fixedOutages)
        + [cache.cleared.map { Instant($0)..<Instant($0) }].compactMap(\.self)
    default: inputs.flatMap(\.fixedOutages)
    }
  }
}

extension OnOffProcess {
  /// The ranges of time that it names, if it names them.
  fileprivate var fixed: [Range<Instant>] {
    if case .during(let ranges) = law { ranges.filter { !$0.isEmpty } } else { [] }
  }
}
