import Retry

/// The errors with which the calls of a pipeline may end, by its layers.
struct AllowedErrors: Sendable {
  let ledger: Ledger
  var timeout = false
  /// Whether an error is told apart from what its thrower says of retries.
  var retrying = false
  var completion = false
  var refusals: Set<StrategyRefusal.Strategy> = []

  init(ledger: Ledger) { self.ledger = ledger }

  /// Checks that a call has a value of its own, or an error that may end it.
  func check(_ result: Result<Reply, any Error>, of call: Int, hasFallback: Bool) {
    switch result {
    case .success(let reply):
      let isFallback = hasFallback && reply.serial == 0
      ledger.check(
        reply.call == call && (isFallback || ledger.returned(reply, by: call)),
        "a value is one that an operation of the call returned")
    case .failure(let error):
      ledger.check(allows(error, of: call), "no layer is documented to throw \(error)")
    }
  }

  private func allows(_ error: any Error, of call: Int) -> Bool {
    switch error {
    case let fault as Fault: fault.call == call
    case is CancellationError: ledger.mayBeCancelled(call)
    case let refusal as StrategyRefusal:
      refusals.contains(refusal.strategy)
        && refusal.lastError.map { allows($0, of: call) } ?? true
    case let error as TimeoutError:
      timeout && error.lastError.map { isInside($0, of: call) } ?? true
    case is Late: timeout
    case RetryFailure<any Error>.completedWithoutValue: completion
    case let word as Retryable: !retrying && allows(word.error, of: call)
    case let word as NotRetryable: !retrying && allows(word.error, of: call)
    default: false
    }
  }

  /// Whether an error may be the last before a timeout, where cancellations of hedges are seen as well.
  private func isInside(_ error: any Error, of call: Int) -> Bool {
    error is CancellationError || allows(error, of: call)
  }
}
