import Retry

/// Hedges of which only late ones end by themselves, so that the call hangs unless those that lose are cancelled.
struct HedgeTrial: Sendable {
  let ledger: Ledger

  init(_ ledger: Ledger) { self.ledger = ledger }

  func run(_ dice: inout Dice) async {
    let hedge = Hedge(after: dice.micros(0...50), hedges: dice.int(1...3))
    let hedging = Hedging(hedge)
    ledger.tell("hedging \(hedge)")
    await withTaskGroup { group in
      for call in 1...dice.int(1...4) {
        let (own, cancelled) = (dice.split(), dice.some(25) { $0.micros(0...200) })
        let script = CallScript(
          call: call, ledger: ledger, cancelled: cancelled, failures: 0, dice: own)
        let winner = dice.int(1...hedge.hedges)
        group.addTask { await self.call(script, winner, hedging) }
      }
    }
    ledger.checkAllDone()
  }

  private func call(
    _ script: CallScript, _ winner: Int, _ hedging: Hedging<ContinuousClock>
  ) async {
    let client = Pipeline(hedging)
    let result: Result<Reply, any Error> = await script.inTask {
      try await client.call { context in
        guard context.hedge < winner else { return try await script.perform(mayHang: false) }
        return try await script.hang()
      }
    }
    ledger.answered(script.call)
    AllowedErrors(ledger: ledger).check(result, of: script.call, hasFallback: false)
  }
}

extension CallScript {
  /// Makes an attempt that ends only when it is cancelled.
  func hang() async throws -> Reply {
    ledger.begin(call)
    defer { ledger.end(call) }
    try await waitForCancellation()
    throw Late()
  }

  /// Waits until the task is cancelled.
  ///
  /// A long sleep would leave its timer behind, which the runtime keeps until its time has come.
  func waitForCancellation() async throws {
    let (never, sink) = AsyncStream.makeStream(of: Void.self)
    for await _ in never {}
    withExtendedLifetime(sink) {}
    try Task.checkCancellation()
  }
}
