import RetryNumerics
import VirtualTime

/// The outages and bursts of an operation, the same for all attempts of a call, or of a run of a load.
final class RunningDisruptions {
  private let processes: DisruptionProcesses
  private let era: Era
  /// The number of the era that the states belong to.
  private var current = -1
  private var states = DisruptionStates()

  /// The current call, whose disruptions are drawn; in a load, all calls share those of call 0.
  final class Era {
    /// The number of calls so far; a call that runs again has another.
    private(set) var count = 0
    private(set) var call: UInt64 = 0
    /// When the call starts within the run.
    private(set) var arrival = Nanoseconds.zero

    func begin(_ call: UInt64, arrival: Nanoseconds) {
      (self.call, self.arrival, count) = (call, arrival, count + 1)
    }
  }

  init(_ processes: DisruptionProcesses, _ era: Era) {
    (self.processes, self.era) = (processes, era)
  }

  func isDown(at instant: Instant) -> Bool {
    renew()
    return processes.isDown(era.call, at: instant, &states)
  }

  func isInBurst(at instant: Instant) -> Bool {
    renew()
    return processes.isInBurst(era.call, at: instant, &states)
  }

  /// Forgets the phases of an earlier call.
  private func renew() {
    guard current != era.count else { return }
    (current, states) = (era.count, DisruptionStates(arrival: era.arrival))
  }

  /// Lists the outages and bursts up to an end, if the call has attempted the operation.
  func disruptions(until end: Instant) -> [Disruption] {
    guard current == era.count else { return [] }
    return processes.list(era.call, until: end, arrival: era.arrival)
  }
}

/// Identifies the outages and bursts of an operation.
struct DisruptionKey: Hashable {
  let operation: String
  let outages: OnOffProcess?
  let burst: OnOffProcess?
}
