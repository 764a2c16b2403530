import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Preset {
  /// The libraries of JavaScript whose delays are those of node-retry.
  static let ofNode: [Preset] = [
    onNodeRetry(
      "node-retry", of: "retry (npm)", version: "0.13.1",
      sources: ["tim-kos/node-retry: lib/retry.js, lib/retry_operation.js"],
      surprises: ["mainError() is the most frequent error, not the last one."]),
    onNodeRetry(
      "promise-retry", of: "promise-retry (npm)", version: "2.0.1",
      sources: ["IndigoUnited/node-promise-retry: index.js"],
      surprises: [
        "An error is retried only if the function hands it to retry: without .catch(retry), none is."
      ]),
    onNodeRetry(
      "p-retry", of: "p-retry (npm)", version: "4 to 6",
      sources: ["sindresorhus/p-retry: index.js, readme.md"],
      surprises: [
        "A TypeError is not retried, unless its text is one that fetch has for a broken network.",
        "onFailedAttempt is awaited before the wait: what it takes is added.",
      ],
      departures: [
        "From version 7 on, p-retry has a loop of its own: maxRetryTime cuts the last wait, and 0 means no retry."
      ]),
    onNodeRetry(
      "async-retry", of: "async-retry (npm)", version: "1.3.3", isRandom: true,
      sources: ["vercel/async-retry: lib/index.js"],
      surprises: ["The default is random: a delay is drawn between itself and twice itself."]),
  ]

  private static func onNodeRetry(
    _ name: String, of library: String, version: String, isRandom: Bool = false,
    sources: [String], surprises: [String], departures: [String] = []
  ) -> Preset {
    Preset(
      name, of: library, version: version, sources: sources,
      counts: "retries 3 makes 4 attempts; 10 by default",
      surprises: surprises + [
        "There is no longest delay by default: the tenth retry waits 512 s.",
        "randomize only lengthens a delay, up to twice itself, and the maximum comes after it.",
        "maxRetryTime is looked at when an attempt has failed; 0 means no limit.",
      ],
      departures: departures + [
        "All delays are drawn when the operation is made, and sorted; the order differs below a factor of 2.",
        "A delay of 25 days or more is one of a millisecond there, as in all timers of Node.",
        "With 'forever' and 'randomize' the delays after the last retry are drawn anew here.",
      ],
      retries("retries", or: 10), factor("factor", or: 2), first("minTimeout", or: .seconds(1)),
      longest("maxTimeout"), flag("randomize", or: isRandom, "whether delays vary"),
      someTime("maxRetryTime", "the time after which a failure is the last"),
      flag("forever", or: false, "whether the last delay repeats without an end"),
      example: "retries: 3"
    ) { _, count, factor, first, longest, isRandom, limit, isEndless throws(InvalidArgument) in
      let first = max(first, .milliseconds(1))
      if let longest, longest < first {
        throw InvalidArgument(
          "maxTimeout", PresetProblem.below("maxTimeout", longest, "minTimeout", first))
      }
      let steady = Backoff.exponential(factor: factor, initial: first)
      let grown = isRandom ? steady.scaledJitter(1...2) : steady
      let whole = grown.rounded(to: .milliseconds(1)).atMost(longest).truncated(
        to: .milliseconds(1))
      let backoff = isEndless ? whole.repeatingLast(after: max((count ?? .max) - 1, 1)) : whole
      return RetryStrategy(
        attempts: isEndless ? nil : count, backoff, deadline: limit == .zero ? nil : limit,
        .elapsed)
    }
  }
}

extension Backoff {
  /// Returns a back-off whose delays stay what they are at a retry, counted from 1.
  fileprivate func repeatingLast(after retries: Int) -> Backoff {
    guard retries < 1000 else { return self }
    let range = ranges(retries).last ?? Nanoseconds.zero...Nanoseconds.zero
    return take(retries).then(
      .drawn("\(range.lowerBound) to \(range.upperBound)") {
        range.at($1, inWhole: .milliseconds(1))
      })
  }
}
