package import RetryNumerics
import VirtualTime

extension Load {
  /// The time from the first to the last disturbance: outages at fixed times, the loss of a cache, and rates that rise
  /// and fall again.
  ///
  /// What disturbs a load again and again has no end to recover from.
  package var trigger: Range<Nanoseconds>? {
    guard finiteClients == nil else { return nil }
    let all = populations.flatMap { population in
      population.source.disruptions.flatMap { $0.times.fixed(until: Instant(duration)) }
        + population.source.clearings + population.arrivals.spikes
    }
    let times = all.filter { $0.lowerBound.sinceStart < duration }
    guard let start = times.map(\.lowerBound).min(), let end = times.map(\.upperBound).max(),
      end.sinceStart < duration
    else { return nil }
    return start.sinceStart..<end.sinceStart
  }
}

extension Load.Arrivals {
  /// The time in which the rate is not what it is at first and at last.
  var spikes: [Range<Instant>] {
    guard case .rated(let profile, _, _) = self, profile.pieces.count > 2,
      let last = profile.pieces.last, last.rate < profile.pieces.map(\.rate).max() ?? 0
    else { return [] }
    return [Instant(profile.pieces[1].start)..<Instant(last.start)]
  }
}

extension Source {
  /// What disturbs its operations and their servers, with the names and purposes of its draws.
  var disruptions: [(times: OnOffProcess, name: String, purpose: Draws.Purpose)] {
    guard case .operation(let operation) = kind else { return inputs.flatMap(\.disruptions) }
    let ofServer = operation.resource.flatMap { server in
      server.outages.map { ($0.times, server.name, Draws.Purpose.server) }
    }
    return [
      operation.outages.map { ($0.times, operation.name, .outage) },
      operation.timedBurst.map { ($0.times, operation.name, .burst) }, ofServer,
    ].compactMap(\.self) + (operation.calls?.source.disruptions ?? [])
  }

  /// The times at which its caches lose everything.
  fileprivate var clearings: [Range<Instant>] {
    switch kind {
    case .operation(let operation): operation.calls?.source.clearings ?? []
    case .stored(let cache):
      inputs.flatMap(\.clearings)
        + [cache.cleared.map { Instant($0)..<Instant($0) }].compactMap(\.self)
    default: inputs.flatMap(\.clearings)
    }
  }
}

extension OnOffProcess {
  /// The ranges of time that it names; of a period, the only one before an end.
  fileprivate func fixed(until end: Instant) -> [Range<Instant>] {
    switch law {
    case .during(let ranges): return ranges.filter { !$0.isEmpty }
    case .periodic(let period, let length, let start?):
      let first = Instant(start)
      let isOnlyOne = length > .zero && first < end && first.advanced(by: period) >= end
      return isOnlyOne ? [first..<first.advanced(by: length)] : []
    case .periodic, .random: return []
    }
  }
}
