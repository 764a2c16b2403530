import RetryNumerics
import VirtualTime

/// The outages and bursts of an operation, the same for all attempts of a call, or of a run of a load.
final class RunningDisruptions {
  private let operation: String
  private let outages: Outages?
  private let burst: TimedBurst?
  private let key: DrawKey
  private let era: Era
  /// The number of the era that the states belong to.
  // Unchecked, see `Stage`: no process calls anything that could reach the disruptions.
  @exclusivity(unchecked) private var current = -1
  // Unchecked, see `Stage`: the same.
  @exclusivity(unchecked) private var outageState = OnOffState()
  // Unchecked, see `Stage`: the same.
  @exclusivity(unchecked) private var burstState = OnOffState()

  /// The current call, whose disruptions are drawn; in a load, all calls share those of call 0.
  final class Era {
    /// The number of calls so far.
    private(set) var count = 0
    /// The number of the call.
    private(set) var call: UInt64 = 0
    /// When the call starts within the run.
    private(set) var arrival = Nanoseconds.zero

    func begin(_ call: UInt64, arrival: Nanoseconds) {
      (self.call, self.arrival, count) = (call, arrival, count + 1)
    }
  }

  /// Creates the disruptions of an operation, which draws under a key.
  init(_ operation: Operation, _ key: DrawKey, _ era: Era) {
    self.operation = operation.name
    outages = operation.outages
    burst = operation.timedBurst
    (self.key, self.era) = (key, era)
  }

  /// Whether the operation is in an outage.
  func isDown(at instant: Instant) -> Bool {
    renew()
    return outages?.times.isOn(at: instant, &outageState, draws(.outage)) ?? false
  }

  /// Whether the operation is in a burst.
  func isInBurst(at instant: Instant) -> Bool {
    renew()
    return burst?.times.isOn(at: instant, &burstState, draws(.burst)) ?? false
  }

  /// Forgets the phases of an earlier call.
  private func renew() {
    guard current != era.count else { return }
    current = era.count
    outageState = OnOffState(arrival: era.arrival)
    burstState = OnOffState(arrival: era.arrival)
  }

  /// Lists the outages and bursts up to an end, if the call has attempted the operation.
  func disruptions(until end: Instant) -> [Disruption] {
    guard current == era.count else { return [] }
    let processes = [
      outages.map { ($0.times, $0.fault, Disruption.Kind.outage, draws(.outage)) },
      burst.map { ($0.times, $0.fault, Disruption.Kind.burst, draws(.burst)) },
    ]
    return processes.compactMap(\.self).flatMap { times, fault, kind, draws in
      times.spans(until: end, arrival: era.arrival, draws).map {
        Disruption(operation: operation, kind: kind, fault: fault, times: $0)
      }
    }
  }

  private func draws(_ purpose: Draws.Purpose) -> OnOffDraws {
    OnOffDraws(key: key, call: era.call, purpose: purpose)
  }
}

/// Identifies the outages and bursts of an operation.
struct DisruptionKey: Hashable {
  let operation: String
  let outages: OnOffProcess?
  let burst: OnOffProcess?
}

extension Operation {
  /// The bursts in time, if any.
  var timedBurst: TimedBurst? {
    if case .timedBurst(let burst) = faults { burst } else { nil }
  }

  /// Whether it has outages or bursts in time.
  var changesInTime: Bool { outages != nil || timedBurst != nil }

  /// The identity of its outages and bursts; `nil` if nothing changes in time.
  var disruptionKey: DisruptionKey? {
    guard changesInTime else { return nil }
    return DisruptionKey(operation: name, outages: outages?.times, burst: timedBurst?.times)
  }
}
