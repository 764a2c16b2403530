import RetryNumerics
import VirtualTime

/// The phases of an operation's outages and bursts: of each call, or in a load, of all calls together.
final class ChainPhases {
  private let processes: DisruptionProcesses
  private let areShared: Bool
  private var states = UnsafeArray<DisruptionStates>()

  /// Creates the phases of an operation; fails if nothing changes in time.
  init?(_ operation: Operation, _ key: DrawKey, areShared: Bool) {
    guard let processes = DisruptionProcesses(operation, key) else { return nil }
    (self.processes, self.areShared) = (processes, areShared)
    if areShared { states.append(DisruptionStates()) }
  }

  func addRow() {
    if !areShared { states.append(DisruptionStates()) }
  }

  func restart(_ place: Int, arrival: Nanoseconds) {
    if !areShared { states[place] = DisruptionStates(arrival: arrival) }
  }

  func isDown(_ call: UInt64, at now: Instant, _ place: Int) -> Bool {
    // In a load, all calls share what the first one draws.
    areShared
      ? processes.isDown(0, at: now, &states[0]) : processes.isDown(call, at: now, &states[place])
  }

  func isInBurst(_ call: UInt64, at now: Instant, _ place: Int) -> Bool {
    areShared
      ? processes.isInBurst(0, at: now, &states[0])
      : processes.isInBurst(call, at: now, &states[place])
  }
}
