import RetryNumerics
import VirtualTime

extension OperationStage {
  /// Draws how the attempt ends, and its latency.
  @inline(__always)
  func draw(
    _ draws: inout Draws, _ run: inout Run
  ) -> (verdict: Answering.Verdict, latency: Nanoseconds) {
    let isInOutage = part.disruptions?.isDown(at: run.now) ?? false
    let isInBurst = isInBurst(&run)
    let uniform = draws.unit()
    let latency = part.operation.latency.sample(using: &draws)
    let verdict = part.answering.verdict(
      uniform: uniform, number: number, isDown: isInOutage, isInBurst: isInBurst
    ) {
      () throws(Fault) in try share(of: number, run)
    }
    return (verdict, latency)
  }

  /// Finds the request of the log that the attempt meets.
  @inline(never)
  func logged(
    _ draws: inout Draws, _ run: borrowing Run
  ) -> (verdict: Answering.Verdict, latency: Nanoseconds) {
    guard let request = part.log?.request(at: run.now, &draws) else { return (.ok, .zero) }
    return (request.fault.map { .fails(Int($0)) } ?? .ok, request.latency)
  }

  private func share(of number: Int, _ run: borrowing Run) throws(Fault) -> Double {
    guard case .computed(_, _, let share) = part.operation.faults else { return 0 }
    var draws = run.actors.draws(of: part.actor, in: run.number, for: .closure)
    return try share(attempt(at: run), &draws)
  }

  private func isInBurst(_ run: inout Run) -> Bool {
    guard case .burst(let burst, _) = part.operation.faults else {
      return part.disruptions?.isInBurst(at: run.now) ?? false
    }
    var draws = run.actors.draws(of: part.actor, in: run.number, for: .weather)
    let isBad = burst.isBad(after: run.actors[burstOf: part.actor], uniform: draws.unit())
    run.actors[burstOf: part.actor] = isBad
    return isBad
  }
}
