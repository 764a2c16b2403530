import Measurement
import Retry
import RetryNumerics
import Simulation
import VirtualTime

/// Returns so many milliseconds.
func ms(_ count: Int64) -> Nanoseconds {
  Nanoseconds(count * 1_000_000)
}

/// Returns an operation that fails with a share of its attempts, and takes an exponential time.
func fetch(
  fails share: Double, latency: Distribution? = try? .exponential(mean: ms(100))
) throws -> Source {
  .operation(
    try Operation("fetch", latency: latency, faults: .rates(FaultRates(share, of: .timeout))))
}

/// Returns a strategy of so many attempts with full jitter.
func jittered(_ attempts: Int?) -> RetryStrategy {
  RetryStrategy(
    rules: RetryRules(
      attempts: attempts, backoff: .exponential(initial: .milliseconds(100)).fullJitter()))
}

/// Sources of every shape: values, failures, hangs, stops, completion, several operations.
func assortedSources() throws -> [Source] {
  let operation = try fetch(fails: 0.4)
  var patience = RetryRules(attempts: 3)
  patience = RetryRules(attempts: 3, backoff: patience.backoff, exhausted: .complete)
  let slow = try Operation("slow", faults: .burst(Burst(enter: 0.1, leave: 0.3)), hangs: 0.1)
  return [
    operation.retry(jittered(4)),
    operation.retry(jittered(nil)),
    operation.retry(RetryStrategy(rules: patience)),
    operation.timeout(ms(80)).retry(jittered(3)).fallback(to: .operation(slow)),
    .operation(slow),
    Source.fail(.timeout).retry(),
    Source.interval(ms(5)).take(7),
    operation.cancel(at: ms(50)),
    operation.mapError { Fault("outer", .fault($0)) },
  ]
}

extension Trials {
  /// Returns the same trials on so many threads.
  func on(threads: Int) -> Trials {
    var copy = self
    copy.threads = threads
    return copy
  }

  /// Returns the same trials over other calls.
  func over(_ calls: Range<UInt64>) -> Trials {
    var copy = self
    copy.calls = calls
    return copy
  }
}
