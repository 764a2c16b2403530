import RetryNumerics
import VirtualTime

/// The outages and bursts of an operation in time, and the key that they draw under.
struct DisruptionProcesses {
  private let operation: String
  private let outages: Outages?
  private let burst: TimedBurst?
  private let key: DrawKey

  /// Collects the processes of an operation; fails if nothing changes in time.
  init?(_ operation: Operation, _ key: DrawKey) {
    (outages, burst) = (operation.outages, operation.timedBurst)
    guard outages != nil || burst != nil else { return nil }
    (self.operation, self.key) = (operation.name, key)
  }

  var identity: DisruptionKey {
    DisruptionKey(operation: operation, outages: outages?.times, burst: burst?.times)
  }

  /// Returns whether an outage is on in a call, and advances the states.
  func isDown(_ call: UInt64, at now: Instant, _ states: inout DisruptionStates) -> Bool {
    outages?.times.isOn(at: now, &states.outage, draws(call, .outage)) ?? false
  }

  /// Returns whether a burst is on in a call, and advances the states.
  func isInBurst(_ call: UInt64, at now: Instant, _ states: inout DisruptionStates) -> Bool {
    burst?.times.isOn(at: now, &states.burst, draws(call, .burst)) ?? false
  }

  func list(_ call: UInt64, until end: Instant, arrival: Nanoseconds) -> [Disruption] {
    let processes = [
      outages.map {
        ($0.times, $0.failing.rates.map(\.fault), Disruption.Kind.outage, draws(call, .outage))
      },
      burst.map { ($0.times, [$0.fault], Disruption.Kind.burst, draws(call, .burst)) },
    ]
    return processes.compactMap(\.self).flatMap { times, faults, kind, draws in
      times.spans(until: end, arrival: arrival, draws).map {
        Disruption(operation: operation, kind: kind, faults: faults, times: $0)
      }
    }
  }

  private func draws(_ call: UInt64, _ purpose: Draws.Purpose) -> OnOffDraws {
    OnOffDraws(key: key, call: call, purpose: purpose)
  }
}

/// The states of an operation's outages and bursts.
struct DisruptionStates: BitwiseCopyable {
  var outage = OnOffState()
  var burst = OnOffState()

  /// Creates the states for a call that starts at a time within the run.
  init(arrival: Nanoseconds = .zero) {
    (outage, burst) = (OnOffState(arrival: arrival), OnOffState(arrival: arrival))
  }
}

extension Operation {
  var timedBurst: TimedBurst? {
    if case .timedBurst(let burst, _) = faults { burst } else { nil }
  }
}
