import RetryNumerics
package import Simulation
import TextLayout
import VirtualTime

/// Describes the arrivals and the end of a load.
package enum LoadText {
  package static func arrivals(_ load: Load) -> String {
    let words = load.populations.map(arrivals)
    guard !load.names.isEmpty else { return words.joined() }
    return zip(load.names, words).map { "\($0): \($1)" }.joined(separator: "; ")
  }

  private static func arrivals(_ population: Load.Population) -> String {
    switch population.arrivals {
    case .closed(let clients, _, let calls):
      clients.counting("client") + (calls.map { ", \($0.counting("call")) each" } ?? "")
    case .rated(let profile, let spacing, let clients):
      (spacing == .steady ? "steady " : "") + rate(profile)
        + (clients > 1 ? " from \(clients.counting("client"))" : "")
    }
  }

  package static func time(_ load: Load) -> String {
    (load.finiteClients == nil ? "for " : "at most ") + load.duration.brief
      + (load.drain == Load.usualDrain ? "" : ", then drained for \(load.drain.brief)")
  }

  /// Says which limit stopped a load, and what helps; `nil` if it ended by itself or a person stopped it.
  static func stop(_ record: LoadRecord) -> String? {
    guard let stop = record.stop, stop != .person, let last = record.spans.last else { return nil }
    let advice =
      switch stop {
      case .attempts: "; raise it with 'set events': a load may make 1,000 attempts per event"
      case .events: "; calls repeat and no time passes: add 'think:' or a latency"
      default: ""
      }
    return "\(stop.phrase), at \(last.until.sinceStart.brief)\(advice)"
  }

  /// The maximal number of described pieces of a rate.
  private static let mostPieces = 12

  package static func rate(_ profile: RateProfile) -> String {
    var parts: [String] = []
    var index = 0
    let pieces = profile.pieces
    while index < pieces.count, parts.count < mostPieces {
      let piece = pieces[index]
      let unit = index > 0 ? "/s" : piece.rate == 1 && piece.slope == 0 ? " call/s" : " calls/s"
      let start = index == 0 ? "" : " from \(piece.start)"
      index += 1
      guard piece.slope != 0, index < pieces.count else {
        parts.append(exact(piece.rate) + unit + start)
        continue
      }
      let next = pieces[index]
      let (span, end) = (next.start - piece.start, piece.rate(at: next.start))
      // A ramp stays at the rate of its end.
      let stays = next.slope == 0 && (next.rate - end).magnitude <= 1e-9 * next.rate
      if stays { index += 1 }
      parts.append("\(exact(piece.rate)) to \(exact(end))\(unit) over \(span.brief)\(start)")
    }
    if index < pieces.count { parts.append("and \(pieces.count - index) more") }
    return parts.joined(separator: ", ")
  }

  /// Returns a rate with up to six digits after the point.
  private static func exact(_ rate: Double) -> String {
    // Six decimals would cut its digits.
    guard rate <= 0 || rate >= 1e-5 else { return "\(rate)" }
    return Figures.decimal(rate, rate < 10 ? 6 : rate < 1000 ? 4 : 2).withoutTrailingZeros
  }
}
