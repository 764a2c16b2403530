import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Preset {
  static let ofHaskell: [Preset] = [retryOfHaskell]

  /// The policies of the package retry.
  private enum Policy: String, CaseIterable {
    case constantDelay, exponentialBackoff, fullJitterBackoff, fibonacciBackoff
  }

  private static let retryOfHaskell = Preset(
    "haskell-retry", of: "retry (Haskell)", version: "0.9",
    sources: ["Soostone/retry: src/Control/Retry.hs"],
    counts: "limitRetries 3 makes 4 attempts; 5 by default",
    surprises: [
      "fullJitterBackoff is equal jitter, despite its name: from half the delay to the whole.",
      "Policies that are joined wait for the longer of their delays.",
    ],
    departures: ["The limits by delay and by the sum of delays are not part of the preset."],
    retries("limitRetries", or: 5), word("policy", or: Policy.constantDelay),
    first("base", or: .milliseconds(50)), longest("capDelay"),
    example: "limitRetries: 4, policy: fullJitterBackoff, capDelay: 2s"
  ) { _, retries, shape, base, longest in
    let backoff: Backoff =
      switch shape {
      case .constantDelay: .constant(base)
      case .exponentialBackoff: .exponential(initial: base)
      case .fullJitterBackoff: .exponential(initial: base).equalJitter()
      case .fibonacciBackoff: .fibonacci(initial: base)
      }
    return RetryStrategy(attempts: retries, backoff.atMost(longest).truncated(to: .microseconds(1)))
  }
}
