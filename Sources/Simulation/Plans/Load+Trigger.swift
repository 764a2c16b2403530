package import RetryNumerics
import VirtualTime

extension Load {
  /// What disturbs a load for a time: outages at fixed times, the loss of a cache, and rates that rise and fall again.
  package struct Trigger: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case outage, burst, clearing, surge
    }

    /// What ends last.
    package let kind: Kind
    /// The time from the first disturbance to the end of the last.
    package let times: Range<Nanoseconds>
  }

  /// What disturbs it; what does so again and again has no end to recover from.
  package var trigger: Trigger? {
    guard finiteClients == nil else { return nil }
    let all = populations.flatMap { population in
      population.source.disruptions.flatMap { disruption in
        disruption.times.fixed(until: Instant(duration)).map {
          ($0, disruption.purpose == .burst ? Trigger.Kind.burst : .outage)
        }
      } + population.source.clearings.map { ($0, .clearing) }
        + population.arrivals.surges.map { ($0, .surge) }
    }
    let times = all.filter { $0.0.lowerBound.sinceStart < duration }
    guard let start = times.map(\.0.lowerBound).min(),
      let last = times.max(by: { $0.0.upperBound < $1.0.upperBound }),
      last.0.upperBound.sinceStart < duration
    else { return nil }
    return Trigger(kind: last.1, times: start.sinceStart..<last.0.upperBound.sinceStart)
  }
}

extension Load.Arrivals {
  /// The time in which the rate is above what it comes back to.
  var surges: [Range<Instant>] {
    guard case .rated(let profile, _, _) = self, let last = profile.pieces.last else { return [] }
    let ends = profile.pieces.dropFirst().map(\.start)
    return zip(profile.pieces, ends).filter { $0.0.start > .zero && $0.0.rate > last.rate }
      .map { Instant($0.0.start)..<Instant($0.1) }
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
