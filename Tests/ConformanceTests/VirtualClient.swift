import Retry
import RetryNumerics
import Simulation
import VirtualTime

@testable import Conformance

/// A client that makes calls of an operation under a strategy, in virtual time, as a server sees it.
struct VirtualClient {
  /// What it does.
  var strategy: RetryStrategy
  var seed: UInt64 = 1
  /// The mean time that it needs for an attempt besides waiting, and the share of attempts that take ten times as long.
  var overhead = Nanoseconds(800_000)
  var stalls = 0.01
  /// Whether calls begin at the same time.
  var isParallel = false
  /// How long it waits for an answer.
  var patience = Nanoseconds.never

  func calls(_ count: Int, of source: Source) -> [ObservedAttempt] {
    var all: [ObservedAttempt] = []
    var time = Nanoseconds(5_000_000)
    for call in 0..<count {
      let made = attempts(
        ofCall: UInt64(call), of: source, from: isParallel ? Nanoseconds(5_000_000) : time)
      all += made
      time = (made.last?.finish ?? time) + Nanoseconds(2_000_000)
    }
    return all
  }

  private func attempts(
    ofCall call: UInt64, of source: Source, from start: Nanoseconds
  ) -> [ObservedAttempt] {
    let machine = Machine(source, seed: seed)
    machine.begin(call: call, arrival: start)
    var draws = Draws(DrawKey(seed: seed, name: "client"), call: call, attempt: 1, purpose: .jitter)
    var (state, time, made) = (RetryState(), start, [ObservedAttempt]())
    while made.count < 100 {
      time += lost(&draws)
      state.start(at: (time - start).duration)
      let live = machine.attempt(at: time - start)
      let isLeft = live.duration > patience
      let finish = time + min(live.duration, patience) + Nanoseconds(30_000)
      made.append(
        ObservedAttempt(
          operation: "fetch", call: call, number: made.count + 1, sign: "idempotency-key",
          outcome: live.outcome, latency: live.duration, arrival: time, finish: finish,
          lateness: Nanoseconds(100_000), end: isLeft ? .left : .answered))
      guard case .failure(let fault) = made.last?.seen else { return made }
      let decision = strategy.policy.decide(
        after: fault, given: { GivenError($0) }, elapsed: finish - start, state: &state,
        using: &draws)
      guard case .retry(let delay, _) = decision else { return made }
      time = finish + delay.nanoseconds
    }
    return made
  }

  private func lost(_ draws: inout Draws) -> Nanoseconds {
    let mean = Double(overhead.count) * (draws.unit() < stalls ? 10 : 1)
    return Nanoseconds(rounding: -mean * Elementary.logarithm(1 - draws.unit()))
  }
}
