import RetryNumerics
import VirtualTime

/// The outages of a running server.
struct ServerOutages {
  /// The maximum number of phases that one service is followed through; beyond it, their mean share applies.
  private static let mostPhases = 10_000

  private let outages: Outages
  private let draws: OnOffDraws
  private var state: OnOffState

  /// Creates the outages of a server in a call, or in call 0 for a whole load; fails if it has none.
  init?(_ server: Server, _ key: DrawKey, call: UInt64, arrival: Nanoseconds) {
    guard let outages = server.outages else { return nil }
    self.outages = outages
    draws = OnOffDraws(key: key, call: call, purpose: .server)
    state = OnOffState(arrival: arrival)
  }

  /// Returns the index of the error with which the server refuses an arrival; instants must not decrease.
  ///
  /// The arrival draws only where the outages leave something open.
  mutating func refusal(at now: Instant, _ draws: inout Draws) -> Int? {
    guard outages.times.isOn(at: now, &state, self.draws) else { return nil }
    return outages.onlyFault == nil ? outages.failing.position(uniform: draws.unit()) : 0
  }

  /// Returns how long a service that starts now takes if it stands still in outages.
  ///
  /// Outages do not depend on what the server does, so its end is known at its start.
  mutating func time(for work: Nanoseconds, from now: Instant) -> Nanoseconds {
    guard work < .never else { return .never }
    let times = outages.times
    _ = times.isOn(at: now, &state, draws)
    var (left, at, ahead) = (work, now, state)
    for _ in 0..<Self.mostPhases {
      let phase = times.phase(at: at, &ahead, draws)
      let length = phase.end.nanoseconds(since: at)
      if !phase.isOn {
        if left <= length { return at.advanced(by: left).nanoseconds(since: now) }
        left = left - length
      }
      at = phase.end
      if phase.isOn { skipCycles(&left, &at) }
      if at == .never { return .never }
    }
    let share = 1 - (times.share ?? 0)
    guard share > 0 else { return .never }
    let rest = Nanoseconds(rounding: Double(left.count) / share)
    return at.advanced(by: rest).nanoseconds(since: now)
  }

  /// Passes over whole periods, at the end of an outage.
  private func skipCycles(_ left: inout Nanoseconds, _ at: inout Instant) {
    guard case .periodic(let period, let length, _) = outages.times.law else { return }
    let up = (period - length).count
    guard up > 0 else { return at = .never }
    // Less one, so that work that ends with a phase does not have to wait for the next.
    let cycles = max(left.count - 1, 0) / up
    left = left - Nanoseconds(up) * cycles
    at = at.advanced(by: period * cycles)
  }
}
