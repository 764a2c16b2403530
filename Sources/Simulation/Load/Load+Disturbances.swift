import RetryNumerics
import VirtualTime

extension Load {
  /// The maximum number of disturbances that a load is divided by.
  private static let mostDisturbances = 1000

  /// The times in which something disturbs the load, in order and apart from each other: outages, brown-outs and bursts
  /// of its operations and servers, and rates above what they come back to.
  func disturbances(seed: UInt64) -> [Range<Nanoseconds>] {
    let end = Instant(duration)
    let times = populations.flatMap { population in
      population.arrivals.surges
        + population.source.disruptions.flatMap { times, name, purpose in
          // All calls of a load share what the first one draws.
          let key = DrawKey(seed: seed, name: name)
          return times.spans(until: end, OnOffDraws(key: key, call: 0, purpose: purpose))
        }
    }
    let cut = times.filter { $0.lowerBound < end }.map {
      $0.lowerBound.sinceStart..<min($0.upperBound, end).sinceStart
    }
    var separate: [Range<Nanoseconds>] = []
    for times in cut.filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = separate.last, times.lowerBound <= last.upperBound {
        separate[separate.count - 1] = last.lowerBound..<max(last.upperBound, times.upperBound)
      } else {
        separate.append(times)
      }
    }
    // Of more, nobody knows where the next one is.
    return separate.count < Self.mostDisturbances ? separate : []
  }
}
