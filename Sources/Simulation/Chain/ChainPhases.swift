import RetryNumerics
import VirtualTime

/// The phases of an operation's outages and bursts: of each call, or in a load, of all calls together.
final class ChainPhases {
  private struct States: BitwiseCopyable {
    var outage = OnOffState()
    var burst = OnOffState()
  }

  private let outages: OnOffProcess?
  private let burst: OnOffProcess?
  private let key: DrawKey
  private let areShared: Bool
  // Unchecked, see `Stage`: nothing that is called while a state changes can reach it.
  @exclusivity(unchecked) private var states = Slab<States>()

  /// Creates the phases of an operation, which draws under a key.
  init(_ operation: Operation, _ key: DrawKey, areShared: Bool) {
    outages = operation.outages?.times
    burst = operation.timedBurst?.times
    self.key = key
    self.areShared = areShared
    if areShared { states.append(States()) }
  }

  /// Makes room for one more call.
  func addRow() {
    if !areShared { states.append(States()) }
  }

  /// Starts another call.
  func restart(_ place: Int, arrival: Nanoseconds) {
    let state = OnOffState(arrival: arrival)
    if !areShared { states[place] = States(outage: state, burst: state) }
  }

  /// Whether the operation is in an outage.
  func isDown(_ call: UInt64, at now: Instant, _ place: Int) -> Bool {
    guard let outages else { return false }
    let draws = draws(call, .outage)
    return outages.isOn(at: now, &states[areShared ? 0 : place].outage, draws)
  }

  /// Whether the operation is in a burst in time.
  func isInBurst(_ call: UInt64, at now: Instant, _ place: Int) -> Bool {
    guard let burst else { return false }
    return burst.isOn(at: now, &states[areShared ? 0 : place].burst, draws(call, .burst))
  }

  private func draws(_ call: UInt64, _ purpose: Draws.Purpose) -> OnOffDraws {
    OnOffDraws(key: key, call: areShared ? 0 : call, purpose: purpose)
  }
}
