import Retry
import RetryNumerics
import VirtualTime

/// The course of calls that retry every error in the same way: the delays between their attempts, and how they end.
///
/// It is found by asking the layers about one failure after another, so a closure that has a reply for the third
/// error gives it once, and not in every call.
package struct DelayPlan: Sendable {
  /// The consequence of an error.
  package struct End: Sendable {
    /// Whether another attempt follows while attempts are left.
    package let isRetried: Bool
    /// The outcome of the call if the error is not retried.
    package let outcome: Outcome
    /// The outcome of the call if no attempts are left.
    package fileprivate(set) var exhausted: Outcome
    fileprivate let mark: Chain.Mark
  }

  /// The delays after each attempt except the last.
  package private(set) var waits: [PlannedDelay] = []
  /// Whether calls end after the last delay and attempt; otherwise their course is unknown from there.
  package private(set) var isWhole = false
  /// The consequences of the random errors, and then of the timeout.
  package private(set) var ends: [End]

  /// Finds the course of calls under a seed, up to a number of attempts and a time; fails if it differs from call to
  /// call, or if cancellation is requested, because closures may take any time.
  package init?(
    _ chain: UniformChain, seed: UInt64, attempts: Int, attempt latency: Double,
    until limit: Double,
    isInterrupted: (@Sendable () -> Bool)? = nil
  ) {
    guard latency < limit,
      chain.layers.allSatisfy({ $0.isPlain(alone: chain.layers.count == 1) })
    else { return nil }
    var walk = DelayPlanner(chain, seed: seed)
    let failures = chain.failed.map(\.end) + [chain.timeout?.end].compactMap(\.self)
    let first = failures.map { walk.step($0.mark) }
    guard !first.contains(where: { $0 == nil }), walk.step(chain.answered.mark)?.end != nil else {
      return nil
    }
    // An error that ends the call although others are retried must always end it.
    let goesOn = first.contains { $0?.end == nil }
    ends = zip(failures, first).map { failure, step in
      let outcome = goesOn ? step?.end ?? failure.outcome : failure.outcome
      return End(
        isRetried: !goesOn || step?.end == nil, outcome: outcome, exhausted: outcome,
        mark: failure.mark)
    }
    var time = latency
    while let retry = ends.firstIndex(where: \.isRetried) {
      if isInterrupted?() == true { return nil }
      let steps = ends.map { walk.step($0.mark) }
      for (end, step) in zip(ends, steps) where !end.isRetried {
        guard step?.end == end.outcome else { return nil }
      }
      guard case .wait(let wait, let next)? = steps[retry] else {
        guard finish(steps) else { return nil }
        return
      }
      for (end, step) in zip(ends, steps) where end.isRetried && step != steps[retry] { return nil }
      time += latency + Double(wait.longest.count)
      guard waits.count + 1 < min(attempts, chain.mostAttempts), time < limit else { return }
      waits.append(wait)
      walk = next
    }
    isWhole = true
  }

  /// Notes the outcomes after the last attempt; returns whether all calls end there.
  private mutating func finish(_ steps: [DelayPlanner.Step?]) -> Bool {
    for index in ends.indices where ends[index].isRetried {
      guard let outcome = steps[index]?.end else { return false }
      ends[index].exhausted = outcome
    }
    isWhole = true
    return true
  }
}

extension Chain.Layer {
  /// The features of policies whose decisions do not depend on the errors or the time so far.
  private static let features: Features = [.retry, .filter, .hints, .endless, .completion]

  /// Whether its decisions only depend on the number of failures; a deadline counts from the start of the call if the
  /// layer is alone.
  fileprivate func isPlain(alone isAlone: Bool) -> Bool {
    guard case .retry(let strategy, _) = kind else { return true }
    return strategy.features.isSubset(of: Self.features.union(isAlone ? .deadline : []))
  }
}
