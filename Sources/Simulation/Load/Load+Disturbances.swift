import RetryNumerics
import VirtualTime

extension Load {
  /// The maximum number of disturbances that a load is divided by.
  private static let mostDisturbances = 1000

  /// The times in which something disturbs the load, in order and apart from each other: outages, brown-outs and bursts
  /// of its operations and servers, and rates that are not what they are at first and at last.
  func disturbances(seed: UInt64) -> [Range<Nanoseconds>] {
    let end = Instant(duration)
    let times = populations.flatMap { population in
      population.arrivals.spikes
        + population.source.disruptions(seed: seed).flatMap { $0.times.spans(until: end, $0.draws) }
    }
    let cut = times.filter { $0.lowerBound < end }.map {
      $0.lowerBound.sinceStart..<min($0.upperBound, end).sinceStart
    }
    var apart: [Range<Nanoseconds>] = []
    for times in cut.filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = apart.last, times.lowerBound <= last.upperBound {
        apart[apart.count - 1] = last.lowerBound..<max(last.upperBound, times.upperBound)
      } else {
        apart.append(times)
      }
    }
    // Of more, nobody knows where the next one is.
    return apart.count < Self.mostDisturbances ? apart : []
  }
}

extension Source {
  /// What disturbs its operations and their servers, and the draws of a load.
  fileprivate func disruptions(seed: UInt64) -> [(times: OnOffProcess, draws: OnOffDraws)] {
    guard case .operation(let operation) = kind else {
      return inputs.flatMap { $0.disruptions(seed: seed) }
    }
    func draws(_ name: String, _ purpose: Draws.Purpose) -> OnOffDraws {
      OnOffDraws(key: DrawKey(seed: seed, name: name), call: 0, purpose: purpose)
    }
    let ofServer = operation.resource.flatMap { server in
      server.outages.map { ($0.times, draws(server.name, .server)) }
    }
    return [
      operation.outages.map { ($0.times, draws(operation.name, .outage)) },
      operation.timedBurst.map { ($0.times, draws(operation.name, .burst)) }, ofServer,
    ].compactMap(\.self) + (operation.calls?.source.disruptions(seed: seed) ?? [])
  }
}
