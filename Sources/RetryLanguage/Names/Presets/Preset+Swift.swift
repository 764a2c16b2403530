import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Preset {
  static let ofSwift: [Preset] = [
    rxSwift, combine, swiftRetry, asyncAlgorithms, taskRetrying, alamofire,
  ]

  private static let rxSwift = Preset(
    "rxswift", of: "RxSwift", version: "5abdfe4",
    sources: ["ReactiveX/RxSwift: RxSwift/Observables/Catch.swift"],
    counts: "retry(3) makes 3 attempts; without a number there is no limit",
    surprises: [
      "retry(0) completes without an attempt, and without an error.",
      "There is no delay: the next subscription follows in the same instant.",
      "Values that were sent before the failure are not taken back.",
    ],
    departures: ["A preset makes at least one attempt; write retry(0) for none."],
    attempts("maxAttemptCount"),
    example: "maxAttemptCount: 3"
  ) { _, count in
    RetryStrategy(attempts: count)
  }

  private static let combine = Preset(
    "combine", of: "Combine", version: "OpenCombine's tests, Apple's documentation",
    sources: [
      "OpenCombine/OpenCombine: Tests/OpenCombineTests/PublisherTests/RetryTests.swift",
      "developer.apple.com: Publishers.Retry",
    ],
    counts: "retry(3) makes 4 attempts: it counts retries; a negative number removes the limit",
    surprises: [
      "The same text makes one attempt more than in RxSwift.",
      "There is no delay, and no way to tell errors apart.",
    ],
    retries("retries", or: 1, endless: Int.min ... -1),
    example: "retries: 3"
  ) { _, retries in
    RetryStrategy(attempts: retries)
  }

  private static let swiftRetry = Preset(
    "swift-retry", of: "swift-retry (fumoboy007)", version: "main",
    sources: ["fumoboy007/swift-retry: Sources/Retry/Retry.swift"],
    counts: "maxAttempts 3 makes 3 attempts",
    surprises: [
      "It waits by default: full jitter of 1 s, 2 s, 4 s, at most 20 s.",
      "A server's hint burns attempts: back-offs are drawn until their sum is long enough.",
    ],
    departures: [
      "Hints of servers are ignored, as are its marks for errors that are never retried."
    ],
    attempts("maxAttempts", or: 3),
    time("baseDelay", or: .seconds(1), "the first delay before jitter"),
    longest("maxDelay", or: .seconds(20)),
    example: "maxAttempts: 5"
  ) { _, count, base, longest in
    RetryStrategy(attempts: count, .exponential(initial: base).maximum(longest).fullJitter())
  }

  private static let asyncAlgorithms = Preset(
    "swift-async-algorithms-364", of: "swift-async-algorithms (proposal 364)", version: "6a26577",
    sources: [
      "apple/swift-async-algorithms: pull request 364, Evolution/NNNN-retry-backoff.md",
      "apple/swift-async-algorithms: Tests/AsyncAlgorithmsTests/TestBackoff.swift",
    ],
    counts: "maxAttempts 3 makes 3 attempts",
    surprises: [
      "It is a proposal: no release has it.",
      "The last error is thrown without asking the strategy.",
      "There is no deadline, no budget and no decorrelated jitter.",
    ],
    departures: [
      "Delays are whole nanoseconds of one random word here, and attoseconds of two there."
    ],
    attempts("maxAttempts", or: 3, "the attempts in all, without a default there"),
    delays("backoff", or: .none, "the delays"),
    example: "maxAttempts: 3, backoff: .exponential(factor: 2, initial: 1ms)"
  ) { _, count, backoff in
    RetryStrategy(attempts: count, backoff)
  }

  private static let taskRetrying = Preset(
    "task-retrying", of: "Task.retrying (Swift by Sundell)", version: "the article",
    sources: ["swiftbysundell.com: articles/retrying-an-async-swift-task"],
    counts: "maxRetryCount 3 makes 4 attempts",
    surprises: ["The delay is the same each time, without jitter."],
    retries("maxRetryCount", or: 3), time("retryDelay", or: .seconds(1), "the delay"),
    example: "maxRetryCount: 3, retryDelay: 1s"
  ) { _, retries, delay in
    RetryStrategy(attempts: retries, .constant(delay))
  }

  private static let alamofire = Preset(
    "alamofire", of: "Alamofire", version: "master",
    sources: ["Alamofire/Alamofire: Source/Features/RetryPolicy.swift"],
    counts: "retryLimit 2 makes 3 attempts",
    surprises: [
      "There is no jitter and no maximum.",
      "Only idempotent methods are retried: a POST is not.",
    ],
    departures: ["Operations have no method here, so all count as idempotent."],
    retries("retryLimit", or: 2), factor("exponentialBackoffBase", or: 2),
    seconds("exponentialBackoffScale", or: 0.5, "the first delay in seconds"),
    example: "retryLimit: 3"
  ) { _, retries, base, scale in
    RetryStrategy(
      attempts: retries, .exponential(factor: base, initial: scale),
      on: .transient + .http(408, 500, 502, 503, 504))
  }
}
